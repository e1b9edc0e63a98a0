import { connect } from 'node:net';

/** The result of a client that writes before it reads. */
export interface WrittenFirst {
  /** How many times the piece was written. */
  readonly pieces: number;
  /** As latin1, up to the close of the connection. */
  readonly received: string;
}

/**
 * Writes before it reads: a head, then a piece repeatedly, up to a count or until the connection is closed, then an end. Only
 * then it reads.
 *
 * @param port - of the loopback interface
 */
export async function writeFirst(
  port: number,
  { head, piece, count, end = '' }: { head: string; piece: Uint8Array; count: number; end?: string },
): Promise<WrittenFirst> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
  let isOpen = true;
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isOpen = false;
      resolve();
    });
  });
  socket.pause().write(head, 'latin1');
  let pieces = 0;
  while (pieces < count && isOpen) {
    pieces++;
    if (!socket.write(piece)) {
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
  }
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.resume().end(end, 'latin1');
  await closed;
  return { pieces, received };
}
