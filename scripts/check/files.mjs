import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';

const generated = new Set([
  'node_modules',
  'dist',
  '.git',
  '.turbo',
  'coverage',
  '.documented',
  'register-tests',
]);

/**
 * The files below a folder that people wrote.
 *
 * @param {string} path From the repository's root.
 * @param {RegExp} [name]
 * @returns {string[]} paths from the repository's root, with `/`, in order
 */
export function filesIn(path, name = /./) {
  return readdirSync(join(root, path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (generated.has(entry.name)) return [];
      const child = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) return filesIn(child, name);
      return name.test(entry.name) ? [child] : [];
    });
}

/** @param {string} path From the repository's root. */
export function readText(path) {
  return readFileSync(join(root, path), 'utf8');
}
