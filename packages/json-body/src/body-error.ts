/** @module Why a body was refused: one function per reason, with body-parser's word for it in `type`. */

import { HttpError } from '@nextpress/semantics/http-error';

/** 413: more bytes than the limit, declared, sent or inflated. */
export function tooLarge(limit: number): HttpError {
  return new HttpError(413, 'ERR_BODY_TOO_LARGE', `The body is longer than ${limit} bytes.`, {
    type: 'entity.too.large',
  });
}

/** 415: nobody can say what the body is (RFC 9110 §8.3.1), or it is ours by the type and has malformed parameters. */
export function malformedType(): HttpError {
  return new HttpError(415, 'ERR_CONTENT_TYPE', 'The Content-Type field is malformed.', {
    type: 'content.type.malformed',
  });
}

/** 415: a charset that JSON isn't read in. */
export function unsupportedCharset(): HttpError {
  return new HttpError(415, 'ERR_CHARSET', 'JSON is read as UTF-8 or UTF-16; the charset is another.', {
    type: 'charset.unsupported',
  });
}

/** 415: a content coding that isn't undone, or several of them; says which are (RFC 9110 §15.5.16). */
export function unsupportedCoding(codings: string): HttpError {
  return new HttpError(415, 'ERR_CONTENT_CODING', `The content coding is none of: ${codings}.`, {
    type: 'encoding.unsupported',
    headers: { 'Accept-Encoding': codings },
  });
}

/** 400: the body isn't what its content coding says. */
export function brokenCoding(cause: unknown): HttpError {
  return new HttpError(400, 'ERR_BODY_CODING', 'The body could not be inflated.', {
    type: 'entity.inflate.failed',
    cause,
  });
}

/** 400: the connection ended before the body did. */
export function aborted(cause?: unknown): HttpError {
  return new HttpError(400, 'ERR_BODY_ABORTED', 'The request ended before its body did.', {
    type: 'request.aborted',
    cause,
  });
}

/** 400: not as many bytes as `Content-Length` says. */
export function wrongSize(): HttpError {
  return new HttpError(400, 'ERR_BODY_SIZE', 'The size of the body is not its Content-Length.', {
    type: 'request.size.invalid',
  });
}

/** 400: not JSON, or not the kind of JSON that is accepted. */
export function notJson(message: string, cause?: unknown): HttpError {
  return new HttpError(400, 'ERR_BODY_NOT_JSON', message, { type: 'entity.parse.failed', cause });
}

/** 500: somebody made the request a stream of strings, whose bytes are lost. */
export function encodingSet(): HttpError {
  return new HttpError(500, 'ERR_BODY_DECODED', 'req.setEncoding() was called before jsonBody().', {
    type: 'stream.encoding.set',
  });
}
