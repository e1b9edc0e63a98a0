/** @module Hot: reads one body, from the headers to `req.body`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { thrownProperty, withoutCode } from '@nextpress/semantics/thrown-value';
import {
  addRemedy,
  BodyError,
  encodingSet,
  notReadable,
  tooLarge,
  unsupportedCharset,
  unsupportedEncoding,
} from './body-error.ts';
import type { BodyFormat } from './body-format.ts';
import type { BodySettings } from './body-options.ts';
import type { Charset } from './charset.ts';
import { collectBody } from './collect-body.ts';
import { discardRest } from './discard-rest.ts';
import type { Decompressor } from './inflate.ts';
import { decompressorOf, inflate } from './inflate.ts';
import { toHttpError } from './to-http-error.ts';
import { verifyBody } from './verify-body.ts';

type Next = (error?: unknown) => void;

export class BodyReading {
  readonly #format: BodyFormat;
  readonly #settings: BodySettings;
  readonly #req: IncomingMessage & { body?: unknown };
  readonly #res: ServerResponse;
  readonly #next: Next;
  /** `null` for formats of bytes. */
  #charset: Charset | null = null;

  constructor(
    format: BodyFormat,
    settings: BodySettings,
    req: IncomingMessage,
    res: ServerResponse,
    next: Next,
  ) {
    this.#format = format;
    this.#settings = settings;
    this.#req = req;
    this.#res = res;
    this.#next = next;
  }

  /**
   * Rejects the body if the headers already justify that, and reads it otherwise.
   *
   * @param charset - a string is the label of a charset that is not supported; `null` for formats of bytes
   */
  begin(charset: Charset | string | null): void {
    if (typeof charset === 'string') {
      this.#refuse(unsupportedCharset(charset));
      return;
    }
    this.#charset = charset;
    const { headers } = this.#req;
    const decompressor = decompressorFor(headers['content-encoding'], this.#settings);
    const declared = headers['transfer-encoding'] === undefined ? headers['content-length'] : undefined;
    const length = declared === undefined ? undefined : Number(declared);
    if (decompressor instanceof BodyError) {
      this.#refuse(decompressor);
      return;
    }
    const limit = wireLimit(this.#settings.limit, decompressor);
    if (length !== undefined && length > limit) {
      this.#refuse(tooLarge({ expected: length, length, limit: this.#settings.limit }));
    } else if (this.#req.readableEncoding) this.#refuse(encodingSet());
    else if (this.#req.readable === false) this.#fail(notReadable());
    else this.#collect(decompressor, limit, length);
  }

  /** Calls `next` with the error, and discards the rest of the body. */
  #refuse(error: Error): void {
    discardRest(this.#req, this.#res, error instanceof BodyError && error.status === 408);
    this.#fail(error);
  }

  #fail(error: Error): void {
    if (this.#settings.bodyParserVersion !== undefined) withoutCode(error);
    else if (error instanceof BodyError) addRemedy(error, this.#format);
    this.#next(error);
  }

  #collect(decompressor: Decompressor | undefined, limit: number, length: number | undefined): void {
    const { timeout, verify } = this.#settings;
    // Text is decoded immediately, so the fast lane need not copy the bytes unless `verify` gets them.
    const isLent = decompressor === undefined && verify === undefined && this.#format.charsets !== undefined;
    collectBody(this.#req, { limit, length, timeout, isLent }, (outcome) =>
      this.#accept(outcome, decompressor),
    );
  }

  #accept(outcome: Buffer | Error, decompressor: Decompressor | undefined): void {
    if (outcome instanceof Error) this.#refuse(outcome);
    else if (decompressor === undefined) this.#verify(outcome);
    else inflate(decompressor, outcome, this.#settings, (inflated) => this.#accept(inflated, undefined));
  }

  #verify(bytes: Buffer): void {
    const { verify, bodyParserVersion } = this.#settings;
    if (verify === undefined) {
      this.#finish(bytes);
      return;
    }
    const hasCodes = bodyParserVersion === undefined;
    verifyBody(verify, hasCodes, this.#charset?.name ?? null, bytes, this.#req, this.#res, (error) => {
      if (error === undefined) this.#finish(bytes);
      else this.#next(error);
    });
  }

  #finish(bytes: Buffer): void {
    const body = this.#charset === null ? bytes : this.#charset.decode(bytes);
    try {
      this.#req.body = body.length === 0 ? this.#format.empty() : this.#parse(body);
    } catch (thrown) {
      const type = thrownProperty(thrown, 'type') || 'entity.parse.failed';
      this.#fail(toHttpError(thrown, 400, { body, type }));
      return;
    }
    this.#next();
  }

  #parse(body: Buffer | string): unknown {
    const format = this.#format;
    return format.charsets === undefined
      ? format.parse(body as Buffer)
      : format.parse(body as string, this.#charset?.name ?? '');
  }
}

/** `undefined` for a body that is not compressed. */
function decompressorFor(
  contentEncoding: string | undefined,
  { inflate: isAllowed }: BodySettings,
): Decompressor | BodyError | undefined {
  const name = contentEncoding?.toLowerCase() || 'identity';
  if (name === 'identity') return undefined;
  return (isAllowed ? decompressorOf(name) : undefined) ?? unsupportedEncoding(name, isAllowed);
}

/**
 * The maximum length before inflating. A compressed body is read completely before it is inflated, and no encoder doubles
 * the length of its input.
 */
function wireLimit(limit: number, decompressor: Decompressor | undefined): number {
  return decompressor === undefined ? limit : 2 * limit + 1_024;
}
