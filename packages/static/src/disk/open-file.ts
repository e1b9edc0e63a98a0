/** @module Hot: from names to an open file. */

import type { Stats } from 'node:fs';
import { closeSync, constants, fstatSync, open, openSync, readlinkSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ContentCoding } from '../answer/content-form.ts';
import { unreadable } from '../file-error.ts';
import { type FileOnDisk, isSameFile, lookUp, type Snapshot } from '../snapshot/snapshot.ts';
import type { FileRoot } from './file-root.ts';
import { isPlainlyUnder, isUnder, pathUnder } from './file-root.ts';
import { HAS_OPEN_FILES, OPEN_FILES } from './local-devices.ts';
import { isBelowNothing, isNothing, recentSight, sawFile, sawNothing } from './recent-paths.ts';

/** A regular file, open for reading. Whoever has it closes it. */
export interface OpenFile {
  readonly fd: number;
  /** Absolute, by the names that were asked for. */
  readonly path: string;
  /** The one that was opened, which of a variant is another. */
  readonly ownPath: string;
  /** Of the open file, whatever its name comes to mean. */
  readonly stats: Stats;
  /** What its bytes are coded in; `path` is then the original's. */
  readonly encoding: ContentCoding | undefined;
  /** Whether it was read lately, so that reading it doesn't wait for the disk. */
  readonly isAtHand: boolean;
  /** All of it, if it is in memory; nothing is open then. */
  readonly bytes: Buffer | undefined;
  /** A strong one, if its bytes are known. */
  readonly entityTag: string | undefined;
}

/** What there is of that name: `undefined` for nothing that could be served. */
export type Found = OpenFile | 'directory' | undefined;

const openPath = promisify(open);

/** Opening a FIFO waits for a writer unless it is told not to. Windows has neither. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** There is nothing of that name, or nothing that could be served. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EINVAL', 'ENXIO']);

/** What Windows says when it is asked to open a directory. */
const PERHAPS_DIRECTORY = new Set(['EISDIR', 'EPERM', 'EACCES']);

/**
 * Opens the file of that name under the root; without one, the first of the names is the root of the file system, and every
 * file is served that can be read.
 *
 * @returns at once for a path that was looked at lately, and for a file in memory; `undefined` also for something outside the root
 * @throws {HttpError} 500 when a file that is there can't be opened
 */
export function openFile(root: FileRoot | undefined, names: readonly string[]): Found | Promise<Found> {
  if (root?.snapshot !== undefined) return openInSnapshot(root, root.snapshot, names);
  return openOnDisk(root, names);
}

function openInSnapshot(
  root: FileRoot,
  snapshot: Snapshot,
  names: readonly string[],
): Found | Promise<Found> {
  const seen = lookUp(snapshot, names);
  if (seen === undefined || seen === 'directory' || 'bytes' in seen) return seen;
  const found = openOnDisk(root, names);
  return found instanceof Promise
    ? found.then((file) => unlessChanged(file, seen))
    : unlessChanged(found, seen);
}

/** Another file than that of the snapshot isn't there. */
function unlessChanged(found: Found, seen: FileOnDisk): OpenFile | undefined {
  if (typeof found !== 'object') return undefined;
  if (isSameFile(found, seen)) return found;
  closeFile(found);
  return undefined;
}

function openOnDisk(root: FileRoot | undefined, names: readonly string[]): Found | Promise<Found> {
  const path = root === undefined ? join(...names) : pathUnder(root, names);
  const sight = recentSight(path);
  if (sight === 'opened' || sight === 'read') {
    const fd = openNow(path);
    if (fd !== undefined) return inspect(fd, path, root, names, sight === 'read');
  } else if (sight === 'nothing' || (root !== undefined && isBelowNothing(root.prefix, names))) {
    if (isNothing(path)) return undefined;
  }
  return openInPool(path, root, names);
}

function openNow(path: string): number | undefined {
  try {
    return openSync(path, FLAGS);
  } catch {
    return undefined;
  }
}

async function openInPool(
  path: string,
  root: FileRoot | undefined,
  names: readonly string[],
): Promise<Found> {
  let fd: number;
  try {
    fd = await openPath(path, FLAGS);
  } catch (error) {
    const found = await explain(error, path);
    if (found === undefined && root !== undefined) sawNothing(root.prefix, names);
    return found;
  }
  const found = await inspect(fd, path, root, names, false);
  if (typeof found === 'object') sawFile(path, found.stats.dev, 'opened');
  return found;
}

/**
 * Finds out what has been opened, and where it is. Synchronous as far as nothing has to be waited for: both facts about an open
 * file are in the kernel's memory.
 */
function inspect(
  fd: number,
  path: string,
  root: FileRoot | undefined,
  names: readonly string[],
  isAtHand: boolean,
): Found | Promise<Found> {
  let stats: Stats;
  let real: string | undefined;
  try {
    stats = fstatSync(fd);
    if (root !== undefined && HAS_OPEN_FILES) real = readlinkSync(`${OPEN_FILES}/${fd}`);
  } catch (error) {
    closeSync(fd);
    return explain(error, path);
  }
  const file = {
    fd,
    path,
    ownPath: path,
    stats,
    encoding: undefined,
    isAtHand,
    bytes: undefined,
    entityTag: undefined,
  };
  if (root === undefined || (real !== undefined && isPlainlyUnder(root, real, names)))
    return settle(file, true);
  return inspectAtLength(file, root, real, names);
}

/** For what was reached through a link, and on a system that doesn't tell the path of an open file. */
async function inspectAtLength(
  file: OpenFile,
  root: FileRoot,
  real: string | undefined,
  names: readonly string[],
): Promise<Found> {
  try {
    return settle(file, await isUnder(root, real ?? (await realpath(file.path)), names));
  } catch (error) {
    closeSync(file.fd);
    return explain(error, file.path);
  }
}

/** Keeps a regular file open, and nothing else. */
function settle(file: OpenFile, isInside: boolean): Found {
  if (isInside && file.stats.isFile()) return file;
  closeSync(file.fd);
  return isInside && file.stats.isDirectory() ? 'directory' : undefined;
}

/** Gives the descriptor back. Synchronous: a file that was only read has nothing left to write. */
export function closeFile(file: OpenFile): void {
  if (file.bytes === undefined) closeSync(file.fd);
}

async function explain(error: unknown, path: string): Promise<'directory' | undefined> {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (ABSENT.has(code)) return undefined;
  const stats = PERHAPS_DIRECTORY.has(code) ? await stat(path).catch(() => undefined) : undefined;
  if (stats?.isDirectory()) return 'directory';
  throw unreadable(error);
}
