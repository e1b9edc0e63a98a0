/** @module The errors for files that are not sent, with the status, name and message that npm's send gives them. */

import { stat } from 'node:fs';
import { constants } from 'node:os';
import { promisify } from 'node:util';
import { HttpError } from '@nextpress/semantics/http-error';

/** With the stack of the callback API, which is one line. */
const statPath = promisify(stat);

/** 400: a malformed path, or one with NUL. */
export function badPath(): HttpError {
  return new HttpError(400, 'ERR_FILE_PATH', 'Bad Request');
}

/** 403: a dotfile, where they are denied. */
export function dotfileDenied(): HttpError {
  return new HttpError(403, 'ERR_DOTFILE', 'Forbidden');
}

/** 403: a path that leads out of its root, or up. */
export function outsideRoot(): HttpError {
  return new HttpError(403, 'ERR_OUTSIDE_ROOT', 'Forbidden');
}

/** 404: nothing that is served. */
export function notFound(): HttpError {
  return new HttpError(404, 'ERR_NOT_FOUND', 'Not Found');
}

/** 404: nothing there that is served. Says the same of what is not there as of what is only refused. */
export function missing(path: string): Error {
  const message = `ENOENT: no such file or directory, stat '${path}'`;
  const facts = { errno: -constants.errno.ENOENT, code: 'ENOENT', syscall: 'stat', path };
  return withStatus(Object.assign(new Error(message), facts), 404);
}

/** 404: what the file system says of a path, as send passes it on. */
export async function systemError(path: string): Promise<Error> {
  try {
    await statPath(path);
    return notFound();
  } catch (error) {
    return withStatus(error as Error, 404);
  }
}

/** 406: the client accepts no form of the file that there is. */
export function notAcceptable(): HttpError {
  return new HttpError(406, 'ERR_NOT_ACCEPTABLE', 'Not Acceptable', { headers: { Vary: 'Accept-Encoding' } });
}

/** 412: the file is not in the state that the client asks for. */
export function preconditionFailed(): HttpError {
  return new HttpError(412, 'ERR_PRECONDITION_FAILED', 'Precondition Failed');
}

/** 416: the file has no such part. */
export function rangeNotSatisfiable(contentRange: string): HttpError {
  return new HttpError(416, 'ERR_RANGE_NOT_SATISFIABLE', 'Range Not Satisfiable', {
    headers: { 'Content-Range': contentRange },
  });
}

/** 500: what the file system says of a file that is there and cannot be read. */
export function unreadable(cause: unknown): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause));
  return withStatus('code' in error ? error : Object.assign(error, { code: 'ERR_FILE_UNREADABLE' }), 500);
}

/** 500: a response had been sent before. */
export function alreadySent(): Error {
  const error = new Error("Can't set headers after they are sent.");
  return withStatus(Object.assign(error, { code: 'ERR_HTTP_HEADERS_SENT' }), 500);
}

/** A directory where a file was expected. It has no status: the caller decides. */
export function isDirectory(): Error {
  return Object.assign(new Error('EISDIR, read'), { code: 'EISDIR' });
}

/** The client has gone before it had everything. */
export function aborted(): Error {
  return Object.assign(new Error('Request aborted'), { code: 'ECONNABORTED' });
}

/** The message names a path of the disk, so it is not for the client. */
function withStatus(error: Error, status: number): Error {
  return Object.assign(error, { expose: false, statusCode: status, status });
}
