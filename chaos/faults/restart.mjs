import { setTimeout as wait } from 'node:timers/promises';
import { inTurn, repeatFor } from './fault.mjs';

const BETWEEN = 500;

/** @type {import('./fault.mjs').Fault} */
export const restart = {
  name: 'restart',
  about: 'SIGTERM, and a new process when the old one has closed',
  inject({ instances, tally, milliseconds }) {
    return repeatFor(milliseconds, async (step) => {
      await wait(BETWEEN);
      const instance = inTurn(instances, step);
      tally.expectFailures(instance.number);
      const code = await instance.stop('SIGTERM');
      if (code !== 0) tally.unexpected.push(`instance ${instance.number} exited with ${code} after SIGTERM`);
      await instance.start();
      tally.expectSuccess(instance.number);
    });
  },
};
