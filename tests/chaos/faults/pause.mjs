import { setTimeout as wait } from 'node:timers/promises';
import { inTurn, repeatFor } from './fault.mjs';

/** @type {import('./fault.mjs').Fault} */
export const pause = {
  name: 'pause',
  about: 'SIGSTOP, and SIGCONT up to 2 seconds later',
  whyNot: () => (process.platform === 'win32' ? 'Windows has no SIGSTOP' : undefined),
  inject({ instances, tally, random, milliseconds }) {
    return repeatFor(milliseconds, async (step) => {
      const instance = inTurn(instances, step);
      tally.expectFailures(instance.number);
      instance.signal('SIGSTOP');
      await wait(random.between(100, 2000));
      instance.signal('SIGCONT');
      await wait(200);
      tally.expectSuccess(instance.number);
    });
  },
};
