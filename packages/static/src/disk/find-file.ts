/** @module Hot: finds the file that a path names: itself, with an extension, or the index of a directory. */

import { extname } from 'node:path';
import type { FileSettings } from '../options/file-options.ts';
import type { PathSegments } from '../path-segments.ts';
import type { FileRoot } from './file-root.ts';
import type { Found } from './open-file.ts';
import { openCached } from './open-path.ts';
import { openVariant, type Variant } from './precompressed.ts';

type Names = readonly string[];

/** What a request looks for. */
export interface Search {
  /** The first that has the file serves it. */
  readonly roots: readonly FileRoot[];
  readonly segments: PathSegments;
  readonly settings: FileSettings;
  /** The variants that the client accepts, best first. */
  readonly variants: readonly Variant[];
}

/**
 * Opens the file in the first root that has it.
 *
 * @returns `'directory'` if a root has one and no root has a file
 * @throws {HttpError} 500 if a file cannot be opened, 406 if the client accepts no variant of it
 */
export async function findFile(search: Search): Promise<Found> {
  const { roots, segments, variants } = search;
  const candidates = candidatesFor(search);
  let result: 'directory' | 'missing' = 'missing';
  for (const root of roots) {
    for (const names of candidates) {
      const found = await openVariant(root, names, variants);
      if (typeof found === 'object') return found;
      if (found === 'missing' || names !== segments.names) continue;
      result = 'directory';
      break;
    }
  }
  return result;
}

/** Synchronous {@link findFile}: returns `undefined` unless a snapshot or the kernel has the file in memory. */
export function findCached(search: Search): Found | undefined {
  const { roots, variants } = search;
  const candidates = candidatesFor(search);
  const root = roots[0];
  const names = candidates[0];
  if (root === undefined || roots.length > 1 || names === undefined || variants[0] !== 'identity')
    return undefined;
  const found = openCached(root, names);
  return typeof found === 'object' || (found === 'missing' && candidates.length === 1) ? found : undefined;
}

/** The path that is tried last, for error messages. */
export function lastTried(search: Pick<Search, 'segments' | 'settings'>): Names {
  return candidatesFor(search).at(-1) ?? search.segments.names;
}

/** The paths to try, in this order. */
function candidatesFor({ segments, settings }: Pick<Search, 'segments' | 'settings'>): readonly Names[] {
  const { names, directory } = segments;
  if (directory) return settings.index.map((name) => [...names, name]);
  const last = names.at(-1);
  // A name that already has an extension gets no second one.
  if (settings.extensions.length === 0 || last === undefined || extname(last) !== '') return [names];
  return [names, ...settings.extensions.map((extension) => [...names.slice(0, -1), last + extension])];
}
