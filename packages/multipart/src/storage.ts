/** @module Stores the files of forms. */

import { randomUUID } from 'node:crypto';
import { mkdirSync, openAsBlob } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { checkOptionNames, invalidOption } from '@nextpress/semantics/options';
import { ChunkList } from './chunk-list.ts';
import { createMemoryFile } from './memory-file.ts';
import type { FilePart } from './part.ts';
import type { ReceivedFile } from './received-file.ts';
import { UploadedFile } from './uploaded-file.ts';

/**
 * Where to store files: in memory, in a folder, or with a function whose result replaces the file. `false` leaves the form to
 * `req.parts()` or `req.formData()`.
 */
export type StorageOption = 'memory' | { readonly folder: string } | ((file: FilePart) => unknown) | false;

/** Stores the files of forms. */
export interface Storage {
  /**
   * Reads a file to its end, and returns its value for `req.body` and `req.files`.
   *
   * @throws the error of the form or of the storage, after removing what was stored of the file
   */
  store(file: ReceivedFile): Promise<unknown>;
  /** Removes files that `store` has returned. */
  remove?(files: readonly unknown[]): Promise<void>;
}

const EXPECTED = '"memory", { folder: "uploads" }, a function or false';

/** @throws {TypeError} for an invalid option */
export function createStorage(option: Exclude<StorageOption, false>): Storage {
  if (option === 'memory') return memoryStorage;
  if (typeof option === 'function') return functionStorage(option);
  if (typeof option !== 'object' || option === null) {
    throw invalidOption('multipart', 'storage', EXPECTED, option);
  }
  checkOptionNames('storage of multipart', option, ['folder']);
  if (typeof option.folder !== 'string' || option.folder === '') {
    throw invalidOption('multipart', 'storage.folder', 'a path', option.folder);
  }
  return folderStorage(resolve(option.folder));
}

const memoryStorage: Storage = {
  async store(file) {
    const list = new ChunkList();
    for (let some = await file.content.take(); some.length > 0; some = await file.content.take()) {
      for (const chunk of some) list.push(chunk);
    }
    return createMemoryFile(list.take(), file);
  },
};

/** File names are random, so no client can choose or guess one. */
function folderStorage(folder: string): Storage {
  mkdirSync(folder, { recursive: true });
  return {
    async store(file) {
      const path = resolve(folder, randomUUID());
      try {
        await write(path, file);
        return new UploadedFile([await openAsBlob(path)], file, path);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    async remove(files) {
      const paths = files.flatMap((file) => (file instanceof UploadedFile ? (file.path ?? []) : []));
      await Promise.all(paths.map((path) => rm(path, { force: true })));
    },
  };
}

async function write(path: string, { content }: ReceivedFile): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    for (let chunks = await content.take(); chunks.length > 0; chunks = await content.take()) {
      await writeAll(handle, chunks);
    }
  } finally {
    // Before the file is removed: Windows cannot remove open files.
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, chunks: Buffer[]): Promise<void> {
  let { bytesWritten } = await handle.writev(chunks);
  // A disk that is almost full may accept only some of the bytes.
  for (const chunk of chunks) {
    if (bytesWritten < chunk.length) await handle.writeFile(chunk.subarray(bytesWritten));
    bytesWritten = Math.max(bytesWritten - chunk.length, 0);
  }
}

function functionStorage(store: (file: FilePart) => unknown): Storage {
  return {
    async store(file) {
      const value = await store(file);
      // The function may have left the file, or some of it, unread.
      file.stream.resume();
      if (!file.stream.destroyed) await finished(file.stream);
      return value;
    },
  };
}
