import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';

const GENERATED = new Set([
  'node_modules',
  'dist',
  '.git',
  '.turbo',
  'built',
  'coverage',
  '.documented',
  'findings',
  'installed',
  'register-tests',
]);

/** Written by scripts/reference.mjs. Its examples are those of the sources. */
const REFERENCE = 'docs/reference';

/**
 * The source files in a folder.
 *
 * @param {string} path From the root of the repository.
 * @param {RegExp} [name]
 * @returns {string[]} Sorted paths from the root of the repository, with `/`.
 */
export function filesIn(path, name = /./) {
  return readdirSync(join(root, path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (GENERATED.has(entry.name)) return [];
      const child = path === '' ? entry.name : `${path}/${entry.name}`;
      if (child === REFERENCE) return [];
      if (entry.isDirectory()) return filesIn(child, name);
      return name.test(entry.name) ? [child] : [];
    });
}

/** @param {string} path From the root of the repository. */
export function readText(path) {
  return readFileSync(join(root, path), 'utf8');
}
