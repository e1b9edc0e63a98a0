// The files that are served: each says by its bytes which of its states it is in, so that a torn answer shows.
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { between, pick } from '../load/chance.mjs';

/** Files that stay as they are, by their sizes. */
export const steady = /** @type {const} */ ({
  'empty.txt': 0,
  'small.txt': 1_000,
  'deep/er/middle.js': 60_000,
  'large.bin': 8_000_000,
});

/** Files that are replaced, and the one that is also cut. */
const changing = ['changing/small.txt', 'changing/large.bin'];
const cut = 'changing/cut.bin';

/** The byte that all of a file is made of: a steady one has `x`, another is replaced by one of other letters. */
export const letters = 'abcdefghijklmnopqrstuvw';

/** @returns {string} the path of the tree */
export function makeTree() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'soak-files-')));
  for (const directory of ['deep/er', 'changing']) mkdirSync(join(root, directory), { recursive: true });
  for (const [name, size] of Object.entries(steady)) writeFileSync(join(root, name), 'x'.repeat(size));
  for (const name of [...changing, cut]) replace(root, name);
  return root;
}

/** @param {string} root */
export function removeTree(root) {
  rmSync(root, { recursive: true });
}

/** Replaces, deletes and cuts files until it is over. @param {string} root @param {number} end a time */
export async function disturb(root, end) {
  while (Date.now() < end) {
    const name = pick(changing);
    if (between(1, 10) === 1) rmSync(join(root, name), { force: true });
    else replace(root, name);
    if (between(1, 4) === 1) truncateSync(join(root, cut), between(0, statSync(join(root, cut)).size));
    else replace(root, cut);
    await wait(between(5, 40));
  }
  for (const name of [...changing, cut]) replace(root, name);
}

/** In one step, as deployments do. @param {string} root @param {string} name */
function replace(root, name) {
  const size = name.endsWith('.txt') ? between(1, 60_000) : between(100_000, 1_500_000);
  writeFileSync(join(root, '.new'), pick([...letters]).repeat(size));
  renameSync(join(root, '.new'), join(root, name));
}
