// What the soaks have in common: many clients for a time, and then rest.
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
