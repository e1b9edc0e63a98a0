/** @module Why a body was refused: one function per reason, with body-parser's word for it in `type`. */

import { HttpError } from '@nextpress/semantics/http-error';

/** What a {@link BodyError} can say beyond its message, under body-parser's names. */
export interface BodyFacts {
  /** The limit that was exceeded: bytes, keys, levels, whatever the message says. */
  readonly limit?: number | undefined;
  /** Bytes that were declared. */
  readonly length?: number | undefined;
  /** Bytes that had come. */
  readonly received?: number | undefined;
  /** The charset that isn't read. */
  readonly charset?: string | undefined;
  /** The content coding that isn't undone. */
  readonly encoding?: string | undefined;
  /** Fields that the answer needs. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What made this error necessary. */
  readonly cause?: unknown;
}

/** A refusal: `status` and `code` for whoever answers it, `type` and more for handlers written against body-parser. */
export class BodyError extends HttpError {
  declare readonly limit?: number;
  declare readonly length?: number;
  declare readonly received?: number;
  declare readonly charset?: string;
  declare readonly encoding?: string;

  constructor(status: number, code: string, type: string, message: string, facts: BodyFacts = {}) {
    const { cause, headers, ...told } = facts;
    super(status, code, message, {
      type,
      ...(cause === undefined ? {} : { cause }),
      ...(headers === undefined ? {} : { headers }),
    });
    Object.assign(this, told);
  }
}

/** 413: more bytes than the limit, declared, sent or inflated. */
export function tooLarge(limit: number, facts: BodyFacts = {}): BodyError {
  const message = `The body is longer than ${limit} bytes (limit).`;
  return new BodyError(413, 'ERR_BODY_TOO_LARGE', 'entity.too.large', message, { limit, ...facts });
}

/** 413: it inflates to more than so many times its size. */
export function inflatesTooMuch(limit: number, facts: BodyFacts): BodyError {
  const message = `The body inflates to more than ${limit} times its size (inflateRatio).`;
  return new BodyError(413, 'ERR_BODY_RATIO', 'entity.ratio.too.large', message, { limit, ...facts });
}

/** 408: it hasn't come in time (RFC 9110 §15.5.9). */
export function tooSlow(limit: number, facts: BodyFacts): BodyError {
  const message = `The body took longer than ${limit} ms to arrive (timeout).`;
  return new BodyError(408, 'ERR_BODY_TIMEOUT', 'request.timeout', message, {
    limit,
    headers: { Connection: 'close' },
    ...facts,
  });
}

/** 415: nobody can say what the body is (RFC 9110 §8.3.1), or it is ours by the type and has malformed parameters. */
export function malformedType(): BodyError {
  return new BodyError(
    415,
    'ERR_CONTENT_TYPE',
    'content.type.malformed',
    'The Content-Type field is malformed.',
  );
}

/** 415: a charset that isn't read. */
export function unsupportedCharset(charset: string): BodyError {
  const message = `The charset of the body is not one that is read here: ${JSON.stringify(charset)}.`;
  return new BodyError(415, 'ERR_CHARSET', 'charset.unsupported', message, { charset });
}

/** 415: a content coding that isn't undone, or several of them; says which are (RFC 9110 §15.5.16). */
export function unsupportedCoding(encoding: string, codings: string): BodyError {
  const message = `The content coding is none of: ${codings}.`;
  return new BodyError(415, 'ERR_CONTENT_CODING', 'encoding.unsupported', message, {
    encoding,
    headers: { 'Accept-Encoding': codings },
  });
}

/** 400: the body isn't what its content coding says. */
export function brokenCoding(cause: unknown): BodyError {
  const message = 'The body could not be inflated.';
  return new BodyError(400, 'ERR_BODY_CODING', 'entity.inflate.failed', message, { cause });
}

/** 400: the bytes aren't text in the charset they are said to be in. */
export function notText(charset: string): BodyError {
  const message = `The body is not ${charset.toUpperCase()} text.`;
  return new BodyError(400, 'ERR_BODY_NOT_TEXT', 'entity.parse.failed', message);
}

/** 400: the connection ended before the body did. */
export function aborted(facts: BodyFacts = {}): BodyError {
  const message = 'The request ended before its body did.';
  return new BodyError(400, 'ERR_BODY_ABORTED', 'request.aborted', message, facts);
}

/** 400: not as many bytes as `Content-Length` says. */
export function wrongSize(facts: BodyFacts): BodyError {
  const message = 'The size of the body is not its Content-Length.';
  return new BodyError(400, 'ERR_BODY_SIZE', 'request.size.invalid', message, facts);
}

/** 500: somebody made the request a stream of strings, whose bytes are lost. */
export function encodingSet(): BodyError {
  const message = 'req.setEncoding() was called before the body was read.';
  return new BodyError(500, 'ERR_BODY_DECODED', 'stream.encoding.set', message);
}

/** 500: `verify` is called synchronously, and a promise would let everything pass. */
export function asyncVerify(): BodyError {
  const message =
    'The option verify returned a promise, which is not waited for: write a function that throws.';
  return new BodyError(500, 'ERR_BODY_VERIFY_ASYNC', 'entity.verify.async', message);
}
