import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';

/**
 * Where a server listens. One that doesn't is told to.
 *
 * @param {Exclude<import('../suite.mjs').Served, { unavailable: string }>} served
 */
export async function portOf(served) {
  if ('port' in served) return served.port;
  // A server that was told to listen does so within this turn.
  if (!served.listening) await setImmediate();
  if (!served.listening) {
    served.listen(0, '127.0.0.1');
    await once(served, 'listening');
  }
  const address = served.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return address.port;
}
