/** @module Cold: reads a tree into memory, within a budget. Synchronous, because a server starts before it listens. */

import fs from 'node:fs';
import { strongEntityTag } from '@nextpress/semantics/entity-tag';
import type { FileRoot } from '../disk/file-root.ts';
import { isSameFile, type OpenFile, type Snapshot } from '../disk/open-file.ts';
import type { SnapshotSettings } from '../options/snapshot-options.ts';
import { readTree, type TreeFile } from './read-tree.ts';

const FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);

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
    fd = fs.openSync(path, FLAGS);
    const bytes = Buffer.allocUnsafe(stats.size);
    let filled = 0;
    while (filled < bytes.length) {
      const bytesRead = fs.readSync(fd, bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) return undefined;
      filled += bytesRead;
    }
    if (!isSameFile({ stats: fs.fstatSync(fd) }, { stats })) return undefined;
    return {
      fd: -1,
      path,
      diskPath: path,
      stats,
      encoding: undefined,
      isCached: true,
      bytes,
      entityTag: strongEntityTag(bytes),
    };
  } catch {
    // A request for it gets the same 500 as without a snapshot.
    return undefined;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}
