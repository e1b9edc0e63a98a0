/** @module What becomes of a body that was refused before it had all arrived. */

import type { IncomingMessage, ServerResponse } from 'node:http';

/** How much of a refused body is still taken off the wire, in bytes, so that its sender gets to read the answer. */
const DISCARD_LIMIT = 4 * 1024 * 1024;

/**
 * Stops reading until the answer is out, then reads the rest to no purpose, so that the connection can be used again; past
 * the limit it is closed, of which the answer warns if the length is declared (RFC 9112 §9.6). Nothing is kept, and nobody can
 * keep a connection busy without an end.
 *
 * @param isLate - the sender is too slow to be waited for any longer: the connection is closed behind the answer
 */
export function discardRest(req: IncomingMessage, res: ServerResponse, isLate: boolean): void {
  if (req.complete || req.destroyed) {
    req.resume();
    return;
  }
  const isTooMuch = Number(req.headers['content-length']) > DISCARD_LIMIT;
  if ((isLate || isTooMuch) && !res.headersSent) res.setHeader('Connection', 'close');
  req.pause();
  // Node reads a request that nobody touched to its end, however far that is. From here on it has been touched.
  req.read(0);
  const end = isLate ? destroy : discard;
  if (res.writableFinished) end(req);
  else res.once('finish', () => end(req));
}

function discard(req: IncomingMessage): void {
  let left = DISCARD_LIMIT;
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) req.destroy();
  });
  req.resume();
}

function destroy(req: IncomingMessage): void {
  req.destroy();
}
