/** @module Hot: opens a file under a root, on disk or in the root's snapshot. */

import fs, { type Stats } from 'node:fs';
import { unreadable } from './file-error.ts';
import { type FileRoot, isRefusedUnder, isUnder, pathUnder } from './file-root.ts';
import { descriptorPath, promised, READ_FLAGS, realPath, saysMissing } from './file-system.ts';
import { closeFile, type FileOnDisk, type Found, isSameFile, makeOpenFile } from './open-file.ts';
import { markMissing, markOpened, openRecent } from './page-cache.ts';

/** Opens a path synchronously if a snapshot or the kernel has it in memory; `undefined` if the disk must be read. */
export function openCached(root: FileRoot, names: readonly string[]): Found | undefined {
  if (root.snapshot === undefined) return openRecent(root, names);
  const entry = root.snapshot.get(names.join('/'));
  if (entry === undefined) return 'missing';
  if (entry === 'directory' || 'bytes' in entry) return entry;
  const found = openRecent(root, names);
  return found === undefined ? undefined : ifUnchanged(found, entry);
}

/** @throws {HttpError} 500 if a file exists and cannot be opened */
export async function openPath(root: FileRoot, names: readonly string[]): Promise<Found> {
  const cached = openCached(root, names);
  if (cached !== undefined) return cached;
  const found = await openInPool(root, names);
  const entry = root.snapshot?.get(names.join('/'));
  return entry === undefined ? found : ifUnchanged(found, entry as FileOnDisk);
}

function ifUnchanged(found: Found, entry: FileOnDisk): Found {
  if (typeof found !== 'object') return 'missing';
  if (isSameFile(found, entry)) return found;
  closeFile(found);
  return 'missing';
}

async function openInPool(root: FileRoot, names: readonly string[]): Promise<Found> {
  const path = pathUnder(root, names);
  let fd: number | undefined;
  let found: Found = 'missing';
  try {
    fd = await promised<number>((done) => fs.open(path, READ_FLAGS, done));
    if (await liesUnder(root, fd, names)) found = foundAt(path, fd);
  } catch (error) {
    if (fd !== undefined) fs.closeSync(fd);
    return explain(error, root, names);
  }
  if (typeof found === 'object') markOpened(root, path, found.stats.dev);
  else fs.closeSync(fd);
  return found;
}

async function liesUnder(root: FileRoot, fd: number, names: readonly string[]): Promise<boolean> {
  if (root.followsLinks && !root.foldsCase) return true;
  return isUnder(root, descriptorPath(fd) ?? (await realPath(pathUnder(root, names))), names);
}

function foundAt(path: string, fd: number): Found {
  // Synchronous, because the kernel has an open file's metadata in memory.
  const stats = fs.fstatSync(fd);
  if (stats.isFile()) return makeOpenFile(fd, path, stats, false);
  return stats.isDirectory() ? 'directory' : 'missing';
}

/** Error codes for denied access, which Windows reports for every directory. */
const REFUSED = new Set(['EISDIR', 'EPERM', 'EACCES']);

/** @returns what the error means for the path; throws other errors with a status */
async function explain(error: unknown, root: FileRoot, names: readonly string[]): Promise<Found> {
  const { code = '' } = error as NodeJS.ErrnoException;
  const isRefused = REFUSED.has(code);
  if (isRefused && (await isRefusedUnder(root, names))) {
    const path = pathUnder(root, names);
    const stats = await promised<Stats>((done) => fs.stat(path, done)).catch(() => undefined);
    if (stats?.isDirectory()) return 'directory';
    throw unreadable(error);
  }
  // The response must not reveal anything outside the root.
  if (!isRefused && !saysMissing(error) && (code !== 'ELOOP' || root.followsLinks)) throw unreadable(error);
  markMissing(root, names);
  return 'missing';
}
