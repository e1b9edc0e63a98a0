/** @module The roots that `sendFile` was given: each is looked at once, not for every file. */

import { resolve } from 'node:path';
import type { FileRoot } from './file-root.ts';
import { openRoot } from './file-root.ts';

/** Beyond this many, those that were looked at first are forgotten: applications have few, or one for each user. */
const MOST = 256;

const ROOTS = new Map<string, FileRoot>();

/** The root of that path; `undefined` while it is no directory. */
export function knownRoot(path: string): FileRoot | undefined {
  const known = ROOTS.get(resolve(path));
  if (known !== undefined) return known;
  const root = tryToOpen(path);
  if (root === undefined) return undefined;
  const [first] = ROOTS.keys();
  if (ROOTS.size >= MOST && first !== undefined) ROOTS.delete(first);
  ROOTS.set(root.path, root);
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
