/** @module Undoes a content coding (RFC 9110 §8.4.1), never past the limit. */

import type { InputType, ZlibOptions } from 'node:zlib';
import { brotliDecompress, gunzip, inflate as unzlib } from 'node:zlib';
import type { HttpError } from '@nextpress/semantics/http-error';
import { brokenCoding, tooLarge } from './body-error.ts';

/** One of `node:zlib`'s functions that take a whole buffer. */
export type Inflater = (
  bytes: InputType,
  options: Pick<ZlibOptions, 'maxOutputLength'>,
  done: (error: Error | null, inflated: Buffer) => void,
) => void;

/** As in `Accept-Encoding`. */
export const CODINGS = 'gzip, deflate, br';

const INFLATERS = new Map<string, Inflater>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', unzlib],
  ['br', brotliDecompress],
]);

/** The function for a coding in lower case; `undefined` for one that isn't known and for a list of them. */
export function inflaterOf(coding: string): Inflater | undefined {
  return INFLATERS.get(coding);
}

/**
 * Inflates a body that has arrived whole, in the thread pool. `node:zlib` stops at `limit` bytes of output, so a bomb
 * costs no more than a body of the permitted size.
 */
export function inflate(
  inflater: Inflater,
  bytes: Buffer,
  limit: number,
  done: (outcome: Buffer | HttpError) => void,
): void {
  inflater(bytes, { maxOutputLength: limit }, (error, inflated) => {
    if (error === null) done(inflated);
    else if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') done(tooLarge(limit));
    else done(brokenCoding(error));
  });
}
