import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from '../connection.mjs';
import { makeRequest } from '../requests.mjs';
import { FAULT_CLIENT } from '../tally.mjs';
import { inTurn, repeatFor } from './fault.mjs';

const BETWEEN = 500;
/** Responses that have begun when the instance is told to close, and must be completed. */
const HELD = 4;

/** @type {import('./fault.mjs').Fault} */
export const restart = {
  name: 'restart',
  about: 'SIGTERM, and a new process when the old one has closed',
  inject(scene) {
    const { instances, tally, milliseconds } = scene;
    return repeatFor(milliseconds, async (step) => {
      await wait(BETWEEN);
      const instance = inTurn(instances, step);
      const held = Array.from({ length: HELD }, (_, number) =>
        hold(scene, instance, `held${step}.${number}`),
      );
      await Promise.all(held.map(({ begun }) => begun));
      tally.expectFailures(instance.number);
      const code = await instance.stop('SIGTERM');
      if (code !== 0) tally.unexpected.push(`instance ${instance.number} exited with ${code} after SIGTERM`);
      await Promise.all(held.map(({ counted }) => counted));
      await instance.start();
      tally.expectSuccess(instance.number);
    });
  },
};

/** Sends a request whose response takes a while. @param {import('./fault.mjs').Scene} scene @param {import('../instance.mjs').Instance} instance @param {string} id */
function hold({ tally, random }, instance, id) {
  const connection = new Connection(instance.port);
  const request = makeRequest(random, id, 'slow');
  const begun = Promise.race([once(connection.socket, 'data').catch(() => {}), connection.closed]);
  const counted = tally.count(FAULT_CLIENT, request, () => connection.send(request.bytes));
  return { begun, counted: counted.finally(() => connection.close()) };
}
