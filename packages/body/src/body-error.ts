/**
 * @module The errors for rejected bodies. Types and properties are those of body-parser, and so is the start of each
 *   message.
 */

import { HttpError } from '@nextpress/semantics/http-error';
import { addToMessage } from '@nextpress/semantics/thrown-value';
import type { BodyFormat } from './body-format.ts';

/** Properties of a {@link BodyError}, by body-parser's names. */
export interface BodyFacts {
  /** The `Content-Length`; `null` if absent. */
  readonly expected?: number | null | undefined;
  /** An alias of `expected`. */
  readonly length?: number | null | undefined;
  /** The limit that was exceeded. */
  readonly limit?: number | undefined;
  /** Bytes received so far. */
  readonly received?: number | undefined;
  /** The charset that is not supported. */
  readonly charset?: string | undefined;
  /** The content encoding that is not supported. */
  readonly encoding?: string | undefined;
  /** Headers that the response needs. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An error for a body: a `status` and a `code`, and body-parser's `type`, message and properties. */
export class BodyError extends HttpError {
  /** The `Content-Length`; `null` if absent. */
  declare readonly expected?: number | null;
  /** An alias of `expected`. */
  declare readonly length?: number | null;
  /** The limit that was exceeded. */
  declare readonly limit?: number;
  /** Bytes received so far. */
  declare readonly received?: number;
  /** The charset that is not supported. */
  declare readonly charset?: string;
  /** The content encoding that is not supported. */
  declare readonly encoding?: string;

  constructor(status: number, code: string, type: string, message: string, facts: BodyFacts = {}) {
    super(status, code, message);
    // In body-parser's order, which is visible when the error is serialized.
    Object.assign(this, facts, { type });
  }
}

/** Appends what would be accepted, and the option to change, to body-parser's message. */
export function addRemedy(error: BodyError, { name, charsets }: BodyFormat): void {
  const { code, limit } = error;
  if (code === 'ERR_BODY_TOO_LARGE')
    addToMessage(error, `The option "limit" of ${name}() allows ${limit} bytes`);
  else if (code === 'ERR_CHARSET' && Array.isArray(charsets)) {
    addToMessage(error, `${name}() accepts ${charsets.join(', ')}`);
  } else if (code === 'ERR_CONTENT_CODING') {
    addToMessage(
      error,
      `${name}() accepts gzip, deflate and br, and zstd in newer versions of Node, unless its option "inflate" is false`,
    );
  }
}

/** 413: the declared or the received length exceeds the limit. */
export function tooLarge(facts: BodyFacts): BodyError {
  return new BodyError(413, 'ERR_BODY_TOO_LARGE', 'entity.too.large', 'request entity too large', facts);
}

/** 413: a compressed body inflates to more than `limit` times its size. */
export function inflatesTooMuch(limit: number, received: number): BodyError {
  const message = `the body inflates to more than ${limit} times its size (option "inflateRatio")`;
  return new BodyError(413, 'ERR_BODY_RATIO', 'entity.ratio.too.large', message, { limit, received });
}

/** 408: the body did not arrive in time (RFC 9110 §15.5.9). */
export function tooSlow(limit: number, facts: BodyFacts): BodyError {
  const message = `the body took longer than ${limit} ms to arrive (option "timeout")`;
  const headers = { Connection: 'close' };
  return new BodyError(408, 'ERR_BODY_TIMEOUT', 'request.timeout', message, { limit, headers, ...facts });
}

/** 415: a charset that cannot be decoded, or that the format does not allow. */
export function unsupportedCharset(charset: string): BodyError {
  const message = `unsupported charset "${charset.toUpperCase()}"`;
  return new BodyError(415, 'ERR_CHARSET', 'charset.unsupported', message, { charset });
}

/** 415: an unknown content encoding, a list of them, or any while the option `inflate` is off. */
export function unsupportedEncoding(encoding: string, inflates: boolean): BodyError {
  const message = inflates ? `unsupported content encoding "${encoding}"` : 'content encoding unsupported';
  return new BodyError(415, 'ERR_CONTENT_CODING', 'encoding.unsupported', message, { encoding });
}

/** 400: the connection ended before the body did. */
export function aborted(facts: BodyFacts): BodyError {
  const error = new BodyError(400, 'ECONNABORTED', 'request.aborted', 'request aborted', facts);
  // The only error of body-parser itself that has a code, which is enumerable there.
  return Object.defineProperty(error, 'code', { enumerable: true });
}

/** 400: the length of the body differs from `Content-Length`. */
export function wrongSize(facts: BodyFacts): BodyError {
  const message = 'request size did not match content length';
  return new BodyError(400, 'ERR_BODY_SIZE', 'request.size.invalid', message, facts);
}

/** 500: the application called `setEncoding()` on the request, so the bytes are lost. */
export function encodingSet(): BodyError {
  const message = 'stream encoding should not be set';
  return new BodyError(500, 'ERR_BODY_DECODED', 'stream.encoding.set', message);
}

/** 500: the request failed, or the application destroyed it. */
export function notReadable(): BodyError {
  return new BodyError(500, 'ERR_BODY_NOT_READABLE', 'stream.not.readable', 'stream is not readable');
}
