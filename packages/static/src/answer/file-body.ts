/** @module Hot: the bytes of a file, never more than were promised and never fewer without saying so. */

import { read } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { unreadable } from '../file-error.ts';

/** Bytes read and written at a time. */
const CHUNK = 128 * 1024;

const readAt = promisify(read);

/**
 * Reads a part of a file that fits into memory.
 *
 * @throws {HttpError} 500 when it can't be read, or when the file ends before the part does
 */
export async function readPart(fd: number, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await readAt(fd, bytes, filled, length - filled, start + filled).catch(fail);
    if (bytesRead === 0) throw unreadable(new Error('The file was truncated while it was read.'));
    filled += bytesRead;
  }
  return bytes;
}

function fail(cause: unknown): never {
  throw unreadable(cause);
}

/**
 * Sends a part of a file, no faster than the client takes it, and ends the response. When the file turns out to be shorter
 * the connection is destroyed: anything else would be taken for the file.
 *
 * @returns whether the part was sent, as far as this end can know
 * @throws what reading throws; the response is then as far as it came
 */
export async function sendPart(
  fd: number,
  start: number,
  length: number,
  res: ServerResponse,
): Promise<boolean> {
  const end = start + length;
  for (let position = start; position < end; ) {
    const size = Math.min(CHUNK, end - position);
    const { bytesRead, buffer } = await readAt(fd, Buffer.allocUnsafe(size), 0, size, position);
    if (isOver(res)) return false;
    if (bytesRead === 0) {
      res.destroy();
      return false;
    }
    position += bytesRead;
    const isFlushed = res.write(bytesRead === size ? buffer : buffer.subarray(0, bytesRead));
    if (!isFlushed && position < end) await drained(res);
    if (isOver(res)) return false;
  }
  res.end();
  return true;
}

/** The client has gone, or somebody else has ended the response: another byte would be an error without a listener. */
function isOver(res: ServerResponse): boolean {
  return res.destroyed || res.writableEnded;
}

/** Settles when the response takes more bytes, or never will. */
function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      res.off('drain', settle).off('close', settle);
      resolve();
    };
    res.on('drain', settle).on('close', settle);
  });
}
