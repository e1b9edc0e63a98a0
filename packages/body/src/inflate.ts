/** @module Undoes a content coding (RFC 9110 §8.4.1), never past the limits. */

import type { InputType, ZlibOptions } from 'node:zlib';
import zlib from 'node:zlib';
import type { BodyError } from './body-error.ts';
import { brokenCoding, inflatesTooMuch, tooLarge } from './body-error.ts';
import type { BodySettings } from './body-options.ts';

/** One of `node:zlib`'s functions that take a whole buffer. */
export type Inflater = (
  bytes: InputType,
  options: Pick<ZlibOptions, 'maxOutputLength'>,
  done: (error: Error | null, inflated: Buffer) => void,
) => void;

/** Node 22.15 and 23.8 brought it. */
const { zstdDecompress } = zlib as { readonly zstdDecompress?: Inflater };

const INFLATERS = new Map<string, Inflater>([
  ['gzip', zlib.gunzip],
  ['x-gzip', zlib.gunzip],
  ['deflate', zlib.inflate],
  ['br', zlib.brotliDecompress],
  ...(zstdDecompress === undefined ? [] : ([['zstd', zstdDecompress]] as const)),
]);

/** As in `Accept-Encoding`. */
export const CODINGS: string = [...INFLATERS.keys()].filter((coding) => coding !== 'x-gzip').join(', ');

/** Bytes that any body may inflate to, within the limit: what little it may cost, it may cost at any ratio. */
const UNMEASURED = 102_400;

/** The function for a coding in lower case; `undefined` for one that isn't known and for a list of them. */
export function inflaterOf(coding: string): Inflater | undefined {
  return INFLATERS.get(coding);
}

/**
 * Inflates a body that has arrived whole, in the thread pool. `node:zlib` stops at so many bytes of output, so a bomb
 * costs no more than a body of the permitted size.
 */
export function inflate(
  inflater: Inflater,
  bytes: Buffer,
  settings: BodySettings,
  done: (outcome: Buffer | BodyError) => void,
): void {
  const { limit, inflateRatio } = settings;
  const mostByRatio = Math.max(UNMEASURED, bytes.length * inflateRatio);
  inflater(bytes, { maxOutputLength: Math.min(limit, mostByRatio) }, (error, inflated) => {
    if (error === null) done(inflated);
    else if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') done(brokenCoding(error));
    else if (limit <= mostByRatio) done(tooLarge(limit));
    else done(inflatesTooMuch(inflateRatio, { received: bytes.length }));
  });
}
