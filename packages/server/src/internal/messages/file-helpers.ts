/** @module `res.sendFile` and `res.download`. */

import { basename, isAbsolute, resolve } from 'node:path';
import { SETTINGS } from '@nextpress/core';
import { thrownProperty } from '@nextpress/semantics/thrown-value';
import type { FileSent, SendFileError, SendFileOptions } from '@nextpress/static';
import type { Request, Response } from '../../types/application.ts';
import type { FileHelpers } from '../../types/file-helpers.ts';
import type { OwnSettings } from '../dialect.ts';

function sendFile(
  this: Response,
  path: string,
  options?: SendFileOptions | FileSent,
  callback?: FileSent,
): void {
  const [given, done] = typeof options === 'function' ? [undefined, options] : [options, callback];
  // Express's wording: its users' tests match it.
  if (!path) throw new TypeError('path argument is required to res.sendFile');
  if (typeof path !== 'string') throw new TypeError('path must be a string to res.sendFile');
  if (!given?.root && !isAbsolute(path)) {
    throw new TypeError('path must be absolute or specify root to res.sendFile');
  }
  (this[SETTINGS] as OwnSettings).dialect.sendFile(this, path, given, done);
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
  const { headers, ...others } = copyAll(given as SendFileOptions | undefined);
  const name = typeof filename === 'string' && filename !== '' ? filename : path;
  const otherHeaders = Object.entries(headers ?? {}).filter(([header]) => !isDisposition(header));
  const all = {
    'Content-Disposition': (this[SETTINGS] as OwnSettings).dialect.disposition(basename(name)),
    ...Object.fromEntries(otherHeaders),
  };
  this.sendFile(
    others.root ? path : resolve(path),
    { ...others, headers: all },
    done as FileSent | undefined,
  );
}

/** Copies the options, inherited ones included, as Express reads them. */
function copyAll(options: SendFileOptions | undefined): SendFileOptions {
  const copy: Record<string, unknown> = {};
  for (const name in options) copy[name] = options[name as keyof SendFileOptions];
  return copy;
}

function isDisposition(header: string): boolean {
  return header.toLowerCase() === 'content-disposition';
}

/**
 * The default callback: passes errors to the `next` of the layer that sends the file, unless the client has
 * disconnected.
 */
export function passErrorsOn({ next }: Request): FileSent {
  return (error?: SendFileError) => {
    const code = thrownProperty(error, 'code');
    if (error === undefined || code === 'ECONNABORTED' || thrownProperty(error, 'syscall') === 'write')
      return;
    next?.(code === 'EISDIR' ? undefined : error);
  };
}

export const FILE_HELPERS: Readonly<Record<keyof FileHelpers, unknown>> = { sendFile, download };
