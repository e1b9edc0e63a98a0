import { readFileSync } from 'node:fs';

/**
 * Reads the paths that a check does not cover yet, one per line.
 *
 * @param {string} name Of a file in this folder.
 * @returns {string[]}
 */
export function readExceptions(name) {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** @param {readonly string[]} exceptions @param {string} path */
export function isExcepted(exceptions, path) {
  return exceptions.some((entry) => path === entry || path.startsWith(`${entry}/`));
}
