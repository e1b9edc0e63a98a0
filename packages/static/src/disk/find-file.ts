/** @module Hot: which of the files that a path may stand for is there. */

import type { ContentForm } from '../answer/content-form.ts';
import type { FileSettings } from '../options/file-options.ts';
import type { PathSegments } from '../path/path-segments.ts';
import type { FileRoot } from './file-root.ts';
import type { OpenFile } from './open-file.ts';
import { openVariant } from './open-variant.ts';

/**
 * Opens the file that a path names: itself, with one of the extensions, or a directory's index.
 *
 * @param forms - those that the client takes, the best first
 * @returns `'directory'` for one that was named like a file
 * @throws {HttpError} 500 when a file that is there can't be opened, 406 when there is no form of it that the client takes
 */
export async function findFile(
  root: FileRoot | undefined,
  segments: PathSegments,
  settings: FileSettings,
  forms: readonly ContentForm[],
): Promise<OpenFile | 'directory' | undefined> {
  const { names } = segments;
  if (segments.directory) {
    return firstFile(
      root,
      settings.index.map((index) => [...names, index]),
      forms,
    );
  }
  const found = await openVariant(root, names, forms);
  if (found !== undefined || settings.extensions.length === 0) return found;
  const last = names.at(-1) ?? '';
  return firstFile(
    root,
    settings.extensions.map((extension) => [...names.slice(0, -1), last + extension]),
    forms,
  );
}

async function firstFile(
  root: FileRoot | undefined,
  candidates: readonly (readonly string[])[],
  forms: readonly ContentForm[],
): Promise<OpenFile | undefined> {
  for (const names of candidates) {
    const found = await openVariant(root, names, forms);
    if (typeof found === 'object') return found;
  }
  return undefined;
}
