import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { between } from './chance.mjs';

/**
 * Sends bytes cut at random places, a turn of the event loop or some milliseconds apart.
 *
 * @param {import('./connection.mjs').Connection} connection
 * @param {Buffer | string} bytes in latin1
 * @param {number} [most] writes
 */
export async function sendInPieces({ socket }, bytes, most = 8) {
  const all = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
  const cuts = Array.from({ length: between(0, most - 1) }, () => between(1, all.length)).sort(
    (a, b) => a - b,
  );
  let from = 0;
  for (const to of [...cuts, all.length]) {
    if (socket.destroyed) return;
    if (to > from) socket.write(all.subarray(from, to));
    from = to;
    if (to < all.length) await (to % 3 === 0 ? wait(between(1, 5)) : turn());
  }
}

/**
 * Sends bytes one by one.
 *
 * @param {import('./connection.mjs').Connection} connection
 * @param {Buffer | string} bytes in latin1
 */
export async function sendByByte({ socket }, bytes) {
  for (const byte of Buffer.from(bytes)) {
    if (socket.destroyed) return;
    socket.write(Buffer.of(byte));
    await (byte % 4 === 0 ? wait(1) : turn());
  }
}
