/** @module Hot: opens a file under a root, on the disk or in the snapshot of the root. */

import type { FileRoot } from './file-root.ts';
import { closeFile, type Found } from './open-file.ts';
import { openOnDisk } from './open-on-disk.ts';
import { type FileOnDisk, isSameFile } from './snapshot.ts';

/**
 * @returns at once for what is in memory; `undefined` also for what lies outside the root
 * @throws {HttpError} 500 if a file exists and cannot be opened
 */
export function openPath(root: FileRoot, names: readonly string[]): Found | Promise<Found> {
  if (root.snapshot === undefined) return openOnDisk(root, names);
  const entry = root.snapshot.get(names.join('/'));
  if (entry === undefined || entry === 'directory' || 'bytes' in entry) return entry;
  return openUnchanged(root, names, entry);
}

async function openUnchanged(root: FileRoot, names: readonly string[], entry: FileOnDisk): Promise<Found> {
  const found = await openOnDisk(root, names);
  if (typeof found !== 'object') return undefined;
  if (isSameFile(found, entry)) return found;
  closeFile(found);
  return undefined;
}
