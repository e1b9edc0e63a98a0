/** @module The bytes of several parts of a file, with the lines between them. */

import type { ServerResponse } from 'node:http';
import type { OpenFile } from '../disk/open-file.ts';
import type { ByteParts } from './byte-parts.ts';
import { readPart, streamPart } from './file-body.ts';

/**
 * Reads parts that fit into memory.
 *
 * @throws {HttpError} as `readPart`
 */
export async function readParts(file: OpenFile, { parts, tail }: ByteParts): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (const { head, start, length } of parts) {
    pieces.push(Buffer.from(head, 'latin1'), await readPart(file, start, length));
  }
  return Buffer.concat([...pieces, Buffer.from(tail, 'latin1')]);
}

/**
 * Sends parts and ends the response, as `sendPart`.
 *
 * @returns whether they were sent, as far as this end can know
 * @throws what reading throws; the response is then as far as it came
 */
export async function sendParts(
  file: OpenFile,
  { parts, tail }: ByteParts,
  res: ServerResponse,
): Promise<boolean> {
  for (const { head, start, length } of parts) {
    res.write(head, 'latin1');
    if (!(await streamPart(file, start, length, res))) return false;
  }
  res.end(tail, 'latin1');
  return true;
}
