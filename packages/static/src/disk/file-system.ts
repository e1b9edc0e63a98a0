/**
 * @module What this package needs of `node:fs`. Its functions are looked up for each call, because libraries replace them while a program
 * runs (memfs, mock-fs, graceful-fs).
 */

import fs, { type Stats } from 'node:fs';
import { thrownProperty } from '@nextpress/semantics/thrown-value';

/** Without O_NONBLOCK opening a FIFO waits for a writer. Windows has neither. */
export const READ_FLAGS: number = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);

export const IS_LINUX: boolean = process.platform === 'linux';

const QUIET = { throwIfNoEntry: false } as const;

/** Turns a call with a callback into a promise. */
export function promised<Result>(
  call: (done: (error: Error | null, result: Result) => void) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    call((error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
}

/** Replacements have no `native`. */
export function realPath(path: string): Promise<string> {
  return promised((done) => (fs.realpath.native ?? fs.realpath)(path, done));
}

export function realPathSync(path: string): string {
  return (fs.realpathSync.native ?? fs.realpathSync)(path);
}

/** There is no such file, or none that can be served. */
const MISSING = new Set<unknown>(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL', 'ENXIO']);

/** Whether an error of the file system says that there is no such file. */
export function saysMissing(error: unknown): boolean {
  return MISSING.has(thrownProperty(error, 'code'));
}

/** @returns `undefined` if there is no such file, `'unknown'` if it may not be looked up */
export function statIfFound(path: string): Stats | 'unknown' | undefined {
  try {
    return fs.statSync(path, QUIET);
  } catch (error) {
    return saysMissing(error) ? undefined : 'unknown';
  }
}

export function descriptorLink(fd: number): string {
  return `/proc/self/fd/${fd}`;
}

/** The real path of an open file; `undefined` where there is no link to it: on other systems, without /proc, and for files in memory. */
export function descriptorPath(fd: number): string | undefined {
  if (!IS_LINUX) return undefined;
  try {
    return fs.readlinkSync(descriptorLink(fd));
  } catch {
    return undefined;
  }
}
