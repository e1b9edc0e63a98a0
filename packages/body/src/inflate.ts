/** @module Undoes a content coding (RFC 9110 §8.4.1), never past the limits. */

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

/** The binary logarithm of the window that RFC 9659 allows in HTTP. Up to Node's own bound, ten bytes could ask for 128 MiB. */
const ZSTD_WINDOW = 23;

interface ZstdMost extends Most {
  readonly params: Readonly<Record<number, number>>;
}

interface ZstdOfNode {
  zstdDecompressSync(bytes: Buffer, most: ZstdMost): Buffer;
  zstdDecompress(bytes: Buffer, most: ZstdMost, done: (error: Error | null, inflated: Buffer) => void): void;
  readonly constants: { readonly ZSTD_d_windowLogMax: number };
}

let codings: ReadonlyMap<string, Coding> | undefined;

/** Made for the first body that is coded: most servers never see one, and need not load `node:zlib`. */
function makeCodings(): ReadonlyMap<string, Coding> {
  const zlib = process.getBuiltinModule('node:zlib');
  const gzip: Coding = { now: zlib.gunzipSync, aside: zlib.gunzip };
  const made = new Map<string, Coding>([
    ['gzip', gzip],
    ['deflate', { now: zlib.inflateSync, aside: zlib.inflate }],
    ['br', { now: zlib.brotliDecompressSync, aside: zlib.brotliDecompress }],
  ]);
  // Node 22.15 and 23.8 brought it.
  const {
    zstdDecompressSync: now,
    zstdDecompress: aside,
    constants,
  } = zlib as unknown as Partial<ZstdOfNode>;
  if (now !== undefined && aside !== undefined) {
    const params = { [constants?.ZSTD_d_windowLogMax as number]: ZSTD_WINDOW };
    made.set('zstd', {
      now: (bytes, most) => now(bytes, { ...most, params }),
      aside: (bytes, most, done) => aside(bytes, { ...most, params }, done),
    });
  }
  return made;
}

/** As in `Accept-Encoding`. */
export function codingNames(): string {
  codings ??= makeCodings();
  return [...codings.keys()].join(', ');
}

/** Bytes that any body may inflate to, within the limit: what little it may cost, it may cost at any ratio. */
const UNMEASURED = 102_400;

/** Bytes that are inflated on this thread, in a tenth of a millisecond: handing them to another takes as long. */
const AT_ONCE = 131_072;

/** The coding of that name in lower case; `undefined` for one that isn't known and for a list of them. */
export function codingOf(name: string): Coding | undefined {
  codings ??= makeCodings();
  return codings.get(name === 'x-gzip' ? 'gzip' : name);
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
