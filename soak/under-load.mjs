// What the soaks have in common: many clients for a time, then rest, and an end.
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Runs so many clients of each kind, again and again.
 *
 * @template Tally
 * @param {number} end a time
 * @param {readonly (readonly [number, (port: number, tally: Tally) => Promise<void>])[]} kinds
 * @param {number} port
 * @param {Tally} tally
 */
export async function runKinds(end, kinds, port, tally) {
  const clients = kinds.flatMap(([count, kind]) =>
    Array.from({ length: count }, async () => {
      while (Date.now() < end) await kind(port, tally);
    }),
  );
  await Promise.all(clients);
}

/**
 * Waits until nothing is under way, or for twenty seconds.
 *
 * @template Facts
 * @param {import('./child.mjs').Child} server
 * @param {(facts: Facts) => boolean} isAtRest
 * @returns {Promise<Facts>}
 */
export async function atRest(server, isAtRest) {
  const end = Date.now() + 20_000;
  while (Date.now() < end && !isAtRest(await server.ask('facts'))) await wait(500);
  await wait(1_000);
  return server.ask('facts');
}

/**
 * @typedef {object} Ending
 * @property {string[]} resources What kept the process alive once its server had closed.
 * @property {number | string | null} code Its exit code.
 */

/**
 * Has the server closed, and its process ended. A connection that is left would keep it open: it isn't waited for.
 *
 * @param {import('./child.mjs').Child} server
 * @returns {Promise<Ending>}
 */
export async function endOf(server) {
  await Promise.race([server.ask('close'), wait(5_000, undefined, { ref: false })]);
  const { resources } = await server.ask('facts');
  await server.ask('end');
  const code = await Promise.race([server.ended, wait(5_000, 'it did not', { ref: false })]);
  server.kill();
  return { resources, code };
}
