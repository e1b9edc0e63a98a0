import type { Stats } from 'node:fs';
import type { OpenFile } from './open-file.ts';

/** A file of a snapshot that is not in memory. It is served as long as it is unchanged. */
export interface FileOnDisk {
  readonly stats: Stats;
}

/** A tree as it was at startup, by names joined with slashes; the root is the empty string. */
export type Snapshot = ReadonlyMap<string, OpenFile | FileOnDisk | 'directory'>;

export function isSameFile(file: FileOnDisk, { stats }: FileOnDisk): boolean {
  const { ino, dev, size, mtimeMs } = file.stats;
  return ino === stats.ino && dev === stats.dev && size === stats.size && mtimeMs === stats.mtimeMs;
}
