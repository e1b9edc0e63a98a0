/** @module Hot: reads and streams the bytes of a file: exactly as many as were promised, or the connection is destroyed. */

import fs from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { BodyWriter } from '@nextpress/semantics/body-writer';
import { unreadable } from '../disk/file-error.ts';
import { readAt } from '../disk/file-system.ts';
import type { OpenFile } from '../disk/open-file.ts';
import { markRead } from '../disk/page-cache.ts';
import type { Multipart } from './response.ts';

/** Bytes to read and write at a time. */
const CHUNK = 128 * 1024;

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
      filled += checkRead(fs.readSync(fd, bytes, filled, length - filled, start + filled));
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
      filled += checkRead(await readAt(fd, bytes, filled, length - filled, start + filled));
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
 * Writes a part of a file. If the file turns out to be shorter the connection is destroyed, because the client must not take the
 * response for the file.
 *
 * @returns whether all of it was written
 * @throws the system error if reading fails
 */
export async function streamPart(
  { fd }: OpenFile,
  start: number,
  length: number,
  res: ServerResponse,
  writer: BodyWriter,
): Promise<boolean> {
  const end = start + length;
  for (let position = start; position < end; ) {
    if (!(await writer.ready())) return false;
    const size = Math.min(CHUNK, end - position);
    const bytes = Buffer.allocUnsafe(size);
    const bytesRead = await readAt(fd, bytes, 0, size, position);
    if (!writer.isOpen) return false;
    if (bytesRead === 0) {
      res.destroy();
      return false;
    }
    position += bytesRead;
    writer.write(bytesRead === size ? bytes : bytes.subarray(0, bytesRead));
  }
  return writer.isOpen;
}

/** As {@link streamPart}, for several parts. */
export async function streamMultipart(
  file: OpenFile,
  { parts, tail }: Multipart,
  res: ServerResponse,
  writer: BodyWriter,
): Promise<boolean> {
  for (const { head, start, length } of parts) {
    writer.write(Buffer.from(head, 'latin1'));
    if (!(await streamPart(file, start, length, res, writer))) return false;
  }
  writer.write(Buffer.from(tail, 'latin1'));
  return true;
}
