/** @module Cold: reads a tree into memory, within a budget. Synchronous, because it runs before the server listens. */

import fs, { type Dirent, type Stats } from 'node:fs';
import { sep } from 'node:path';
import { strongEntityTag } from '@nextpress/semantics/entity-tag';
import { type FileRoot, isWithin } from './disk/file-root.ts';
import { READ_FLAGS, realPathSync } from './disk/file-system.ts';
import { isSameFile, makeOpenFile, type OpenFile, type Snapshot } from './disk/open-file.ts';
import type { SnapshotSettings } from './options/static-options.ts';

interface TreeFile {
  /** The names, joined with slashes. */
  readonly key: string;
  /** Absolute; symbolic links are not resolved. */
  readonly path: string;
  readonly stats: Stats;
}

interface Tree {
  /** Keys as for files; the root is the empty string. */
  readonly directories: readonly string[];
  readonly files: readonly TreeFile[];
}

interface Directory {
  readonly key: string;
  readonly path: string;
  /** The path with its symbolic links resolved. */
  readonly real: string;
  readonly parent: Directory | undefined;
}

/**
 * The smallest files are kept in memory, with strong entity tags.
 *
 * @throws {RangeError} if the tree has too many entries
 */
export function takeSnapshot(root: FileRoot, hasDotfiles: boolean, settings: SnapshotSettings): Snapshot {
  const { directories, files } = readTree(root, hasDotfiles, settings.maxEntries);
  const snapshot = new Map<string, ReturnType<Snapshot['get']> & {}>();
  for (const key of directories) snapshot.set(key, 'directory');
  let left = settings.maxBytes;
  for (const file of files.toSorted((one, other) => one.stats.size - other.stats.size)) {
    const { size } = file.stats;
    const inMemory = size <= settings.maxFileBytes && size <= left ? readWhole(file) : undefined;
    if (inMemory !== undefined) left -= size;
    snapshot.set(file.key, inMemory ?? { stats: file.stats });
  }
  return snapshot;
}

/** @returns `undefined` if the file cannot be read or has just changed */
function readWhole({ path, stats }: TreeFile): OpenFile | undefined {
  let fd: number | undefined;
  try {
    fd = fs.openSync(path, READ_FLAGS);
    const bytes = fs.readFileSync(fd);
    const isSame = bytes.length === stats.size && isSameFile({ stats: fs.fstatSync(fd) }, { stats });
    return isSame ? makeOpenFile(-1, path, stats, true, bytes, strongEntityTag(bytes)) : undefined;
  } catch {
    // A request for it gets the same 500 as without a snapshot.
    return undefined;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/**
 * Walks a tree. Links within the root are followed, unless they lead to a parent directory.
 *
 * @throws {RangeError} if there are too many entries
 * @throws the system error if a directory cannot be read
 */
export function readTree(root: FileRoot, hasDotfiles: boolean, maxEntries: number): Tree {
  const top = { key: '', path: root.path, real: realPathSync(root.path), parent: undefined };
  const toRead: Directory[] = [top];
  const directories: string[] = [];
  const files: TreeFile[] = [];
  for (let directory = toRead.pop(); directory !== undefined; directory = toRead.pop()) {
    const entries = entriesOf(directory);
    if (entries === undefined) continue;
    directories.push(directory.key);
    for (const entry of entries) {
      if (entry.name.startsWith('.') && !hasDotfiles) continue;
      const found = look(root, directory, entry);
      if (found === undefined) continue;
      if ('stats' in found) files.push(found);
      else toRead.push(found);
      if (directories.length + toRead.length + files.length > maxEntries) throw tooMany(root, maxEntries);
    }
  }
  return { directories, files };
}

/** @returns `undefined` for a directory that was removed in the meantime, or whose name is not UTF-8 */
function entriesOf({ path }: Directory): Dirent[] | undefined {
  try {
    return fs.readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) throw error;
    return undefined;
  }
}

function look(root: FileRoot, parent: Directory, entry: Dirent): TreeFile | Directory | undefined {
  const key = parent.key === '' ? entry.name : `${parent.key}/${entry.name}`;
  const path = `${parent.path === sep ? '' : parent.path}${sep}${entry.name}`;
  if (entry.isDirectory()) return { key, path, real: `${parent.real}${sep}${entry.name}`, parent };
  if (!entry.isFile() && !entry.isSymbolicLink()) return undefined;
  try {
    if (!entry.isSymbolicLink()) return { key, path, stats: fs.lstatSync(path) };
    const real = realPathSync(path);
    if (!isWithin(root, real)) return undefined;
    const stats = fs.statSync(real);
    if (stats.isFile()) return { key, path, stats };
    return stats.isDirectory() && !isInside(parent, real) ? { key, path, real, parent } : undefined;
  } catch {
    // A dangling link, a name that is not UTF-8, or a file that was removed in the meantime.
    return undefined;
  }
}

/** Whether `real` is the real path of a directory or of one of its parents. */
function isInside(directory: Directory, real: string): boolean {
  for (let outer: Directory | undefined = directory; outer !== undefined; outer = outer.parent) {
    if (outer.real === real) return true;
  }
  return false;
}

function tooMany(root: FileRoot, maxEntries: number): RangeError {
  return new RangeError(
    `Too many files for a snapshot: expected at most ${maxEntries} files and directories in ${root.path}. ` +
      'Raise the option "snapshot.maxEntries" of serveStatic(), or remove the option "snapshot".',
  );
}
