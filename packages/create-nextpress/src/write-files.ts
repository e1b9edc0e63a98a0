/** @module Writes the files of a project: all or none. */

import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Writes new files to a folder, and adds lines to existing ones. If one cannot be written, undoes its own changes and nothing
 * else.
 *
 * @param files - contents of new files, by path in the folder
 * @param lists - contents for existing files, by path, of which missing lines are added
 * @throws an error of `node:fs`, such as `EEXIST` if a file exists
 */
export function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
  lists: ReadonlyMap<string, string> = new Map(),
): void {
  const undo: (() => void)[] = [];
  try {
    for (const [path, text] of lists) addLines(join(folder, path), text, undo);
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

function addLines(file: string, text: string, undo: (() => void)[]): void {
  const before = readFileSync(file);
  const present = before.toString().split(/\r?\n/);
  const missing = text.split(/(?<=\n)/).filter((line) => !present.includes(line.trimEnd()));
  if (missing.length === 0) return;
  undo.push(() => writeFileSync(file, before));
  appendFileSync(file, [present.at(-1) === '' ? '' : '\n', ...missing].join(''));
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
    // Something else has written to the folder.
  }
}
