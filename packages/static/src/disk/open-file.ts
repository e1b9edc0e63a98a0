import fs, { type Stats } from 'node:fs';
import type { ContentEncoding } from '../options/file-options.ts';

/** A regular file, open for reading. Close it with {@link closeFile}. */
export interface OpenFile {
  readonly fd: number;
  /** Absolute, with the request's names; for a variant, the path of its original. */
  readonly path: string;
  /** The path that was opened. */
  readonly diskPath: string;
  /** Of the open file, even if its path now names another. */
  readonly stats: Stats;
  /** Set for a variant. */
  readonly encoding: ContentEncoding | undefined;
  /** Whether reading it does not wait for the disk. */
  readonly isCached: boolean;
  /** The whole content if it is in memory; no descriptor is open then. */
  readonly bytes: Buffer | undefined;
  /** A strong tag if the content is in memory. */
  readonly entityTag: string | undefined;
}

/** What a path names; `'missing'` also for anything that is not served, such as a device or a file outside the root. */
export type Found = OpenFile | 'directory' | 'missing';

export function makeOpenFile(
  fd: number,
  path: string,
  stats: Stats,
  isCached: boolean,
  bytes?: Buffer,
  entityTag?: string,
): OpenFile {
  return { fd, path, diskPath: path, stats, encoding: undefined, isCached, bytes, entityTag };
}

/** Synchronous, because closing a file that was only read writes nothing. */
export function closeFile(file: OpenFile): void {
  if (file.bytes === undefined) fs.closeSync(file.fd);
}

/** A snapshot file that is not in memory. It is served as long as it is unchanged. */
export interface FileOnDisk {
  readonly stats: Stats;
}

/** A tree as it was at startup, by names joined with slashes; the root is the empty string. */
export type Snapshot = ReadonlyMap<string, OpenFile | FileOnDisk | 'directory'>;

export function isSameFile(file: FileOnDisk, { stats }: FileOnDisk): boolean {
  const { ino, dev, size, mtimeMs } = file.stats;
  return ino === stats.ino && dev === stats.dev && size === stats.size && mtimeMs === stats.mtimeMs;
}
