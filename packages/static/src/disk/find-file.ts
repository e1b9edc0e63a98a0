/** @module Hot: finds the file that a path names: itself, with an extension, or the index of a directory. */

import { extname } from 'node:path';
import type { FileSettings } from '../options/file-options.ts';
import type { PathSegments } from '../path/path-segments.ts';
import type { FileRoot } from './file-root.ts';
import type { Found, Variant } from './open-file.ts';
import { openVariant } from './open-path.ts';

/** What a request asks for. */
export interface Search {
  readonly segments: PathSegments;
  readonly settings: FileSettings;
  /** Those that the client accepts, best first. */
  readonly variants: readonly Variant[];
}

/**
 * Opens the file in the first root that has it, at once if it is in memory.
 *
 * @returns `'directory'` if a root has one and none has a file
 * @throws {HttpError} 500 if a file cannot be opened, 406 if the client accepts no variant of it
 */
export function findInRoots(roots: readonly FileRoot[], search: Search): Found | Promise<Found> {
  const [root] = roots;
  return root !== undefined && roots.length === 1 ? findFile(root, search) : findInOneOf(roots, search);
}

async function findInOneOf(roots: readonly FileRoot[], search: Search): Promise<Found> {
  let found: Found;
  for (const root of roots) {
    const here = await findFile(root, search);
    if (typeof here === 'object') return here;
    found ??= here;
  }
  return found;
}

/** As {@link findInRoots}, in one root. */
export function findFile(root: FileRoot, { segments, settings, variants }: Search): Found | Promise<Found> {
  const { names, directory } = segments;
  const { index, extensions } = settings;
  if (directory) return firstFile(root, namesInDirectory(names, index), variants);
  const found = openVariant(root, names, variants);
  const others = namesWithExtension(names, extensions);
  return others.length === 0 ? found : orFirstFile(found, root, others, variants);
}

async function orFirstFile(
  found: Found | Promise<Found>,
  root: FileRoot,
  candidates: readonly (readonly string[])[],
  variants: readonly Variant[],
): Promise<Found> {
  return (await found) ?? firstFile(root, candidates, variants);
}

/** The names that {@link findFile} tries last, for error messages. */
export function lastTried({ segments, settings }: Omit<Search, 'variants'>): readonly string[] {
  const { names, directory } = segments;
  const { index, extensions } = settings;
  return (directory ? namesInDirectory(names, index) : namesWithExtension(names, extensions)).at(-1) ?? names;
}

function namesInDirectory(names: readonly string[], index: readonly string[]): (readonly string[])[] {
  return index.map((name) => [...names, name]);
}

/** A name that has an extension gets no other. */
function namesWithExtension(names: readonly string[], extensions: readonly string[]): (readonly string[])[] {
  const last = names.at(-1);
  if (extensions.length === 0 || last === undefined || extname(last) !== '') return [];
  return extensions.map((extension) => [...names.slice(0, -1), last + extension]);
}

async function firstFile(
  root: FileRoot,
  candidates: readonly (readonly string[])[],
  variants: readonly Variant[],
): Promise<Found> {
  for (const names of candidates) {
    const found = await openVariant(root, names, variants);
    if (typeof found === 'object') return found;
  }
  return undefined;
}
