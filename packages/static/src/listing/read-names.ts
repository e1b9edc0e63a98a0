/** @module Reads the names in a directory that the site serves. */

import fs, { type Dir, type Dirent } from 'node:fs';
import { saysMissing } from '../disk/file-error.ts';
import { type FileRoot, isRefusedUnder, isUnder, pathUnder } from '../disk/file-root.ts';
import { descriptorLink, descriptorPath, IS_LINUX, realPath } from '../disk/file-system.ts';
import { closeFile } from '../disk/open-file.ts';
import { openPath } from '../disk/open-path.ts';
import { type DotfileRule, isPlainName } from '../path/path-segments.ts';

export interface DirectoryNames {
  /** Sorted by UTF-16 code units; names of directories end with a slash. */
  readonly names: readonly string[];
  readonly isComplete: boolean;
}

/** `undefined` if there is no such directory. */
export type Listing = DirectoryNames | undefined;

/** A directory with millions of names would fill the memory. */
const MAX_NAMES = 10_000;

/** In names that are not valid UTF-8, or UTF-16 on Windows, which have no URL. */
const INVALID_UNICODE = /[\ufffd\p{Surrogate}]/u;

/**
 * Reads the names of files, directories, and links that lead to one within the root.
 *
 * @returns `undefined` if there is no such directory
 * @throws the system error if the directory cannot be read
 */
export function readNames(root: FileRoot, names: readonly string[], dotfiles: DotfileRule): Promise<Listing> {
  return withDirectory(root, names, async (directory) => {
    const found: string[] = [];
    let left = MAX_NAMES;
    for await (const entry of directory) {
      if (left-- === 0) return { names: found.sort(), isComplete: false };
      if (!mayBeListed(entry.name, dotfiles)) continue;
      const kind = entry.isSymbolicLink() ? await kindOf(root, [...names, entry.name]) : kindIn(entry);
      if (kind !== undefined) found.push(kind === 'directory' ? `${entry.name}/` : entry.name);
    }
    return { names: found.sort(), isComplete: true };
  });
}

function mayBeListed(name: string, dotfiles: DotfileRule): boolean {
  if (!isPlainName(name) || INVALID_UNICODE.test(name)) return false;
  return dotfiles === 'allow' || !name.startsWith('.');
}

function kindIn(entry: Dirent): 'file' | 'directory' | undefined {
  if (entry.isDirectory()) return 'directory';
  return entry.isFile() ? 'file' : undefined;
}

/** Opens the target of a link, so that only what is served is listed. */
async function kindOf(root: FileRoot, names: readonly string[]): Promise<'file' | 'directory' | undefined> {
  try {
    const found = await openPath(root, names);
    if (typeof found !== 'object') return found;
    closeFile(found);
    return 'file';
  } catch {
    // Leave out a file that cannot be read.
    return undefined;
  }
}

/** Names to read at a time. */
const BATCH = 256;

type Read = (directory: Dir) => Promise<DirectoryNames>;

/**
 * Opens a directory under the root, calls `read` and closes it. No link on its path may lead out of the root.
 *
 * @returns what `read` returns; `undefined` if there is no such directory
 * @throws what `read` throws, or the system error if the directory cannot be opened
 */
async function withDirectory(root: FileRoot, names: readonly string[], read: Read): Promise<Listing> {
  try {
    return await (IS_LINUX ? withDescriptor : withPath)(root, names, read);
  } catch (error) {
    const isLoop = (error as NodeJS.ErrnoException).code === 'ELOOP';
    if (isLoop || saysMissing(error) || !(await isRefusedUnder(root, names))) return undefined;
    throw error;
  }
}

async function withPath(root: FileRoot, names: readonly string[], read: Read): Promise<Listing> {
  const path = pathUnder(root, names);
  if (!(await isUnder(root, await realPath(path), names))) return undefined;
  return read(await fs.promises.opendir(path, { bufferSize: BATCH }));
}

/** Opens the directory before the check, so that it cannot be swapped between the check and the reading. */
async function withDescriptor(root: FileRoot, names: readonly string[], read: Read): Promise<Listing> {
  const handle = await fs.promises.open(
    pathUnder(root, names),
    fs.constants.O_RDONLY | fs.constants.O_DIRECTORY,
  );
  try {
    const real = descriptorPath(handle.fd);
    if (real === undefined) return await withPath(root, names, read);
    if (!(await isUnder(root, real, names))) return undefined;
    return await read(await fs.promises.opendir(descriptorLink(handle.fd), { bufferSize: BATCH }));
  } finally {
    await handle.close();
  }
}
