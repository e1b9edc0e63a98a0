/** @module Hot: reads and streams the bytes of a file: exactly as many as were promised, or the connection is destroyed. */

import { read, readSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import type { OpenFile } from '../disk/open-file.ts';
import { markRead } from '../disk/page-cache.ts';
import { unreadable } from '../file-error.ts';
import type { Multipart } from './multipart.ts';

/** Bytes to read and write at a time. */
const CHUNK = 128 * 1024;

const readAt = promisify(read);

/**
 * Reads a part of a file, at once if it is in memory.
 *
 * @throws {HttpError} 500 if reading fails or the file ends too early
 */
export function readPart(file: OpenFile, start: number, length: number): Buffer | Promise<Buffer> {
  if (file.bytes !== undefined) return file.bytes.subarray(start, start + length);
  return file.isCached ? readNow(file.fd, start, length) : readInPool(file, start, length);
}

function readNow(fd: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  try {
    for (let filled = 0; filled < length; ) {
      filled += checkRead(readSync(fd, bytes, filled, length - filled, start + filled));
    }
  } catch (error) {
    throw unreadable(error);
  }
  return bytes;
}

async function readInPool({ fd, stats, diskPath }: OpenFile, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  try {
    for (let filled = 0; filled < length; ) {
      const { bytesRead } = await readAt(fd, bytes, filled, length - filled, start + filled);
      filled += checkRead(bytesRead);
    }
  } catch (error) {
    throw unreadable(error);
  }
  if (length === stats.size) markRead(diskPath);
  return bytes;
}

function checkRead(bytesRead: number): number {
  if (bytesRead === 0) throw new Error('The file was truncated while it was read.');
  return bytesRead;
}

/** As {@link readPart}, for several parts. */
export async function readMultipart(file: OpenFile, { parts, tail }: Multipart): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (const { head, start, length } of parts) {
    pieces.push(Buffer.from(head, 'latin1'), await readPart(file, start, length));
  }
  return Buffer.concat([...pieces, Buffer.from(tail, 'latin1')]);
}

/**
 * Writes a part of a file, with backpressure. If the file turns out to be shorter the connection is destroyed, because the client
 * must not take the response for the file.
 *
 * @returns whether all of it was written
 * @throws the system error if reading fails
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

/** As {@link streamPart}, for several parts. */
export async function streamMultipart(
  file: OpenFile,
  { parts, tail }: Multipart,
  res: ServerResponse,
): Promise<boolean> {
  for (const { head, start, length } of parts) {
    res.write(head, 'latin1');
    if (!(await streamPart(file, start, length, res))) return false;
  }
  res.write(tail, 'latin1');
  return true;
}

/** Whether the client has gone or user code has ended the response: a write would then emit an error. */
function isOver(res: ServerResponse): boolean {
  return res.destroyed || res.writableEnded;
}

/** Resolves when the response takes more bytes, or is closed. */
function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      res.off('drain', settle).off('close', settle);
      resolve();
    };
    res.on('drain', settle).on('close', settle);
  });
}
