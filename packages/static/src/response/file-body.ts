/** @module Hot: reads and streams the bytes of a file: exactly as many as announced, or the connection is destroyed. */

import fs from 'node:fs';
import type { ServerResponse } from 'node:http';
import { BodyWriter } from '@nextpress/semantics/body-writer';
import { unreadable } from '../disk/file-error.ts';
import { promised } from '../disk/file-system.ts';
import type { OpenFile } from '../disk/open-file.ts';
import { markRead } from '../disk/page-cache.ts';
import type { Piece } from './file-response.ts';

/** Bytes to read and write at a time. */
const CHUNK = 128 * 1024;

/** Reads a part of a file synchronously; `undefined` if it may not be cached by the kernel, or if reading fails. */
export function readCached(file: OpenFile, start: number, length: number): Buffer | undefined {
  if (file.bytes !== undefined) return file.bytes.subarray(start, start + length);
  if (!file.isCached) return undefined;
  const bytes = Buffer.allocUnsafe(length);
  try {
    return fs.readSync(file.fd, bytes, 0, length, start) === length ? bytes : undefined;
  } catch {
    // The thread pool tries again and handles the error.
    return undefined;
  }
}

/** @throws {HttpError} 500 if reading fails or the file ends too early */
export async function readPieces(file: OpenFile, pieces: readonly Piece[]): Promise<Buffer> {
  const buffers: Buffer[] = [];
  for (const piece of pieces) buffers.push(Buffer.isBuffer(piece) ? piece : await readPart(file, piece));
  return buffers.length === 1 && buffers[0] !== undefined ? buffers[0] : Buffer.concat(buffers);
}

async function readPart(file: OpenFile, { start, length }: Exclude<Piece, Buffer>): Promise<Buffer> {
  const cached = readCached(file, start, length);
  if (cached !== undefined) return cached;
  const bytes = Buffer.allocUnsafe(length);
  try {
    for (let filled = 0; filled < length; ) {
      const bytesRead = await readAt(file.fd, bytes, filled, start + filled);
      if (bytesRead === 0) throw new Error('The file was truncated while it was being read.');
      filled += bytesRead;
    }
  } catch (error) {
    throw unreadable(error);
  }
  if (length === file.stats.size) markRead(file.diskPath);
  return bytes;
}

/** Fills the bytes from `offset`. */
function readAt(fd: number, bytes: Buffer, offset: number, position: number): Promise<number> {
  return promised((done) => fs.read(fd, bytes, offset, bytes.length - offset, position, done));
}

/**
 * Writes the parts of a file. If the file turns out to be shorter, the connection is destroyed, so that the client does
 * not mistake the response for the file.
 *
 * @returns whether all of it was written
 * @throws the system error if reading fails
 */
export async function streamPieces(
  file: OpenFile,
  pieces: readonly Piece[],
  res: ServerResponse,
): Promise<boolean> {
  const writer = new BodyWriter(res);
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) writer.write(piece);
    else if (!(await streamPart(file.fd, piece, res, writer))) return false;
  }
  return true;
}

async function streamPart(
  fd: number,
  { start, length }: Exclude<Piece, Buffer>,
  res: ServerResponse,
  writer: BodyWriter,
): Promise<boolean> {
  const end = start + length;
  for (let position = start; position < end; ) {
    if (!(await writer.ready())) return false;
    const bytes = Buffer.allocUnsafe(Math.min(CHUNK, end - position));
    const bytesRead = await readAt(fd, bytes, 0, position);
    if (!writer.isOpen) return false;
    if (bytesRead === 0) {
      res.destroy();
      return false;
    }
    position += bytesRead;
    writer.write(bytesRead === bytes.length ? bytes : bytes.subarray(0, bytesRead));
  }
  return writer.isOpen;
}
