import { setTimeout as wait } from 'node:timers/promises';
import { inTurn, repeatFor } from './fault.mjs';

/** Milliseconds without the instance. */
const DOWN = 200;
const BETWEEN = 500;

/** @type {import('./fault.mjs').Fault} */
export const kill = {
  name: 'kill',
  about: 'SIGKILL, and a new process on the same port',
  cutsResponses: true,
  inject({ instances, tally, milliseconds }) {
    return repeatFor(milliseconds, async (step) => {
      await wait(BETWEEN);
      const instance = inTurn(instances, step);
      tally.expectFailures(instance.number);
      await instance.stop('SIGKILL');
      await wait(DOWN);
      await instance.start();
      tally.expectSuccess(instance.number);
    });
  },
};
