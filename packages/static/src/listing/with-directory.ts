/** @module Opens a directory and checks where it lies. */

import { constants, type Dir } from 'node:fs';
import { open, opendir, readlink, realpath } from 'node:fs/promises';
import { HAS_OPEN_FILES, OPEN_FILES } from '../disk/descriptor-path.ts';
import { type FileRoot, isRefusedUnder, isUnder, pathUnder } from '../disk/file-root.ts';

/** There is no such directory. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EINVAL']);

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
    if (HAS_OPEN_FILES) return await withDescriptor(root, names, path, read);
    const isInside = await isUnder(root, await realpath(path), names);
    return isInside ? await read(await opendir(path, { bufferSize: BATCH })) : undefined;
  } catch (error) {
    const isAbsent = ABSENT.has((error as NodeJS.ErrnoException).code ?? '');
    if (isAbsent || !(await isRefusedUnder(root, names))) return undefined;
    throw error;
  }
}

/** Opens the directory before the check, so that it cannot be swapped between the check and the reading. */
async function withDescriptor<Result>(
  root: FileRoot,
  names: readonly string[],
  path: string,
  read: (directory: Dir) => Promise<Result>,
): Promise<Result | undefined> {
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const link = `${OPEN_FILES}/${handle.fd}`;
    if (!(await isUnder(root, await readlink(link), names))) return undefined;
    return await read(await opendir(link, { bufferSize: BATCH }));
  } finally {
    await handle.close();
  }
}
