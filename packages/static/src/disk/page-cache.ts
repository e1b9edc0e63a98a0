/**
 * @module Hot: opens recently used paths synchronously: the kernel has them cached, so a syscall takes microseconds,
 * while the thread pool adds 20 µs to each call. No content is cached. The option `syncReads` turns this off.
 */

import fs from 'node:fs';
import { dirname, sep } from 'node:path';
import { BoundedMap } from '../bounded-map.ts';
import { type FileRoot, pathUnder } from './file-root.ts';
import { descriptorPath, IS_LINUX, READ_FLAGS, statIfFound } from './file-system.ts';
import { makeOpenFile, type OpenFile } from './open-file.ts';

/** What the last request for a path found: nothing, a file that was opened, or a file that was read completely. */
type State = 'missing' | 'opened' | 'read';

interface Entry {
  readonly state: State;
  usedAt: number;
}

/** After this many milliseconds without a request the kernel may have dropped the path. */
const MAX_IDLE = 5_000;
const MAX_PATHS = 4_096;

const entries = new BoundedMap<string, Entry>(MAX_PATHS);

/**
 * Opens a recently opened regular file that lies under the root without links.
 *
 * @returns `'missing'` if the path was recently missing and still is; `undefined` if the thread pool has to look
 */
export function openRecent(root: FileRoot, names: readonly string[]): OpenFile | 'missing' | undefined {
  if (!root.syncReads) return undefined;
  const path = pathUnder(root, names);
  const state = stateOf(path);
  if (state === 'opened' || state === 'read') return openNow(path, root, names, state === 'read');
  const mayBeMissing = state === 'missing' || stateOf(root.prefix + names[0]) === 'missing';
  return mayBeMissing && isAbsent(path) ? 'missing' : undefined;
}

function openNow(
  path: string,
  root: FileRoot,
  names: readonly string[],
  isCached: boolean,
): OpenFile | undefined {
  const mayFollow = root.followsLinks && !root.foldsCase;
  // A name in the root itself, opened without following a link, cannot lie anywhere else.
  const isDirect = names.length === 1 && !root.followsLinks && !root.foldsCase;
  let fd: number | undefined;
  try {
    fd = fs.openSync(path, isDirect ? READ_FLAGS | fs.constants.O_NOFOLLOW : READ_FLAGS);
    const stats = fs.fstatSync(fd);
    if (stats.isFile() && (mayFollow || isDirect || isPlainlyUnder(root, fd, names))) {
      return makeOpenFile(fd, path, stats, isCached);
    }
  } catch {
    // The thread pool tries again and handles the error.
  }
  if (fd !== undefined) fs.closeSync(fd);
  return undefined;
}

function isPlainlyUnder(root: FileRoot, fd: number, names: readonly string[]): boolean {
  return !root.foldsCase && descriptorPath(fd) === root.realPrefix + names.join(sep);
}

export function markOpened(root: FileRoot, path: string, device: number): void {
  if (root.syncReads && isLocal(device, path)) setState(path, 'opened');
}

export function markRead(path: string): void {
  if (entries.get(path)?.state === 'opened') setState(path, 'read');
}

/** Marks the first name if it is missing: one entry then covers all paths below it. */
export function markMissing({ prefix, syncReads }: FileRoot, names: readonly string[]): void {
  if (!syncReads || !isLocalDirectory(prefix)) return;
  const first = prefix + names[0];
  const path = prefix + names.join(sep);
  if (isAbsent(first)) setState(first, 'missing');
  else if (isLocalDirectory(dirname(path))) setState(path, 'missing');
}

function isLocalDirectory(path: string): boolean {
  const stats = statIfFound(path);
  return typeof stats === 'object' && isLocal(stats.dev, path);
}

function isAbsent(path: string): boolean {
  return statIfFound(path) === undefined;
}

function stateOf(path: string): State | undefined {
  const entry = entries.get(path);
  if (entry === undefined) return undefined;
  const now = performance.now();
  if (now - entry.usedAt > MAX_IDLE) {
    entries.delete(path);
    return undefined;
  }
  entry.usedAt = now;
  return entry.state;
}

function setState(path: string, state: State): void {
  entries.set(path, { state, usedAt: performance.now() });
}

/** Linux statfs(2) magic numbers of file systems that never wait for a network. */
const LOCAL_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x5846_5342, // XFS
  0x9123_683e, // Btrfs
  0x2fc1_2fc1, // ZFS
  0xf2f5_2010, // F2FS
  0xca45_1a4e, // bcachefs
  0x0102_1994, // tmpfs
  0x8584_58f6, // ramfs
  0x794c_7630, // overlayfs, used by containers
  0x7371_7368, // SquashFS
  0xe0f5_e1e2, // EROFS
]);

const localDevices = new Map<number, boolean>();

/** Looks up an unknown device in the background; until then it counts as not local. */
function isLocal(device: number, path: string): boolean {
  const known = localDevices.get(device);
  if (known !== undefined || !IS_LINUX) return known === true;
  localDevices.set(device, false);
  fs.statfs(path, (error, stats) => {
    if (error === null) localDevices.set(device, LOCAL_FILE_SYSTEMS.has(stats.type));
    else localDevices.delete(device);
  });
  return false;
}
