/** @module Hot: one body on its way to `req.body`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  aborted,
  BodyError,
  encodingSet,
  notText,
  tooLarge,
  unsupportedCoding,
  wrongSize,
} from './body-error.ts';
import type { BodyFormat } from './body-format.ts';
import type { BodySettings } from './body-options.ts';
import type { Charset } from './charset.ts';
import { discardRest } from './discard-rest.ts';
import type { Coding } from './inflate.ts';
import { codingNames, codingOf, inflate } from './inflate.ts';
import { readBytes } from './read-bytes.ts';
import { takeBody } from './take-body.ts';
import { verifyBody } from './verify-body.ts';

type Next = (error?: unknown) => void;

/** The reading of one body. */
export class BodyReading {
  readonly #format: BodyFormat;
  readonly #settings: BodySettings;
  /** `null` for a format of bytes. */
  readonly #charset: Charset | null;
  readonly #req: IncomingMessage & { body?: unknown };
  readonly #res: ServerResponse;
  readonly #next: Next;

  constructor(
    format: BodyFormat,
    settings: BodySettings,
    charset: Charset | null,
    req: IncomingMessage,
    res: ServerResponse,
    next: Next,
  ) {
    this.#format = format;
    this.#settings = settings;
    this.#charset = charset;
    this.#req = req;
    this.#res = res;
    this.#next = next;
  }

  /** Refuses what can be refused by the fields alone, and reads the rest. */
  begin(): void {
    const { headers } = this.#req;
    const { limit } = this.#settings;
    const coding = codingIn(headers['content-encoding'], this.#settings);
    const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length']) : undefined;
    // A stream that is gone emits nothing more, not even that.
    if (this.#req.destroyed) this.#next(aborted({ length }));
    else if (coding instanceof BodyError) this.refuse(coding);
    else if (length !== undefined && length > limit) this.refuse(tooLarge(limit, { length }));
    else if (this.#req.readableEncoding !== null) this.refuse(encodingSet());
    else this.#collect(coding, length);
  }

  /** Ends with an error; what is left of the body is discarded. */
  refuse(error: BodyError): void {
    discardRest(this.#req, this.#res, error.status === 408);
    this.#next(error);
  }

  #collect(coding: Coding | undefined, length: number | undefined): void {
    const { limit, timeout, verify } = this.#settings;
    // Text is made of it at once, unless somebody else is given the bytes first.
    const isLent = coding === undefined && verify === undefined && this.#format.charsets !== undefined;
    const whole = takeBody(this.#req, isLent);
    if (whole !== undefined) this.#accept(measured(whole, limit, length), coding);
    else readBytes(this.#req, limit, length, timeout, (outcome) => this.#accept(outcome, coding));
  }

  #accept(outcome: Buffer | BodyError, coding: Coding | undefined): void {
    if (outcome instanceof BodyError) this.refuse(outcome);
    else if (coding === undefined || outcome.length === 0) this.#finish(outcome);
    else inflate(coding, outcome, this.#settings, (inflated) => this.#accept(inflated, undefined));
  }

  #finish(bytes: Buffer): void {
    if (bytes.length > 0 || this.#settings.isEmptyValue) {
      try {
        this.#parse(bytes);
      } catch (error) {
        this.#next(error || new Error(`${this.#format.name}: ${String(error)} was thrown`));
        return;
      }
    }
    this.#next();
  }

  #parse(bytes: Buffer): void {
    const { verify } = this.#settings;
    if (verify !== undefined) verifyBody(verify, this.#charset, bytes, this.#req, this.#res);
    const format = this.#format;
    const charset = this.#charset;
    if (bytes.length === 0) this.#req.body = format.empty();
    else if (format.charsets === undefined) this.#req.body = format.parse(bytes);
    else if (charset !== null) this.#req.body = format.parse(textOf(bytes, charset), charset.name);
  }
}

/** `undefined` for a body that is sent as it is. */
function codingIn(field: string | undefined, settings: BodySettings): Coding | BodyError | undefined {
  if (field === undefined) return undefined;
  const name = field.toLowerCase() || 'identity';
  if (name === 'identity') return undefined;
  const coding = settings.inflate ? codingOf(name) : undefined;
  return coding ?? unsupportedCoding(name, settings.inflate ? codingNames() : 'identity');
}

/** Who has taken a body has not counted it. */
function measured(whole: Buffer, limit: number, length: number | undefined): Buffer | BodyError {
  const received = whole.length;
  if (received > limit) return tooLarge(limit, { length, received });
  return length === undefined || length === received ? whole : wrongSize({ length, received });
}

function textOf(bytes: Buffer, charset: Charset): string {
  const text = charset.decode(bytes);
  if (text === undefined) throw notText(charset.name);
  return text;
}
