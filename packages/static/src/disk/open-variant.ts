/** @module Hot: from names to an open file in the form that a client takes: as it is, or precompressed beside it. */

import type { ContentCoding, ContentForm } from '../answer/content-form.ts';
import { notAcceptable } from '../file-error.ts';
import type { FileRoot } from './file-root.ts';
import { closeFile, type Found, type OpenFile, openFile } from './open-file.ts';

const SUFFIX: Readonly<Record<ContentCoding, string>> = {
  br: '.br',
  zstd: '.zst',
  gzip: '.gz',
};

/**
 * Opens a file in the first of the forms that is there. A variant counts only beside its original: else a file that was deleted
 * would live on in it, and `backup.gz` had a second path that its guard doesn't know.
 *
 * @param forms - the best first
 * @returns what `openFile` returns; `path` is the original's for each form
 * @throws {HttpError} 406 when there is nothing but the file as it is, and the client refuses that
 */
export function openVariant(
  root: FileRoot | undefined,
  names: readonly string[],
  forms: readonly ContentForm[],
): Found | Promise<Found> {
  return forms[0] === 'identity' ? openFile(root, names) : openPreferred(root, names, forms);
}

async function openPreferred(
  root: FileRoot | undefined,
  names: readonly string[],
  forms: readonly ContentForm[],
): Promise<Found> {
  const original = await openFile(root, names);
  if (typeof original !== 'object') return original;
  let variant: OpenFile | undefined;
  try {
    variant = await firstOf(forms, root, names, original);
  } finally {
    if (variant !== original) closeFile(original);
  }
  if (variant === undefined) throw notAcceptable();
  return variant;
}

async function firstOf(
  forms: readonly ContentForm[],
  root: FileRoot | undefined,
  names: readonly string[],
  original: OpenFile,
): Promise<OpenFile | undefined> {
  for (const form of forms) {
    const found = form === 'identity' ? original : await openCoded(root, names, form);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function openCoded(
  root: FileRoot | undefined,
  names: readonly string[],
  encoding: ContentCoding,
): Promise<OpenFile | undefined> {
  const suffix = SUFFIX[encoding];
  const found = await openFile(root, [...names.slice(0, -1), names.at(-1) + suffix]);
  if (typeof found !== 'object') return undefined;
  return { ...found, path: found.path.slice(0, -suffix.length), encoding };
}
