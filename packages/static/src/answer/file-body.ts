/** @module Hot: the bytes of a file, never more than were promised and never fewer without saying so. */

import { read, readSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import type { OpenFile } from '../disk/open-file.ts';
import { sawFile } from '../disk/recent-paths.ts';
import { unreadable } from '../file-error.ts';

/** Bytes read and written at a time. */
const CHUNK = 128 * 1024;

const readAt = promisify(read);

/**
 * Reads a part of a file that fits into memory.
 *
 * @returns at once when the file was read lately, or is in memory
 * @throws {HttpError} 500 when it can't be read, or when the file ends before the part does
 */
export function readPart(file: OpenFile, start: number, length: number): Buffer | Promise<Buffer> {
  if (file.bytes !== undefined) return file.bytes.subarray(start, start + length);
  return file.isAtHand ? readNow(file, start, length) : readInPool(file, start, length);
}

function readNow({ fd }: OpenFile, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length; ) {
    const bytesRead = readAtOnce(fd, bytes, filled, start + filled);
    if (bytesRead === 0) throw truncated();
    filled += bytesRead;
  }
  return bytes;
}

function readAtOnce(fd: number, bytes: Buffer, filled: number, position: number): number {
  try {
    return readSync(fd, bytes, filled, bytes.length - filled, position);
  } catch (cause) {
    return fail(cause);
  }
}

async function readInPool(file: OpenFile, start: number, length: number): Promise<Buffer> {
  const { fd, ownPath, stats } = file;
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await readAt(fd, bytes, filled, length - filled, start + filled).catch(fail);
    if (bytesRead === 0) throw truncated();
    filled += bytesRead;
  }
  if (length === stats.size) sawFile(ownPath, stats.dev, 'read');
  return bytes;
}

function truncated(): Error {
  return unreadable(new Error('The file was truncated while it was read.'));
}

function fail(cause: unknown): never {
  throw unreadable(cause);
}

/** Sends a part of a file and ends the response, as {@link streamPart}. */
export async function sendPart(
  file: OpenFile,
  start: number,
  length: number,
  res: ServerResponse,
): Promise<boolean> {
  const isSent = await streamPart(file, start, length, res);
  if (isSent) res.end();
  return isSent;
}

/**
 * Writes a part of a file, no faster than the client takes it. When the file turns out to be shorter the connection is
 * destroyed: anything else would be taken for the file.
 *
 * @returns whether the part was sent, as far as this end can know
 * @throws what reading throws; the response is then as far as it came
 */
export async function streamPart(
  { fd }: OpenFile,
  start: number,
  length: number,
  res: ServerResponse,
): Promise<boolean> {
  const end = start + length;
  for (let position = start; position < end; ) {
    if (res.writableNeedDrain) {
      await drained(res);
      if (isOver(res)) return false;
    }
    const size = Math.min(CHUNK, end - position);
    const { bytesRead, buffer } = await readAt(fd, Buffer.allocUnsafe(size), 0, size, position);
    if (isOver(res)) return false;
    if (bytesRead === 0) {
      res.destroy();
      return false;
    }
    position += bytesRead;
    res.write(bytesRead === size ? buffer : buffer.subarray(0, bytesRead));
  }
  return !isOver(res);
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
