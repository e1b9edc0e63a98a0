/** @module Cold: reads a tree into memory, as far as its budget goes. Synchronous: a server is set up before it listens. */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { strongEntityTag } from '@nextpress/semantics/entity-tag';
import type { FileRoot } from '../disk/file-root.ts';
import type { OpenFile } from '../disk/open-file.ts';
import { isSameFile, type Snapshot } from '../disk/snapshot.ts';
import type { SnapshotSettings } from '../options/snapshot-options.ts';
import { readTree, type TreeFile } from './read-tree.ts';

const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Takes a snapshot of the files under a root. The smallest are kept in memory, with strong entity tags, until the budget is used.
 *
 * @throws {RangeError} when the tree has more entries than it may
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

/** A file in memory; `undefined` when it can't be read, or isn't any more what it was a moment ago. */
function readWhole({ path, stats }: TreeFile): OpenFile | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, FLAGS);
    const bytes = Buffer.allocUnsafe(stats.size);
    let filled = 0;
    while (filled < bytes.length) {
      const bytesRead = readSync(fd, bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) return undefined;
      filled += bytesRead;
    }
    if (!isSameFile({ stats: fstatSync(fd) }, { stats })) return undefined;
    return {
      fd: -1,
      path,
      ownPath: path,
      stats,
      encoding: undefined,
      isAtHand: true,
      bytes,
      entityTag: strongEntityTag(bytes),
    };
  } catch {
    // Asked for, it is the 500 that it would be without a snapshot.
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
