/** @module Writes the files of a project, all or none. */

import { closeSync, existsSync, mkdirSync, openSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Writes new files into a folder. If one cannot be written, removes those that it has written, and nothing else.
 *
 * @param files - texts by the path in the folder
 * @throws an error of `node:fs`, such as `EEXIST` for a file that exists
 */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  const undo: (() => void)[] = [];
  try {
    for (const [path, text] of files) writeNew(join(folder, path), text, undo);
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
}

function writeNew(file: string, text: string, undo: (() => void)[]): void {
  makeFolder(dirname(file), undo);
  const descriptor = openSync(file, 'wx');
  undo.push(() => rmSync(file, { force: true }));
  try {
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

function makeFolder(folder: string, undo: (() => void)[]): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), undo);
  mkdirSync(folder);
  undo.push(() => removeIfEmpty(folder));
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody else has written into it.
  }
}
