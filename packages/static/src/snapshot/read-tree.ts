/** @module Cold: what lies under a directory, names and facts, without the content. Synchronous: for set-up. */

import type { Dirent, Stats } from 'node:fs';
import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import type { FileRoot } from '../disk/file-root.ts';
import { isWithin } from '../disk/file-root.ts';

/** A file of a tree. */
export interface TreeFile {
  /** Its names with slashes between them. */
  readonly key: string;
  /** Absolute, by these names. */
  readonly path: string;
  readonly stats: Stats;
}

/** What lies under a directory. */
export interface Tree {
  /** Names with slashes between them; the directory itself is the empty string. */
  readonly directories: readonly string[];
  readonly files: readonly TreeFile[];
}

interface Directory {
  readonly key: string;
  readonly path: string;
  /** Without symbolic links. */
  readonly real: string;
  readonly parent: Directory | undefined;
}

/**
 * Walks a tree. As when files are served live, links within the root are followed and others aren't. A link to a directory that it
 * lies in is left out: by that the tree had no end.
 *
 * @throws {RangeError} when there are more entries than that
 * @throws what the system says when a directory can't be read
 */
export function readTree(root: FileRoot, hasDotfiles: boolean, maxEntries: number): Tree {
  const top = { key: '', path: root.path, real: realpathSync.native(root.path), parent: undefined };
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

/** What is in a directory; `undefined` for one that has gone by now, and for a name that isn't UTF-8. */
function entriesOf({ path }: Directory): Dirent[] | undefined {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) throw error;
    return undefined;
  }
}

function look(root: FileRoot, parent: Directory, entry: Dirent): TreeFile | Directory | undefined {
  const key = parent.key === '' ? entry.name : `${parent.key}/${entry.name}`;
  const path = `${parent.path === sep ? '' : parent.path}${sep}${entry.name}`;
  if (entry.isDirectory()) return { key, path, real: `${parent.real}${sep}${entry.name}`, parent };
  if (!entry.isFile() && !entry.isSymbolicLink()) return undefined;
  try {
    if (!entry.isSymbolicLink()) return { key, path, stats: lstatSync(path) };
    const real = realpathSync.native(path);
    if (!isWithin(root, real)) return undefined;
    const stats = statSync(real);
    if (stats.isFile()) return { key, path, stats };
    return stats.isDirectory() && !isInside(parent, real) ? { key, path, real, parent } : undefined;
  } catch {
    // A link to nothing, a name that isn't UTF-8, or gone by now: it isn't there when it is asked for either.
    return undefined;
  }
}

/** Whether a directory is, or lies in, the one at that real path, on the way by which it was reached. */
function isInside(directory: Directory, real: string): boolean {
  for (let way: Directory | undefined = directory; way !== undefined; way = way.parent) {
    if (way.real === real) return true;
  }
  return false;
}

function tooMany(root: FileRoot, maxEntries: number): RangeError {
  return new RangeError(
    `Too many files for a snapshot: expected at most ${maxEntries} files and directories in ${root.path}. ` +
      'Raise the option "snapshot.maxEntries" of serveStatic(), or remove the option "snapshot".',
  );
}
