/** @module Hot: from names to an open file. */

import type { Stats } from 'node:fs';
import { closeSync, constants, existsSync, fstatSync, open, readlinkSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ContentCoding } from '../answer/content-form.ts';
import { unreadable } from '../file-error.ts';
import type { FileRoot } from './file-root.ts';
import { isUnder, pathUnder } from './file-root.ts';

/** A regular file, open for reading. Whoever has it closes it. */
export interface OpenFile {
  readonly fd: number;
  /** Absolute, by the names that were asked for. */
  readonly path: string;
  /** Of the open file, whatever its name comes to mean. */
  readonly stats: Stats;
  /** What its bytes are coded in; `path` is then the original's. */
  readonly encoding: ContentCoding | undefined;
}

const openPath = promisify(open);

/** Opening a FIFO waits for a writer unless it is told not to. Windows has neither. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Linux tells the path of an open file, which nobody can change between the question and the answer. */
const OPEN_FILES = '/proc/self/fd';
const HAS_OPEN_FILES = process.platform === 'linux' && existsSync(OPEN_FILES);

/** There is nothing of that name, or nothing that could be served. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EINVAL', 'ENXIO']);

/** What Windows says when it is asked to open a directory. */
const PERHAPS_DIRECTORY = new Set(['EISDIR', 'EPERM', 'EACCES']);

/**
 * Opens the file of that name under the root; without one, the first of the names is the root of the file system, and every
 * file is served that can be read.
 *
 * @returns `'directory'` when it is one; `undefined` when there is nothing, something that is no file, or something
 * outside the root
 * @throws {HttpError} 500 when a file that is there can't be opened
 */
export async function openFile(
  root: FileRoot | undefined,
  names: readonly string[],
): Promise<OpenFile | 'directory' | undefined> {
  const path = root === undefined ? join(...names) : pathUnder(root, names);
  let fd: number;
  try {
    fd = await openPath(path, FLAGS);
  } catch (error) {
    return explain(error, path);
  }
  let file: OpenFile | undefined;
  try {
    // Synchronous, because nothing is waited for: both facts about an open file are in the kernel's memory.
    const stats = fstatSync(fd);
    if (root !== undefined && !(await isUnder(root, await realPathOf(fd, path), names))) return undefined;
    if (stats.isDirectory()) return 'directory';
    if (stats.isFile()) file = { fd, path, stats, encoding: undefined };
    return file;
  } catch (error) {
    return explain(error, path);
  } finally {
    if (file === undefined) closeSync(fd);
  }
}

function realPathOf(fd: number, path: string): string | Promise<string> {
  return HAS_OPEN_FILES ? readlinkSync(`${OPEN_FILES}/${fd}`) : realpath(path);
}

/** Gives the descriptor back. Synchronous: a file that was only read has nothing left to write. */
export function closeFile(file: OpenFile): void {
  closeSync(file.fd);
}

async function explain(error: unknown, path: string): Promise<'directory' | undefined> {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (ABSENT.has(code)) return undefined;
  const stats = PERHAPS_DIRECTORY.has(code) ? await stat(path).catch(() => undefined) : undefined;
  if (stats?.isDirectory()) return 'directory';
  throw unreadable(error);
}
