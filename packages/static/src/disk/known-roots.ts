/** @module The roots that `sendFile` was given: each is looked at once, not for every file. */

import { resolve } from 'node:path';
import type { FileRoot } from './file-root.ts';
import { openFollowedRoot, openRoot } from './file-root.ts';

/** Beyond this many, those that were looked at first are forgotten: applications have few, or one for each user. */
const MOST = 256;

const ROOTS = new Map<string, FileRoot>();

/** The root of that path; `undefined` while it is no directory, unless links are followed. */
export function knownRoot(path: string, followsLinks: boolean): FileRoot | undefined {
  const key = (followsLinks ? 'followed ' : '') + resolve(path);
  const known = ROOTS.get(key);
  if (known !== undefined) return known;
  const root = followsLinks ? openFollowedRoot(path) : tryToOpen(path);
  if (root === undefined) return undefined;
  const [first] = ROOTS.keys();
  if (ROOTS.size >= MOST && first !== undefined) ROOTS.delete(first);
  ROOTS.set(key, root);
  return root;
}

function tryToOpen(path: string): FileRoot | undefined {
  try {
    return openRoot(path);
  } catch {
    // Unlike a server's root, which has to be there when it starts.
    return undefined;
  }
}
