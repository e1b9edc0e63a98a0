/** @module Why a request for a file fails: one function per reason. */

import { HttpError } from '@nextpress/semantics/http-error';

/** 400: the request target can't be read. */
export function malformedTarget(): HttpError {
  return new HttpError(400, 'ERR_REQUEST_TARGET', 'The request target is malformed.');
}

/** 403: a dotfile, where they are denied. */
export function forbidden(): HttpError {
  return new HttpError(403, 'ERR_DOTFILE', 'Files whose names begin with a dot are not served.');
}

/** 404: there is no such file. */
export function notFound(): HttpError {
  return new HttpError(404, 'ERR_NOT_FOUND', 'There is no such file.');
}

/** 405: files are only read. */
export function methodNotAllowed(): HttpError {
  return new HttpError(405, 'ERR_METHOD_NOT_ALLOWED', 'Files are served by GET and HEAD.', {
    headers: { Allow: 'GET, HEAD' },
  });
}

/** 500: the file is there, but the system doesn't hand it out. */
export function unreadable(cause: unknown): HttpError {
  return new HttpError(500, 'ERR_FILE_UNREADABLE', 'The file could not be read.', { cause });
}
