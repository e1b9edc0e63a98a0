/** @module Hot: which of the files that a path may stand for is there. */

import { extname } from 'node:path';
import type { ContentForm } from '../answer/content-form.ts';
import type { FileSettings } from '../options/file-options.ts';
import type { PathSegments } from '../path/path-segments.ts';
import type { FileRoot } from './file-root.ts';
import type { Found, OpenFile } from './open-file.ts';
import { openVariant } from './open-variant.ts';

/**
 * Opens the file that a path names: itself, with one of the extensions, or a directory's index.
 *
 * @param forms - those that the client takes, the best first
 * @returns `'directory'` for one that was named like a file; at once when nothing has to be waited for
 * @throws {HttpError} 500 when a file that is there can't be opened, 406 when there is no form of it that the client takes
 */
export function findFile(
  root: FileRoot | undefined,
  segments: PathSegments,
  settings: FileSettings,
  forms: readonly ContentForm[],
): Found | Promise<Found> {
  const { names } = segments;
  if (segments.directory) {
    const indexes = settings.index.map((index) => [...names, index]);
    return firstFile(root, indexes, forms, 0);
  }
  const found = openVariant(root, names, forms);
  const last = names.at(-1) ?? '';
  if (settings.extensions.length === 0 || extname(last) !== '') return found;
  const others = settings.extensions.map((extension) => [...names.slice(0, -1), last + extension]);
  if (found instanceof Promise) return found.then((file) => file ?? firstFile(root, others, forms, 0));
  return found ?? firstFile(root, others, forms, 0);
}

/** The names that are tried last for a path, which an error for it is about. */
export function lastTried(
  { names, directory }: PathSegments,
  { index, extensions }: FileSettings,
): readonly string[] {
  if (directory) return [...names, ...index.slice(-1)];
  const last = names.at(-1) ?? '';
  const extension = extname(last) === '' ? (extensions.at(-1) ?? '') : '';
  return names.length === 0 ? names : [...names.slice(0, -1), last + extension];
}

function firstFile(
  root: FileRoot | undefined,
  candidates: readonly (readonly string[])[],
  forms: readonly ContentForm[],
  from: number,
): Found | Promise<Found> {
  for (const [index, names] of candidates.slice(from).entries()) {
    const found = openVariant(root, names, forms);
    if (found instanceof Promise) {
      return found.then((file) => asFile(file) ?? firstFile(root, candidates, forms, from + index + 1));
    }
    if (typeof found === 'object') return found;
  }
  return undefined;
}

function asFile(found: Found): OpenFile | undefined {
  return typeof found === 'object' ? found : undefined;
}
