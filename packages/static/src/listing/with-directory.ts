/** @module A directory, open, of which it is known where it lies. */

import { constants, type Dir } from 'node:fs';
import { open, opendir, readlink, realpath } from 'node:fs/promises';
import { type FileRoot, isRefusedUnder, isUnder, pathUnder } from '../disk/file-root.ts';
import { HAS_OPEN_FILES, OPEN_FILES } from '../disk/local-devices.ts';

/** There is nothing of that name, or no directory. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EINVAL']);

/** Names read at a time. */
const BATCH = 256;

/**
 * Reads a directory under the root, which is opened as `openFile` opens a file: no link on the way to it leads out.
 *
 * @param read - what to do with it; it is closed behind that
 * @returns what `read` returns; `undefined` when there is no such directory
 * @throws what `read` throws, and what the system says when it can't be opened
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

/** What is opened first can't be swapped between the question where it lies and the reading. */
async function withDescriptor<Result>(
  root: FileRoot,
  names: readonly string[],
  path: string,
  read: (directory: Dir) => Promise<Result>,
): Promise<Result | undefined> {
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const itself = `${OPEN_FILES}/${handle.fd}`;
    if (!(await isUnder(root, await readlink(itself), names))) return undefined;
    return await read(await opendir(itself, { bufferSize: BATCH }));
  } finally {
    await handle.close();
  }
}
