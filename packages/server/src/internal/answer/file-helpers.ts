/** @module `res.sendFile` and `res.download`, methods of the prototype of responses. */

import { basename, isAbsolute, resolve } from 'node:path';
import { SETTINGS } from '@nextpress/core';
import { formatContentDisposition } from '@nextpress/semantics/content-disposition';
import { type FileSent, type SendFileError, type SendFileOptions, sendFile as send } from '@nextpress/static';
import { sendFileAsExpress } from '@nextpress/static/express';
import type { Request, Response } from '../../messages.ts';

/** What a response offers that is answered with a file. */
export interface FileHelpers {
  /**
   * Answers with a file: with its validators and `Content-Type`, by 304 where the client has it, or with the part that was
   * asked for. Without a callback an error goes to the error handlers (404 where there is no file, 403 for a path out of
   * `root`), and a directory to the next layer.
   *
   * @param path - absolute, or under the option `root`, which it can't leave
   * @throws TypeError when the path is neither, or an option makes no sense
   */
  sendFile(path: string, callback?: FileSent): void;
  sendFile(path: string, options: SendFileOptions | undefined, callback?: FileSent): void;

  /**
   * Answers with a file that is to be saved, under the last part of its path or the name given. A relative path without a
   * `root` starts at the working directory.
   *
   * @throws what {@link FileHelpers.sendFile} throws
   */
  download(path: string, callback?: FileSent): void;
  download(path: string, options: SendFileOptions, callback?: FileSent): void;
  download(path: string, filename: string | null | undefined, callback?: FileSent): void;
  download(
    path: string,
    filename: string | null | undefined,
    options: SendFileOptions | undefined,
    callback?: FileSent,
  ): void;
}

function sendFile(
  this: Response,
  path: string,
  options?: SendFileOptions | FileSent,
  callback?: FileSent,
): void {
  const [given, done] = typeof options === 'function' ? [undefined, options] : [options, callback];
  // Express's messages.
  if (!path) throw new TypeError('path argument is required to res.sendFile');
  if (typeof path !== 'string') throw new TypeError('path must be a string to res.sendFile');
  if (!given?.root && !isAbsolute(path)) {
    throw new TypeError('path must be absolute or specify root to res.sendFile');
  }
  const { req } = this;
  const etag = this.app.enabled('etag');
  if (req[SETTINGS]?.expressVersion === undefined) {
    send(req, this, path, { ...given, etag: given?.etag ?? etag }, done ?? passErrorsOn(req));
  } else {
    const options = Object.assign(Object.create(given ?? null), { etag });
    sendFileAsExpress(req, this, path, options, done || passErrorsOn(req));
  }
}

function download(
  this: Response,
  path: string,
  filename?: string | SendFileOptions | FileSent | null,
  options?: SendFileOptions | FileSent,
  callback?: FileSent,
): void {
  const given = [filename, options].find((each) => typeof each === 'object' && each !== null);
  const done = [filename, options, callback].find((each) => typeof each === 'function');
  const { headers, ...others } = (given ?? {}) as SendFileOptions;
  const name = typeof filename === 'string' && filename !== '' ? filename : path;
  const fields = Object.entries(headers ?? {}).filter(([field]) => !isDisposition(field));
  const all = {
    'Content-Disposition': formatContentDisposition(basename(name)),
    ...Object.fromEntries(fields),
  };
  this.sendFile(
    others.root ? path : resolve(path),
    { ...others, headers: all },
    done as FileSent | undefined,
  );
}

function isDisposition(field: string): boolean {
  return field.toLowerCase() === 'content-disposition';
}

/** Where nobody waits for the outcome: errors that can still be answered go to `next`, as it was when the file was asked for. */
function passErrorsOn({ next }: Request): FileSent {
  return (error?: SendFileError & { readonly syscall?: string }) => {
    if (error === undefined || error.code === 'ECONNABORTED' || error.syscall === 'write') return;
    next?.(error.code === 'EISDIR' ? undefined : error);
  };
}

export const FILE_HELPERS: Readonly<Record<keyof FileHelpers, unknown>> = { sendFile, download };
