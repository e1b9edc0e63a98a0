// The runner: divides the cases among processes and prints how many passed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { optionsOrEnd } from '../../scripts/command-line.mjs';
import { flagsOf, readOptions, usage } from './options.mjs';
import { sharesOf } from './share.mjs';

// Most objects of a case are garbage when the next one starts; the check for leaks collects garbage.
const execArgv = [...process.execArgv, '--max-semi-space-size=64', '--expose-gc'];
const worker = new URL('worker.mjs', import.meta.url);

const options = optionsOrEnd(readOptions, usage, process.argv.slice(2));
const { seed } = options;
console.log(`  seed ${seed}, Node ${process.versions.node}${flagsOf(options)}`);
// Workers exit when this process does.
process.on('SIGINT', () => process.exit(130));

const sums = await Promise.all(sharesOf(options).map(work));
const passed = sums.reduce((sum, share) => sum + share.passed, 0);
const failed = sums.reduce((sum, share) => sum + share.failed, 0);
console.log(`\n  Fuzz  ${failed === 0 ? '' : `${failed} failed | `}${passed} passed (${passed + failed})\n`);
process.exit(failed === 0 ? 0 : 1);

/** @param {import('./share.mjs').Share} share @returns {Promise<import('./share.mjs').Sum>} */
async function work(share) {
  const child = fork(worker, { execArgv });
  /** @type {import('./share.mjs').Sum} */
  let sum = { passed: 0, failed: 0 };
  let isDone = false;
  child.on('message', (/** @type {import('./share.mjs').Sum} */ message) => {
    sum = message;
    isDone = true;
  });
  child.send(share);
  const [code, signal] = await once(child, 'exit');
  if (isDone) return sum;
  console.log(`  a process exited before its share was done: ${signal ?? code}`);
  return { ...sum, failed: sum.failed + 1 };
}
