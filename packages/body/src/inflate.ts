/** @module Undoes a content coding (RFC 9110 §8.4.1), never past the limits. */

import zlib from 'node:zlib';
import type { BodyError } from './body-error.ts';
import { brokenCoding, inflatesTooMuch, tooLarge } from './body-error.ts';
import type { BodySettings } from './body-options.ts';

interface Most {
  readonly maxOutputLength: number;
}

/** Two of `node:zlib`'s functions that take a whole buffer. */
export interface Coding {
  /** At once, on this thread. */
  now(bytes: Buffer, most: Most): Buffer;
  /** In the thread pool. */
  aside(bytes: Buffer, most: Most, done: (error: Error | null, inflated: Buffer) => void): void;
}

/** Node 22.15 and 23.8 brought it. */
const { zstdDecompressSync, zstdDecompress } = zlib as {
  readonly zstdDecompressSync?: Coding['now'];
  readonly zstdDecompress?: Coding['aside'];
};

const GZIP: Coding = { now: zlib.gunzipSync, aside: zlib.gunzip };

const CODINGS = new Map<string, Coding>([
  ['gzip', GZIP],
  ['deflate', { now: zlib.inflateSync, aside: zlib.inflate }],
  ['br', { now: zlib.brotliDecompressSync, aside: zlib.brotliDecompress }],
]);
if (zstdDecompressSync !== undefined && zstdDecompress !== undefined) {
  CODINGS.set('zstd', { now: zstdDecompressSync, aside: zstdDecompress });
}

/** As in `Accept-Encoding`. */
export const CODING_NAMES: string = [...CODINGS.keys()].join(', ');

/** Bytes that any body may inflate to, within the limit: what little it may cost, it may cost at any ratio. */
const UNMEASURED = 102_400;

/** Bytes that are inflated on this thread, in a tenth of a millisecond: handing them to another takes as long. */
const AT_ONCE = 131_072;

/** The coding of that name in lower case; `undefined` for one that isn't known and for a list of them. */
export function codingOf(name: string): Coding | undefined {
  return name === 'x-gzip' ? GZIP : CODINGS.get(name);
}

/**
 * Inflates a body that has arrived whole. `node:zlib` stops at so many bytes of output, so a bomb costs no more than a body
 * of the permitted size.
 *
 * @param done - called once; before this returns, when little enough may come out
 */
export function inflate(
  coding: Coding,
  bytes: Buffer,
  settings: BodySettings,
  done: (outcome: Buffer | BodyError) => void,
): void {
  const { limit, inflateRatio } = settings;
  const mostByRatio = Math.max(UNMEASURED, bytes.length * inflateRatio);
  const most = { maxOutputLength: Math.min(limit, mostByRatio) };
  const refusal = (error: unknown): BodyError => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') return brokenCoding(error);
    if (limit <= mostByRatio) return tooLarge(limit, { received: bytes.length });
    return inflatesTooMuch(inflateRatio, { received: bytes.length });
  };
  if (most.maxOutputLength > AT_ONCE) {
    coding.aside(bytes, most, (error, inflated) => done(error === null ? inflated : refusal(error)));
  } else {
    done(inflatedNow(coding, bytes, most, refusal));
  }
}

function inflatedNow(
  coding: Coding,
  bytes: Buffer,
  most: Most,
  refusal: (error: unknown) => BodyError,
): Buffer | BodyError {
  try {
    return coding.now(bytes, most);
  } catch (error) {
    return refusal(error);
  }
}
