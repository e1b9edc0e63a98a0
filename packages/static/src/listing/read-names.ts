/** @module The names in a directory that could be asked for. */

import type { Dirent } from 'node:fs';
import type { FileRoot } from '../disk/file-root.ts';
import { closeFile, openFile } from '../disk/open-file.ts';
import { type Dotfiles, isPlainName } from '../path/path-segments.ts';
import { withDirectory } from './with-directory.ts';

/** What is in a directory. */
export interface DirectoryNames {
  /** Sorted by UTF-16 code units; the name of a directory ends with a slash. */
  readonly names: readonly string[];
  /** Whether these are all. */
  readonly isComplete: boolean;
}

/** Names read at most: a directory of millions would fill the memory. */
const MOST = 10_000;

/** What a name has that isn't UTF-8, once it is read as such, or isn't UTF-16 on Windows: no URL stands for it. */
const UNSPEAKABLE = /[\ufffd\p{Surrogate}]/u;

/**
 * Reads what a directory under the root has: files and directories, and links to such as don't lead out.
 *
 * @returns `undefined` when there is no such directory
 * @throws what the system says when it can't be read
 */
export function readNames(
  root: FileRoot,
  names: readonly string[],
  dotfiles: Dotfiles,
): Promise<DirectoryNames | undefined> {
  return withDirectory(root, names, async (directory) => {
    const found: string[] = [];
    let left = MOST;
    for await (const entry of directory) {
      if (left-- === 0) return { names: found.sort(), isComplete: false };
      if (!mayBeListed(entry.name, dotfiles)) continue;
      const kind = entry.isSymbolicLink() ? await kindOf(root, [...names, entry.name]) : kindIn(entry);
      if (kind !== undefined) found.push(kind === 'directory' ? `${entry.name}/` : entry.name);
    }
    return { names: found.sort(), isComplete: true };
  });
}

function mayBeListed(name: string, dotfiles: Dotfiles): boolean {
  if (!isPlainName(name) || UNSPEAKABLE.test(name)) return false;
  return dotfiles === 'allow' || !name.startsWith('.');
}

function kindIn(entry: Dirent): 'file' | 'directory' | undefined {
  if (entry.isDirectory()) return 'directory';
  return entry.isFile() ? 'file' : undefined;
}

/** By opening it: whatever isn't served isn't listed. */
async function kindOf(root: FileRoot, names: readonly string[]): Promise<'file' | 'directory' | undefined> {
  try {
    const found = await openFile(root, names);
    if (typeof found !== 'object') return found;
    closeFile(found);
    return 'file';
  } catch {
    // One that can't be read is no reason to list nothing.
    return undefined;
  }
}
