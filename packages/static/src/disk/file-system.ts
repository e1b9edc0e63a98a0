/**
 * @module The functions of `node:fs` that this package calls, as promises. They are looked up for each call, because libraries replace
 * them while a program runs (memfs, mock-fs, graceful-fs).
 */

import fs, { type Stats } from 'node:fs';

type Done<Result> = (error: Error | null, result: Result) => void;

function promised<Result>(call: (done: Done<Result>) => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    call((error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
}

export function openFile(path: string, flags: number): Promise<number> {
  return promised((done) => fs.open(path, flags, done));
}

/** @returns the number of bytes that were read */
export function readAt(
  fd: number,
  bytes: Buffer,
  offset: number,
  length: number,
  position: number,
): Promise<number> {
  return promised((done) => fs.read(fd, bytes, offset, length, position, done));
}

/** Its errors have one line of stack, as those of send. */
export function statPath(path: string): Promise<Stats> {
  return promised((done) => fs.stat(path, done));
}

export function namesIn(directory: string): Promise<string[]> {
  return promised((done) => fs.readdir(directory, done));
}

/** Replacements have no `native`. */
export function realPath(path: string): Promise<string> {
  return promised((done) => (fs.realpath.native ?? fs.realpath)(path, done));
}

export function realPathSync(path: string): string {
  return (fs.realpathSync.native ?? fs.realpathSync)(path);
}

const OPEN_FILES = '/proc/self/fd';

export const IS_LINUX: boolean = process.platform === 'linux';

export function descriptorLink(fd: number): string {
  return `${OPEN_FILES}/${fd}`;
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
