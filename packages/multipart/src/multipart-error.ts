/** @module The errors for rejected forms. */

import { BodyError } from '@nextpress/body';
import type { MultipartLimits } from './multipart-options.ts';

/** The error code for each limit, and how the form exceeds it. */
const LIMITS: Readonly<Record<keyof MultipartLimits, readonly [code: string, excess: string]>> = {
  files: ['ERR_MULTIPART_FILES', 'more than % files'],
  fileSize: ['ERR_MULTIPART_FILE_SIZE', 'a file of more than % bytes'],
  fields: ['ERR_MULTIPART_FIELDS', 'more than % fields'],
  fieldSize: ['ERR_MULTIPART_FIELD_SIZE', 'a field of more than % bytes'],
  fieldNameSize: ['ERR_MULTIPART_FIELD_NAME_SIZE', 'a field name of more than % bytes'],
  parts: ['ERR_MULTIPART_PARTS', 'more than % parts'],
  totalSize: ['ERR_BODY_TOO_LARGE', 'more than % bytes'],
};

/** 413: the form exceeds one of the limits. */
export function tooMuch(name: keyof MultipartLimits, limit: number): BodyError {
  const [code, excess] = LIMITS[name];
  const message = `the form has ${excess.replace('%', String(limit))} (option "limits.${name}")`;
  return new BodyError(413, code, 'entity.too.large', message, { limit });
}

/** 413: the headers of a part are longer than the parser accepts. */
export function longHeaders(limit: number): BodyError {
  const message = `a part of the form has more than ${limit} bytes of headers`;
  return new BodyError(413, 'ERR_MULTIPART_HEADER_SIZE', 'entity.too.large', message, { limit });
}

/** 400: the body is not a form. */
export function malformed(problem: string, cause?: unknown): BodyError {
  const error = new BodyError(
    400,
    'ERR_MULTIPART_MALFORMED',
    'entity.parse.failed',
    `malformed form: ${problem}`,
  );
  if (cause !== undefined) error.cause = cause;
  return error;
}

/** 400: the connection was lost before the end of the form. */
export function aborted(received: number): BodyError {
  return new BodyError(400, 'ECONNABORTED', 'request.aborted', 'request aborted', { received });
}

/** 408: the form did not arrive in time. */
export function tooSlow(limit: number): BodyError {
  const message = `the form took longer than ${limit} ms to arrive (option "timeout")`;
  const headers = { Connection: 'close' };
  return new BodyError(408, 'ERR_BODY_TIMEOUT', 'request.timeout', message, { limit, headers });
}

/** 415: the body has another media type. */
export function unsupportedType(contentType: string | undefined): BodyError {
  const sent = contentType === undefined ? 'no Content-Type' : JSON.stringify(contentType.slice(0, 100));
  const message = `unsupported Content-Type: expected multipart/form-data, got ${sent}`;
  return new BodyError(415, 'ERR_BODY_TYPE', 'media.type.unsupported', message);
}

/** 415: the form is compressed. */
export function unsupportedEncoding(encoding: string): BodyError {
  const message = `unsupported content encoding ${JSON.stringify(encoding.slice(0, 100))}: send the form without compression`;
  return new BodyError(415, 'ERR_CONTENT_CODING', 'encoding.unsupported', message, { encoding });
}

/** 500: the request was already read, failed, or was destroyed. */
export function notReadable(): BodyError {
  return new BodyError(500, 'ERR_BODY_NOT_READABLE', 'stream.not.readable', 'stream is not readable');
}

/** The application read the form twice. */
export function alreadyRead(): Error {
  return new Error(
    'The form was already read: use multipart({ storage: false }), and call req.parts() or req.formData() only once',
  );
}

/** For files that are still being read when the form is given up: after `break`, or an error of the application. */
export function abandoned(): Error {
  return new Error('The rest of the form was discarded: the loop over its parts ended early');
}
