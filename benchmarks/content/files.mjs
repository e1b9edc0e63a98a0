/** @module Files to serve, in the system's folder for temporary files. */

import { existsSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const COUNT = 64;
const LINES = 16;

/** @param {number} id @returns {{ path: string, text: string }} one of 64 files of 1 KiB */
export function fileOf(id) {
  const number = id % COUNT;
  const line = (/** @type {number} */ index) => `${String(number * LINES + index).padStart(62, '.')};\n`;
  return { path: `/${number}.txt`, text: Array.from({ length: LINES }, (_, index) => line(index)).join('') };
}

/** Returns the folder that has them. The first process makes it, and it stays for the next run. */
export function filesFolder() {
  const folder = join(tmpdir(), `nextpress-benchmarks-${userInfo().uid}-${COUNT}`);
  if (existsSync(folder)) return folder;
  const unfinished = mkdtempSync(join(tmpdir(), 'nextpress-benchmarks-'));
  for (let id = 0; id < COUNT; id++) writeFileSync(join(unfinished, fileOf(id).path), fileOf(id).text);
  renameSync(unfinished, folder);
  return folder;
}
