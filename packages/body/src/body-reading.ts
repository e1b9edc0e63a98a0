/** @module Hot: one body on its way to `req.body`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  BodyError,
  encodingSet,
  notReadable,
  tooLarge,
  unsupportedCharset,
  unsupportedEncoding,
  wrongSize,
} from './body-error.ts';
import type { BodyFormat } from './body-format.ts';
import type { BodySettings } from './body-options.ts';
import type { Charset } from './charset.ts';
import { discardRest } from './discard-rest.ts';
import type { Coding } from './inflate.ts';
import { codingOf, inflate } from './inflate.ts';
import { readBytes } from './read-bytes.ts';
import { takeBody } from './take-body.ts';
import { describeThrown } from './thrown-error.ts';
import { verifyBody } from './verify-body.ts';

type Next = (error?: unknown) => void;

/** The reading of one body. */
export class BodyReading {
  readonly #format: BodyFormat;
  readonly #settings: BodySettings;
  readonly #req: IncomingMessage & { body?: unknown };
  readonly #res: ServerResponse;
  readonly #next: Next;
  /** `null` for a format of bytes. */
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
   * Refuses what can be refused by the headers alone, and reads the rest.
   *
   * @param charset - its label where it is not supported; `null` for a format of bytes
   */
  begin(charset: Charset | string | null): void {
    if (typeof charset === 'string') {
      this.#refuse(unsupportedCharset(charset));
      return;
    }
    this.#charset = charset;
    const { headers } = this.#req;
    const coding = codingIn(headers['content-encoding'], this.#settings);
    const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length']) : undefined;
    const limit = sentLimit(this.#settings.limit, coding instanceof BodyError ? undefined : coding);
    if (coding instanceof BodyError) this.#refuse(coding);
    else if (length !== undefined && length > limit) {
      this.#refuse(tooLarge({ expected: length, length, limit: this.#settings.limit }));
    } else if (this.#req.readableEncoding) this.#refuse(encodingSet());
    else if (this.#req.readable === false) this.#next(notReadable());
    else this.#collect(coding, limit, length);
  }

  /** Fails with an error; what is left of the body is discarded. */
  #refuse(error: Error): void {
    discardRest(this.#req, this.#res, error instanceof BodyError && error.status === 408);
    this.#next(error);
  }

  #collect(coding: Coding | undefined, limit: number, length: number | undefined): void {
    const { timeout, verify } = this.#settings;
    // The bytes of a text may be lent: they are decoded at once, unless user code gets them first.
    const isLent = coding === undefined && verify === undefined && this.#format.charsets !== undefined;
    const whole = takeBody(this.#req, isLent);
    if (whole !== undefined) this.#accept(measured(whole, limit, length), coding);
    else readBytes(this.#req, limit, length, timeout, (outcome) => this.#accept(outcome, coding));
  }

  #accept(outcome: Buffer | Error, coding: Coding | undefined): void {
    if (outcome instanceof Error) this.#refuse(outcome);
    else if (coding === undefined) this.#verify(outcome);
    else inflate(coding, outcome, this.#settings, (inflated) => this.#accept(inflated, undefined));
  }

  #verify(bytes: Buffer): void {
    const { verify } = this.#settings;
    if (verify === undefined) {
      this.#finish(bytes);
      return;
    }
    verifyBody(verify, this.#charset?.name ?? null, bytes, this.#req, this.#res, (error) => {
      if (error === undefined) this.#finish(bytes);
      else this.#next(error);
    });
  }

  #finish(bytes: Buffer): void {
    const body = this.#charset === null ? bytes : this.#charset.decode(bytes);
    try {
      this.#req.body = body.length === 0 ? this.#format.empty() : this.#parse(body);
    } catch (thrown) {
      const { type } = Object(thrown) as { type?: unknown };
      this.#next(describeThrown(thrown, 400, { body, type: type || 'entity.parse.failed' }));
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

/** `undefined` for a body that is sent as it is. */
function codingIn(field: string | undefined, settings: BodySettings): Coding | BodyError | undefined {
  const name = field?.toLowerCase() || 'identity';
  if (name === 'identity') return undefined;
  return (settings.inflate ? codingOf(name) : undefined) ?? unsupportedEncoding(name, settings.inflate);
}

/** The limit counts inflated bytes. A compressed body is read whole first, so its length is bounded too; no encoder doubles it. */
function sentLimit(limit: number, coding: Coding | undefined): number {
  return coding === undefined ? limit : 2 * limit + 1_024;
}

/** A body that was taken whole has not been counted. */
function measured(whole: Buffer, limit: number, length: number | undefined): Buffer | BodyError {
  const received = whole.length;
  if (received > limit) return tooLarge({ limit, received });
  if (length === undefined || length === received) return whole;
  return wrongSize({ expected: length, length, received });
}
