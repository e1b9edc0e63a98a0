/** @module Hot: which of the files that a path may stand for is there. */

import type { FileSettings } from '../options/file-options.ts';
import type { PathSegments } from '../path/path-segments.ts';
import type { FileRoot } from './file-root.ts';
import type { OpenFile } from './open-file.ts';
import { openFile } from './open-file.ts';

/**
 * Opens the file that a path names: itself, with one of the extensions, or a directory's index.
 *
 * @returns `'directory'` for one that was named like a file
 * @throws {HttpError} 500 when a file that is there can't be opened
 */
export async function findFile(
  root: FileRoot | undefined,
  segments: PathSegments,
  settings: FileSettings,
): Promise<OpenFile | 'directory' | undefined> {
  const { names } = segments;
  if (segments.directory) {
    return firstFile(
      root,
      settings.index.map((index) => [...names, index]),
    );
  }
  const found = await openFile(root, names);
  if (found !== undefined || settings.extensions.length === 0) return found;
  const last = names.at(-1) ?? '';
  return firstFile(
    root,
    settings.extensions.map((extension) => [...names.slice(0, -1), last + extension]),
  );
}

async function firstFile(
  root: FileRoot | undefined,
  candidates: readonly (readonly string[])[],
): Promise<OpenFile | undefined> {
  for (const names of candidates) {
    const found = await openFile(root, names);
    if (typeof found === 'object') return found;
  }
  return undefined;
}
