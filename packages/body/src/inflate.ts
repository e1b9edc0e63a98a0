/** @module Decompresses a body (RFC 9110 §8.4.1), within the limits. */

import { inflatesTooMuch, tooLarge } from './body-error.ts';
import type { BodySettings } from './body-options.ts';
import { toHttpError } from './to-http-error.ts';

interface ZlibOptions {
  readonly maxOutputLength: number;
  readonly finishFlush?: number;
}

type ZlibCallback = (error: Error | null, inflated: Buffer) => void;

/** Functions of `node:zlib` that decompress a whole buffer. */
export interface Decompressor {
  sync(bytes: Buffer, options: ZlibOptions): Buffer;
  /** Runs in the thread pool. */
  async(bytes: Buffer, options: ZlibOptions, done: ZlibCallback): void;
  /** The `finishFlush` that accepts a truncated body. */
  readonly flush: number;
}

/** The window size that RFC 9659 allows, as a power of two. Node's own maximum lets ten bytes allocate 128 MiB. */
const ZSTD_WINDOW_LOG_MAX = 23;

interface ZstdOptions extends ZlibOptions {
  readonly params: Readonly<Record<number, number>>;
}

/** Node 22.15 and 23.8 added zstd. */
interface ZlibWithZstd {
  zstdDecompressSync(bytes: Buffer, options: ZstdOptions): Buffer;
  zstdDecompress(bytes: Buffer, options: ZstdOptions, done: ZlibCallback): void;
  readonly constants: { readonly ZSTD_d_windowLogMax: number; readonly ZSTD_e_flush: number };
}

let decompressors: ReadonlyMap<string, Decompressor> | undefined;

/** Called for the first compressed body, so that other servers don't load `node:zlib`. */
function createDecompressors(): ReadonlyMap<string, Decompressor> {
  const zlib = process.getBuiltinModule('node:zlib');
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  const { brotliDecompressSync, brotliDecompress } = zlib;
  const byName = new Map<string, Decompressor>([
    ['gzip', { sync: zlib.gunzipSync, async: zlib.gunzip, flush: Z_SYNC_FLUSH }],
    ['deflate', { sync: zlib.inflateSync, async: zlib.inflate, flush: Z_SYNC_FLUSH }],
    ['br', { sync: brotliDecompressSync, async: brotliDecompress, flush: BROTLI_OPERATION_FLUSH }],
  ]);
  const zstd = createZstdDecompressor(zlib as unknown as Partial<ZlibWithZstd>);
  if (zstd !== undefined) byName.set('zstd', zstd);
  return byName;
}

function createZstdDecompressor({
  zstdDecompressSync,
  zstdDecompress,
  constants,
}: Partial<ZlibWithZstd>): Decompressor | undefined {
  if (zstdDecompressSync === undefined || zstdDecompress === undefined || constants === undefined) {
    return undefined;
  }
  const params = { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX };
  return {
    sync: (bytes, options) => zstdDecompressSync(bytes, { ...options, params }),
    async: (bytes, options, done) => zstdDecompress(bytes, { ...options, params }, done),
    flush: constants.ZSTD_e_flush,
  };
}

/** A body may always inflate to this many bytes, at any ratio. */
const MIN_RATIO_LIMIT = 102_400;

/** Up to this many bytes of output, which take 0.1 ms, the thread pool costs more than it saves. */
const MAX_SYNC_OUTPUT = 131_072;

/** The code of zlib's error for truncated input. */
const TRUNCATED = 'Z_BUF_ERROR';

/**
 * The decompressor for a content encoding.
 *
 * @param name - in lower case
 * @returns `undefined` for an unknown encoding, and for a list of encodings
 */
export function decompressorOf(name: string): Decompressor | undefined {
  decompressors ??= createDecompressors();
  return decompressors.get(name);
}

/**
 * Inflates a complete body. `node:zlib` stops at the maximum output length, so a decompression bomb costs no more than
 * a body of the permitted size.
 *
 * @param done - called once; synchronously when the output is small
 */
export function inflate(
  decompressor: Decompressor,
  bytes: Buffer,
  { limit, inflateRatio }: BodySettings,
  done: (outcome: Buffer | Error) => void,
): void {
  const ratioLimit = Math.max(MIN_RATIO_LIMIT, bytes.length * inflateRatio);
  // zlib rejects a limit of 0, so the inflated length is checked again below.
  const options = { maxOutputLength: Math.max(1, Math.min(limit, ratioLimit)) };
  const refusalOf = (error: NodeJS.ErrnoException): Error => {
    if (error.code !== 'ERR_BUFFER_TOO_LARGE') return toHttpError(error, 400, {});
    return limit <= ratioLimit ? tooLarge({ limit }) : inflatesTooMuch(inflateRatio, bytes.length);
  };
  decompress(decompressor, bytes, options, (error: NodeJS.ErrnoException | null, inflated) => {
    if (error === null) done(inflated.length > limit ? tooLarge({ limit }) : inflated);
    else if (error.code !== TRUNCATED) done(refusalOf(error));
    else {
      // The part before the truncation may already exceed the limit, which is then the error to report.
      const partial = { ...options, finishFlush: decompressor.flush };
      decompress(decompressor, bytes, partial, (partialError) => done(refusalOf(partialError ?? error)));
    }
  });
}

function decompress(
  decompressor: Decompressor,
  bytes: Buffer,
  options: ZlibOptions,
  done: ZlibCallback,
): void {
  if (options.maxOutputLength > MAX_SYNC_OUTPUT) {
    decompressor.async(bytes, options, done);
    return;
  }
  let inflated: Buffer;
  try {
    inflated = decompressor.sync(bytes, options);
  } catch (error) {
    done(error as Error, bytes);
    return;
  }
  done(null, inflated);
}
