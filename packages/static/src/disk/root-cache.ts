import { resolve } from 'node:path';
import { BoundedMap } from '../bounded-map.ts';
import { type FileRoot, openFollowedRoot, openRoot } from './file-root.ts';

interface Entry {
  readonly root: FileRoot;
  readonly openedAt: number;
}

/** After this many milliseconds a root is opened again, because it may have been replaced. */
const MAX_AGE = 1_000;
const MAX_ROOTS = 256;

const entries = new BoundedMap<string, Entry>(MAX_ROOTS);

/**
 * Opens a root for `sendFile`, at most once a second.
 *
 * @returns `undefined` if links are not followed and it is not a directory
 */
export function cachedRoot(path: string, followsLinks: boolean, syncReads: boolean): FileRoot | undefined {
  const key = `${followsLinks} ${syncReads} ${resolve(path)}`;
  const entry = entries.get(key);
  const now = Date.now();
  if (entry !== undefined && Math.abs(now - entry.openedAt) < MAX_AGE) return entry.root;
  entries.delete(key);
  const root = followsLinks ? openFollowedRoot(path) : tryToOpen(path);
  if (root === undefined) return undefined;
  root.syncReads = syncReads;
  entries.set(key, { root, openedAt: now });
  return root;
}

function tryToOpen(path: string): FileRoot | undefined {
  try {
    return openRoot(path);
  } catch {
    return undefined;
  }
}
