/** @module Errors for files that are not sent, with the status, name and message of npm's send. */

import fs from 'node:fs';
import { constants } from 'node:os';
import { HttpError } from '@nextpress/semantics/http-error';
import {
  errorForNext,
  isThrownError,
  thrownProperty,
  thrownText,
  withoutCode,
} from '@nextpress/semantics/thrown-value';
import type { FileSettings } from '../options/file-options.ts';
import { promised } from './file-system.ts';

/** A malformed path, or one with NUL. */
export function badPath(): HttpError {
  return new HttpError(400, 'ERR_FILE_PATH', 'Bad Request');
}

export function dotfileDenied(): HttpError {
  return new HttpError(403, 'ERR_DOTFILE', 'Forbidden');
}

/** A path that leads out of its root, or up. */
export function outsideRoot(): HttpError {
  return new HttpError(403, 'ERR_OUTSIDE_ROOT', 'Forbidden');
}

export function notFound(): HttpError {
  return new HttpError(404, 'ERR_NOT_FOUND', 'Not Found');
}

/** 404 with the same message for missing and rejected files. */
export function missing(path: string): Error {
  const message = `ENOENT: no such file or directory, stat '${path}'`;
  const facts = { errno: -constants.errno.ENOENT, code: 'ENOENT', syscall: 'stat', path };
  return withStatus(Object.assign(new Error(message), facts), 404);
}

/** 404 with the file system's error, as in send. */
export async function systemError(path: string): Promise<Error> {
  try {
    await promised((done) => fs.stat(path, done));
    return notFound();
  } catch (error) {
    return withStatus(error as Error, 404);
  }
}

/** The client accepts neither the file nor any variant that exists. */
export function notAcceptable(): HttpError {
  return new HttpError(406, 'ERR_NOT_ACCEPTABLE', 'Not Acceptable', { headers: { Vary: 'Accept-Encoding' } });
}

export function preconditionFailed(): HttpError {
  return new HttpError(412, 'ERR_PRECONDITION_FAILED', 'Precondition Failed');
}

export function rangeNotSatisfiable(contentRange: string): HttpError {
  return new HttpError(416, 'ERR_RANGE_NOT_SATISFIABLE', 'Range Not Satisfiable', {
    headers: { 'Content-Range': contentRange },
  });
}

/** The file system's error for an existing file: 503 if the client may retry, otherwise 500. */
export function unreadable(cause: unknown): Error {
  const code = thrownProperty(cause, 'code') ?? 'ERR_FILE_UNREADABLE';
  // The process or the system is out of file descriptors.
  const mayRetry = code === 'EMFILE' || code === 'ENFILE';
  const status = mayRetry ? 503 : 500;
  const facts = mayRetry ? { code, headers: { 'Retry-After': '1' } } : { code };
  try {
    if (isThrownError(cause)) return withStatus(Object.assign(cause, facts), status);
  } catch {
    // A frozen error.
  }
  return withStatus(Object.assign(new Error(thrownText(cause), { cause }), facts), status);
}

export function alreadySent(): Error {
  const error = new Error("Can't set headers after they are sent.");
  return withStatus(Object.assign(error, { code: 'ERR_HTTP_HEADERS_SENT' }), 500);
}

/** Without a status: the caller decides. */
export function isDirectory(): Error {
  return Object.assign(new Error('EISDIR, read'), { code: 'EISDIR' });
}

export function aborted(): Error {
  return Object.assign(new Error('Request aborted'), { code: 'ECONNABORTED' });
}

/** The error for `next` or a callback; send's errors lack our codes. */
export function errorToPass(
  error: unknown,
  source: string,
  { likeSend }: Pick<FileSettings, 'likeSend'>,
): unknown {
  const passed = errorForNext(error, source);
  return likeSend ? withoutCode(passed) : passed;
}

/** Not exposed, because the message contains a path on disk. */
function withStatus(error: Error, status: number): Error {
  return Object.assign(error, { expose: false, statusCode: status, status });
}
