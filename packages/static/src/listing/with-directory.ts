/** @module Opens a directory and checks where it lies. */

import fs, { type Dir } from 'node:fs';
import { descriptorLink, descriptorPath, IS_LINUX } from '../disk/descriptor-path.ts';
import { saysMissing } from '../disk/file-error.ts';
import { type FileRoot, isRefusedUnder, isUnder, pathUnder } from '../disk/file-root.ts';
import { realPath } from '../disk/file-system.ts';

/** Names to read at a time. */
const BATCH = 256;

/**
 * Opens a directory under the root, calls `read` and closes it. No link on its path may lead out of the root.
 *
 * @returns what `read` returns; `undefined` if there is no such directory
 * @throws what `read` throws, or the system error if the directory cannot be opened
 */
export async function withDirectory<Result>(
  root: FileRoot,
  names: readonly string[],
  read: (directory: Dir) => Promise<Result>,
): Promise<Result | undefined> {
  const path = pathUnder(root, names);
  try {
    return await (IS_LINUX ? withDescriptor : withPath)(root, names, path, read);
  } catch (error) {
    const isLoop = (error as NodeJS.ErrnoException).code === 'ELOOP';
    if (isLoop || saysMissing(error) || !(await isRefusedUnder(root, names))) return undefined;
    throw error;
  }
}

async function withPath<Result>(
  root: FileRoot,
  names: readonly string[],
  path: string,
  read: (directory: Dir) => Promise<Result>,
): Promise<Result | undefined> {
  if (!(await isUnder(root, await realPath(path), names))) return undefined;
  return read(await fs.promises.opendir(path, { bufferSize: BATCH }));
}

/** Opens the directory before the check, so that it cannot be swapped between the check and the reading. */
async function withDescriptor<Result>(
  root: FileRoot,
  names: readonly string[],
  path: string,
  read: (directory: Dir) => Promise<Result>,
): Promise<Result | undefined> {
  const handle = await fs.promises.open(path, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
  try {
    const real = descriptorPath(handle.fd);
    if (real === undefined) return await withPath(root, names, path, read);
    if (!(await isUnder(root, real, names))) return undefined;
    return await read(await fs.promises.opendir(descriptorLink(handle.fd), { bufferSize: BATCH }));
  } finally {
    await handle.close();
  }
}
