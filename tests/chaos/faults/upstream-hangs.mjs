import { setTimeout as wait } from 'node:timers/promises';

/** @type {import('./fault.mjs').Fault} */
export const upstreamHangs = {
  name: 'upstream-hangs',
  about: 'the server that the application asks does not respond',
  async inject({ instances, upstream, tally, milliseconds }) {
    for (const { number } of instances) tally.expectFailures(number, ({ kind }) => kind === 'upstream');
    upstream.hang();
    await wait(milliseconds);
    upstream.resume();
  },
};
