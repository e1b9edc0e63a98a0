/** @module Hot: from names to what stands there now on the disk, and the proof that it does. */

import type { Stats } from 'node:fs';
import { closeSync, constants, fstatSync, open, openSync, readlinkSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unreadable } from '../file-error.ts';
import type { FileRoot } from './file-root.ts';
import { isPlainlyUnder, isRefusedUnder, isUnder, pathUnder } from './file-root.ts';
import { HAS_OPEN_FILES, OPEN_FILES } from './local-devices.ts';
import type { Found, OpenFile } from './open-file.ts';
import { isBelowNothing, isNothing, recentSight, sawFile, sawNothing } from './recent-paths.ts';

const openPath = promisify(open);

/** Opening a FIFO waits for a writer unless it is told not to. Windows has neither. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** A name in the root itself that is opened without following a link can't be anywhere else. */
const NO_FOLLOW = constants.O_NOFOLLOW as number | undefined;

/** There is nothing of that name, or nothing that could be served. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL', 'ENXIO']);

/** It may not be opened; on Windows no directory may. */
const REFUSED = new Set(['EISDIR', 'EPERM', 'EACCES']);

/**
 * Opens the file of that name under the root, wherever the names lead within it.
 *
 * @returns at once for a path that was looked at lately
 * @throws {HttpError} 500 when a file that is there can't be opened
 */
export function openOnDisk(root: FileRoot | undefined, names: readonly string[]): Found | Promise<Found> {
  const path = root === undefined ? join(...names) : pathUnder(root, names);
  const sight = recentSight(path);
  if (sight === 'opened' || sight === 'read') {
    const isDirect = names.length === 1 && root?.foldsCase === false && !root.followsLinks;
    const flags = isDirect && NO_FOLLOW !== undefined ? FLAGS | NO_FOLLOW : FLAGS;
    const fd = openNow(path, flags);
    if (fd !== undefined)
      return inspect(fd, path, flags === FLAGS ? root : undefined, names, sight === 'read');
  } else if (sight === 'nothing' || (root !== undefined && isBelowNothing(root.prefix, names))) {
    if (isNothing(path)) return undefined;
  }
  return openInPool(path, root, names);
}

function openNow(path: string, flags: number): number | undefined {
  try {
    return openSync(path, flags);
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
    const found = await explain(error, path, root, names);
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
 *
 * @param root - `undefined` when it may be anywhere, or is known to be where it should
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
  const mayBeAnywhere = root === undefined || (root.followsLinks && !root.foldsCase);
  try {
    stats = fstatSync(fd);
    if (!mayBeAnywhere && HAS_OPEN_FILES) real = readlinkSync(`${OPEN_FILES}/${fd}`);
  } catch (error) {
    closeSync(fd);
    return explain(error, path, root, names);
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
  if (mayBeAnywhere || (real !== undefined && isPlainlyUnder(root, real, names))) return settle(file, true);
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
    return explain(error, file.path, root, names);
  }
}

/** Keeps a regular file open, and nothing else. */
function settle(file: OpenFile, isInside: boolean): Found {
  if (isInside && file.stats.isFile()) return file;
  closeSync(file.fd);
  return isInside && file.stats.isDirectory() ? 'directory' : undefined;
}

async function explain(
  error: unknown,
  path: string,
  root: FileRoot | undefined,
  names: readonly string[],
): Promise<'directory' | undefined> {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (ABSENT.has(code) || (code === 'ELOOP' && !root?.followsLinks)) return undefined;
  if (REFUSED.has(code)) {
    // Else a link that leads out would tell what there is.
    if (root !== undefined && !(await isRefusedUnder(root, names))) return undefined;
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isDirectory()) return 'directory';
  }
  throw unreadable(error);
}
