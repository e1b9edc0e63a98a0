/** @module Hot: from names to an open file, on the disk or in a snapshot of it. */

import type { Stats } from 'node:fs';
import { closeSync } from 'node:fs';
import type { ContentCoding } from '../answer/content-form.ts';
import type { FileRoot } from './file-root.ts';
import { openOnDisk } from './open-on-disk.ts';
import { type FileOnDisk, isSameFile, lookUp, type Snapshot } from './snapshot.ts';

/** A regular file, open for reading. Whoever has it closes it. */
export interface OpenFile {
  readonly fd: number;
  /** Absolute, by the names that were asked for. */
  readonly path: string;
  /** The one that was opened, which of a variant is another. */
  readonly ownPath: string;
  /** Of the open file, whatever its name comes to mean. */
  readonly stats: Stats;
  /** What its bytes are coded in; `path` is then the original's. */
  readonly encoding: ContentCoding | undefined;
  /** Whether it was read lately, so that reading it doesn't wait for the disk. */
  readonly isAtHand: boolean;
  /** All of it, if it is in memory; nothing is open then. */
  readonly bytes: Buffer | undefined;
  /** A strong one, if its bytes are known. */
  readonly entityTag: string | undefined;
}

/** What there is of that name: `undefined` for nothing that could be served. */
export type Found = OpenFile | 'directory' | undefined;

/**
 * Opens the file of that name under the root; without one, the first of the names is the root of the file system, and every
 * file is served that can be read.
 *
 * @returns at once for a path that was looked at lately, and for a file in memory; `undefined` also for something outside the root
 * @throws {HttpError} 500 when a file that is there can't be opened
 */
export function openFile(root: FileRoot | undefined, names: readonly string[]): Found | Promise<Found> {
  if (root?.snapshot !== undefined) return openInSnapshot(root, root.snapshot, names);
  return openOnDisk(root, names);
}

function openInSnapshot(
  root: FileRoot,
  snapshot: Snapshot,
  names: readonly string[],
): Found | Promise<Found> {
  const seen = lookUp(snapshot, names);
  if (seen === undefined || seen === 'directory' || 'bytes' in seen) return seen;
  const found = openOnDisk(root, names);
  return found instanceof Promise
    ? found.then((file) => unlessChanged(file, seen))
    : unlessChanged(found, seen);
}

/** Another file than that of the snapshot isn't there. */
function unlessChanged(found: Found, seen: FileOnDisk): OpenFile | undefined {
  if (typeof found !== 'object') return undefined;
  if (isSameFile(found, seen)) return found;
  closeFile(found);
  return undefined;
}

/** Gives the descriptor back. Synchronous: a file that was only read has nothing left to write. */
export function closeFile(file: OpenFile): void {
  if (file.bytes === undefined) closeSync(file.fd);
}
