/** @module Hot: a tree as it was when the server was set up. */

import type { Stats } from 'node:fs';
import type { OpenFile } from './open-file.ts';

/** A file that is in the tree, but not in memory: to be opened, and to be the same still. */
export interface FileOnDisk {
  readonly stats: Stats;
}

/** Whatever there is, by its names with slashes between them; the root by the empty string. */
export type Snapshot = ReadonlyMap<string, OpenFile | FileOnDisk | 'directory'>;

/** What a tree had of these names. */
export function lookUp(
  snapshot: Snapshot,
  names: readonly string[],
): OpenFile | FileOnDisk | 'directory' | undefined {
  return snapshot.get(names.length === 1 ? (names[0] ?? '') : names.join('/'));
}

/** Whether an open file is the one that was there at set-up, unchanged. */
export function isSameFile(file: FileOnDisk, { stats }: FileOnDisk): boolean {
  const { ino, dev, size, mtimeMs } = file.stats;
  return ino === stats.ino && dev === stats.dev && size === stats.size && mtimeMs === stats.mtimeMs;
}
