// For `node --test`: writes the state and the name of each test to the file that REGISTER_REPORT names.
import { appendFileSync } from 'node:fs';

/** @param {AsyncIterable<any>} events */
export default async function* report(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const isLeft = data.skip !== undefined || data.todo !== undefined;
    const state = isLeft ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed';
    if (data.details?.type === 'suite') continue;
    appendFileSync(`${process.env.REGISTER_REPORT}`, `${state} ${JSON.stringify(data.name)}\n`);
    yield '';
  }
}
