/** @module Why a request for a file fails: one function per reason. */

import { HttpError } from '@nextpress/semantics/http-error';

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

/** 400: a path with NUL, which no file has. */
export function nulInPath(): HttpError {
  return new HttpError(400, 'ERR_FILE_PATH', 'A path holds no NUL.');
}

/** 403: a path that leads out of its root, or up. */
export function outsideRoot(): HttpError {
  return new HttpError(403, 'ERR_OUTSIDE_ROOT', 'The path leads out of the directory that is served.');
}

/** 404, with the code that the file system gives, as in Express: there is no such file. */
export function missing(): HttpError {
  return new HttpError(404, 'ENOENT', 'There is no such file.');
}

/** 406: the client takes no form of the file that there is. */
export function notAcceptable(): HttpError {
  return new HttpError(406, 'ERR_NOT_ACCEPTABLE', 'There is no form of the file that the client takes.', {
    headers: { Vary: 'Accept-Encoding' },
  });
}

/** 412: the file is not the one that the client means. */
export function preconditionFailed(): HttpError {
  return new HttpError(412, 'ERR_PRECONDITION_FAILED', 'The file is not in the state that was asked for.');
}

/** 416: the file has no such part. */
export function rangeNotSatisfiable(contentRange: string): HttpError {
  return new HttpError(416, 'ERR_RANGE_NOT_SATISFIABLE', 'The file has no such part.', {
    headers: { 'Content-Range': contentRange },
  });
}

/** A directory, where a file was meant. Without a status: it is the caller's to decide. */
export function isDirectory(): Error {
  return Object.assign(new Error('EISDIR, read'), { code: 'EISDIR' });
}

/** The client has gone before it had everything. */
export function aborted(): Error {
  return Object.assign(new Error('Request aborted'), { code: 'ECONNABORTED' });
}

/** There was an answer already. */
export function alreadySent(): Error {
  const message = 'sendFile was called after the response had been sent: a request has one answer.';
  return Object.assign(new Error(message), { code: 'ERR_HTTP_HEADERS_SENT' });
}
