/**
 * @module The functions that this package needs from `node:fs`. They are looked up on each call, because libraries
 * replace them at run time (memfs, mock-fs, graceful-fs).
 */

import fs, { type Stats } from 'node:fs';
import { thrownProperty } from '@nextpress/semantics/thrown-value';

/** Without O_NONBLOCK opening a FIFO waits for a writer. Windows has neither. */
export const READ_FLAGS: number = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);

export const IS_LINUX: boolean = process.platform === 'linux';

const QUIET = { throwIfNoEntry: false } as const;

/** Promisifies a call that takes a callback. */
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

/** Libraries that replace `fs` lack `native`. */
export function realPath(path: string): Promise<string> {
  return promised((done) => (fs.realpath.native ?? fs.realpath)(path, done));
}

export function realPathSync(path: string): string {
  return (fs.realpathSync.native ?? fs.realpathSync)(path);
}

/** Error codes for a file that is missing or cannot be served. */
const MISSING = new Set<unknown>(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL', 'ENXIO']);

/** Whether a file system error means that the file is missing. */
export function saysMissing(error: unknown): boolean {
  return MISSING.has(thrownProperty(error, 'code'));
}

/** @returns `undefined` if the file is missing, `'unknown'` if access is denied */
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

/** The real path of an open file; `undefined` without /proc, i.e. on other systems, and for in-memory files. */
export function descriptorPath(fd: number): string | undefined {
  if (!IS_LINUX) return undefined;
  try {
    return fs.readlinkSync(descriptorLink(fd));
  } catch {
    return undefined;
  }
}
