/** @module Finds the module that `nextpress dev` runs, and how to run it. */

import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The application cannot be started. The message says what to do. */
class DevError extends Error {
  override readonly name = 'DevError';
}

const FOLDERS = ['src', '.'];
const NAMES = ['server', 'app', 'index'];
const EXTENSIONS = ['ts', 'mts', 'js', 'mjs', 'cjs'];

/** Finds the entry: the argument, `main` of `package.json`, or the first file with a usual name. */
export function findEntry(folder: string, given: string | undefined): string {
  if (given !== undefined) {
    const path = resolve(folder, given);
    if (isFile(path)) return path;
    throw new DevError(`Cannot find ${given}: expected the path of the module that starts the application.`);
  }
  const { main } = readManifest(folder);
  const usual = FOLDERS.flatMap((place) =>
    NAMES.flatMap((name) => EXTENSIONS.map((end) => join(place, `${name}.${end}`))),
  );
  const found = [main, ...usual]
    .filter((path) => path !== undefined)
    .find((path) => isFile(join(folder, path)));
  if (found !== undefined) return join(folder, found);
  throw new DevError(
    `Cannot find the application: expected "main" in package.json, or ${FOLDERS.map((place) => join(place, `{${NAMES.join(',')}}.{ts,js}`)).join(' or ')}. Run nextpress dev <entry>.`,
  );
}

function readManifest(folder: string): { readonly main?: string | undefined } {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return {};
  try {
    const { main } = JSON.parse(readFileSync(path, 'utf8'));
    return { main: typeof main === 'string' ? main : undefined };
  } catch (cause) {
    throw new DevError(`Cannot read ${path}: ${(cause as Error).message}`);
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** The root of an application: the nearest folder with a `package.json`. */
export function rootOf(entry: string): string {
  for (let folder = dirname(entry); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return dirname(entry);
  }
}

/**
 * Returns the module to import for TypeScript entries; `undefined` if Node runs the entry itself.
 *
 * @param isStripped - whether to rely on Node, which only strips types
 * @throws {DevError} if Node cannot run it and tsx is not installed
 */
export function typeScriptLoader(entry: string, isStripped: boolean): string | undefined {
  // The entry may be a link, or be missing after a change.
  const file = isFile(entry) ? realpathSync(entry) : entry;
  if (!/\.m?tsx?$/.test(file)) return undefined;
  if (isStripped && stripsTypes()) return undefined;
  try {
    return pathToFileURL(createRequire(entry).resolve('tsx')).href;
  } catch {
    throw new DevError(
      `Cannot run ${entry}: Node ${process.versions.node} does not run TypeScript. Use Node 22.18 or newer, or run npm install --save-dev tsx.`,
    );
  }
}

export function stripsTypes(): boolean {
  return Boolean((process.features as { readonly typescript?: unknown }).typescript);
}
