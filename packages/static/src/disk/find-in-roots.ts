/** @module Hot: in which of several directories a file is. */

import type { ContentForm } from '../answer/content-form.ts';
import type { FileSettings } from '../options/file-options.ts';
import type { PathSegments } from '../path/path-segments.ts';
import type { FileRoot } from './file-root.ts';
import { findFile } from './find-file.ts';
import type { Found } from './open-file.ts';

/**
 * Opens the file that a path names in the first of the roots that has it.
 *
 * @returns as `findFile`; `'directory'` when some root has one, and none a file
 * @throws {HttpError} as `findFile`
 */
export function findInRoots(
  roots: readonly FileRoot[],
  segments: PathSegments,
  settings: FileSettings,
  forms: readonly ContentForm[],
): Found | Promise<Found> {
  // As most servers have it; found at once, where that can be.
  if (roots.length === 1) return findFile(roots[0], segments, settings, forms);
  return findInOneOf(roots, segments, settings, forms);
}

async function findInOneOf(
  roots: readonly FileRoot[],
  segments: PathSegments,
  settings: FileSettings,
  forms: readonly ContentForm[],
): Promise<Found> {
  let found: Found;
  for (const root of roots) {
    const here = await findFile(root, segments, settings, forms);
    if (typeof here === 'object') return here;
    found ??= here;
  }
  return found;
}
