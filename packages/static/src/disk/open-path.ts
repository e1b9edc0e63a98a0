/** @module Hot: opens a file under a root, on the disk or in the snapshot of the root. */

import fs from 'node:fs';
import type { ContentEncoding } from '../options/file-options.ts';
import { notAcceptable, saysMissing, unreadable } from './file-error.ts';
import { type FileRoot, isRefusedUnder, isUnder, pathUnder } from './file-root.ts';
import { descriptorPath, openFile, realPath, statPath } from './file-system.ts';
import {
  closeFile,
  type FileOnDisk,
  FLAGS,
  type Found,
  fileOnDisk,
  isSameFile,
  type OpenFile,
  type Variant,
} from './open-file.ts';
import { isStillMissing, markMissing, markOpened, reopen } from './page-cache.ts';

/**
 * @returns at once for what is in memory; `undefined` also for what lies outside the root
 * @throws {HttpError} 500 if a file exists and cannot be opened
 */
export function openPath(root: FileRoot, names: readonly string[]): Found | Promise<Found> {
  if (root.snapshot === undefined) return openOnDisk(root, names);
  const entry = root.snapshot.get(names.join('/'));
  if (entry === undefined || entry === 'directory' || 'bytes' in entry) return entry;
  return openUnchanged(root, names, entry);
}

async function openUnchanged(root: FileRoot, names: readonly string[], entry: FileOnDisk): Promise<Found> {
  const found = await openOnDisk(root, names);
  if (typeof found !== 'object') return undefined;
  if (isSameFile(found, entry)) return found;
  closeFile(found);
  return undefined;
}

/** It must not be opened; on Windows this includes every directory. */
const REFUSED = new Set(['EISDIR', 'EPERM', 'EACCES']);

/**
 * @returns at once for a path that the kernel has in memory
 * @throws {HttpError} 500 if a file exists and cannot be opened
 */
function openOnDisk(root: FileRoot, names: readonly string[]): Found | Promise<Found> {
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
    found = await explain(error, root, names);
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
  if (!(await liesUnder(root, fd, names))) return undefined;
  if (stats.isFile()) return fileOnDisk(fd, path, stats, false);
  return stats.isDirectory() ? 'directory' : undefined;
}

async function liesUnder(root: FileRoot, fd: number, names: readonly string[]): Promise<boolean> {
  if (root.followsLinks && !root.foldsCase) return true;
  return isUnder(root, descriptorPath(fd) ?? (await realPath(pathUnder(root, names))), names);
}

/** @returns what the error says about the path; throws all others with a status */
async function explain(error: unknown, root: FileRoot, names: readonly string[]): Promise<Found> {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (saysMissing(error) || (code === 'ELOOP' && !root.followsLinks)) return undefined;
  if (REFUSED.has(code)) {
    // The response must not reveal what lies outside the root.
    if (!(await isRefusedUnder(root, names))) return undefined;
    const stats = await statPath(pathUnder(root, names)).catch(() => undefined);
    if (stats?.isDirectory()) return 'directory';
  }
  throw unreadable(error);
}

const SUFFIX: Readonly<Record<ContentEncoding, string>> = { br: '.br', zstd: '.zst', gzip: '.gz' };

/**
 * Opens the first variant that exists. A variant needs its original: otherwise it would outlive a deleted file, and `backup.gz` would
 * have a second path, past its guard.
 *
 * @param variants - best first
 * @throws {HttpError} 406 if only the file itself exists and the client refuses it
 */
export function openVariant(
  root: FileRoot,
  names: readonly string[],
  variants: readonly Variant[],
): Found | Promise<Found> {
  return variants[0] === 'identity' ? openPath(root, names) : openPreferred(root, names, variants);
}

async function openPreferred(
  root: FileRoot,
  names: readonly string[],
  variants: readonly Variant[],
): Promise<Found> {
  const original = await openPath(root, names);
  if (typeof original !== 'object') return original;
  let found: OpenFile | undefined;
  try {
    for (const variant of variants) {
      found = variant === 'identity' ? original : await openEncoded(root, names, variant);
      if (found !== undefined) return found;
    }
  } finally {
    if (found !== original) closeFile(original);
  }
  throw notAcceptable();
}

async function openEncoded(
  root: FileRoot,
  names: readonly string[],
  encoding: ContentEncoding,
): Promise<OpenFile | undefined> {
  const suffix = SUFFIX[encoding];
  const found = await openPath(root, [...names.slice(0, -1), names.at(-1) + suffix]);
  if (typeof found !== 'object') return undefined;
  return { ...found, path: found.path.slice(0, -suffix.length), encoding };
}
