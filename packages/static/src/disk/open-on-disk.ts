/** @module Hot: opens a file on the disk and checks what it is and where it lies. */

import fs from 'node:fs';
import { descriptorPath } from './descriptor-path.ts';
import { saysMissing, unreadable } from './file-error.ts';
import { type FileRoot, isRefusedUnder, isUnder, pathUnder } from './file-root.ts';
import { openFile, realPath, statPath } from './file-system.ts';
import { FLAGS, type Found, fileOnDisk } from './open-file.ts';
import { isStillMissing, markMissing, markOpened, reopen } from './page-cache.ts';

/** It must not be opened; on Windows this includes every directory. */
const REFUSED = new Set(['EISDIR', 'EPERM', 'EACCES']);

/**
 * @returns at once for a path that the kernel has in memory
 * @throws {HttpError} 500 if a file exists and cannot be opened
 */
export function openOnDisk(root: FileRoot, names: readonly string[]): Found | Promise<Found> {
  const path = pathUnder(root, names);
  if (root.syncReads) {
    if (isStillMissing(path, root.prefix, names)) return undefined;
    const file = reopen(path, root, names);
    if (file !== undefined) return file;
  }
  return openInPool(path, root, names);
}

async function openInPool(path: string, root: FileRoot, names: readonly string[]): Promise<Found> {
  let fd: number | undefined;
  let found: Found;
  try {
    fd = await openFile(path, FLAGS);
    found = await inspect(fd, path, root, names);
  } catch (error) {
    if (fd !== undefined) fs.closeSync(fd);
    found = await explain(error, path, root, names);
    if (found === undefined && root.syncReads) markMissing(root.prefix, names);
    return found;
  }
  if (typeof found !== 'object') fs.closeSync(fd);
  else if (root.syncReads) markOpened(path, found.stats.dev);
  return found;
}

async function inspect(fd: number, path: string, root: FileRoot, names: readonly string[]): Promise<Found> {
  // Synchronous, because the kernel has the facts about an open file in memory.
  const stats = fs.fstatSync(fd);
  if (!(await liesUnder(root, fd, path, names))) return undefined;
  if (stats.isFile()) return fileOnDisk(fd, path, stats, false);
  return stats.isDirectory() ? 'directory' : undefined;
}

async function liesUnder(
  root: FileRoot,
  fd: number,
  path: string,
  names: readonly string[],
): Promise<boolean> {
  if (root.followsLinks && !root.foldsCase) return true;
  return isUnder(root, descriptorPath(fd) ?? (await realPath(path)), names);
}

/** @returns what the error says about the path; throws all others with a status */
async function explain(
  error: unknown,
  path: string,
  root: FileRoot,
  names: readonly string[],
): Promise<'directory' | undefined> {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (saysMissing(error) || (code === 'ELOOP' && !root.followsLinks)) return undefined;
  if (REFUSED.has(code)) {
    // The response must not reveal what lies outside the root.
    if (!(await isRefusedUnder(root, names))) return undefined;
    const stats = await statPath(path).catch(() => undefined);
    if (stats?.isDirectory()) return 'directory';
  }
  throw unreadable(error);
}
