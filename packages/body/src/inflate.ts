/** @module Undoes a content coding (RFC 9110 §8.4.1), never past the limits. */

import { inflatesTooMuch, tooLarge } from './body-error.ts';
import type { BodySettings } from './body-options.ts';
import { describeThrown } from './thrown-error.ts';

interface Most {
  readonly maxOutputLength: number;
  readonly finishFlush?: number;
}

/** Two of `node:zlib`'s functions that take a whole buffer. */
export interface Coding {
  /** At once, on this thread. */
  now(bytes: Buffer, most: Most): Buffer;
  /** The flush with which a body that breaks off is no error. */
  readonly flush: number;
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
  readonly constants: { readonly ZSTD_d_windowLogMax: number; readonly ZSTD_e_flush: number };
}

let codings: ReadonlyMap<string, Coding> | undefined;

/** Made for the first body that is coded: most servers never see one, and need not load `node:zlib`. */
function makeCodings(): ReadonlyMap<string, Coding> {
  const zlib = process.getBuiltinModule('node:zlib');
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  const gzip: Coding = { now: zlib.gunzipSync, aside: zlib.gunzip, flush: Z_SYNC_FLUSH };
  const { brotliDecompressSync, brotliDecompress } = zlib;
  const brotli = { now: brotliDecompressSync, aside: brotliDecompress, flush: BROTLI_OPERATION_FLUSH };
  const made = new Map<string, Coding>([
    ['gzip', gzip],
    ['deflate', { now: zlib.inflateSync, aside: zlib.inflate, flush: Z_SYNC_FLUSH }],
    ['br', brotli],
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
      flush: constants?.ZSTD_e_flush as number,
    });
  }
  return made;
}

/** Bytes that any body may inflate to, within the limit: what little it may cost, it may cost at any ratio. */
const UNMEASURED = 102_400;

/** The code of zlib's error for a body that ends too early. */
const BROKEN_OFF = 'Z_BUF_ERROR';

/** Bytes that are inflated on this thread, in a tenth of a millisecond: handing them to another takes as long. */
const AT_ONCE = 131_072;

/** The coding of that name in lower case; `undefined` for one that isn't known and for a list of them. */
export function codingOf(name: string): Coding | undefined {
  codings ??= makeCodings();
  return codings.get(name);
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
  done: (outcome: Buffer | Error) => void,
): void {
  const { limit, inflateRatio } = settings;
  const mostByRatio = Math.max(UNMEASURED, bytes.length * inflateRatio);
  // Of no output at all zlib knows no limit; a byte too many is found below.
  const most = { maxOutputLength: Math.max(1, Math.min(limit, mostByRatio)) };
  const refusal = (error: unknown): Error => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE')
      return describeThrown(error, 400, {});
    return limit <= mostByRatio ? tooLarge({ limit }) : inflatesTooMuch(inflateRatio, bytes.length);
  };
  attempt(coding, bytes, most, (error, inflated) => {
    if (error === null) done(inflated.length > limit ? tooLarge({ limit }) : inflated);
    else if ((error as NodeJS.ErrnoException).code !== BROKEN_OFF) done(refusal(error));
    // What came before may have been too much already.
    else
      attempt(coding, bytes, { ...most, finishFlush: coding.flush }, (other) =>
        done(refusal(other ?? error)),
      );
  });
}

function attempt(
  coding: Coding,
  bytes: Buffer,
  most: Most,
  done: (error: Error | null, inflated: Buffer) => void,
): void {
  if (most.maxOutputLength > AT_ONCE) {
    coding.aside(bytes, most, done);
    return;
  }
  let inflated: Buffer;
  try {
    inflated = coding.now(bytes, most);
  } catch (error) {
    done(error as Error, bytes);
    return;
  }
  done(null, inflated);
}
