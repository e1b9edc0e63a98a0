/** @module Hot: opens a file, or a precompressed variant next to it. */

import type { ContentEncoding } from '../options/file-options.ts';
import { notAcceptable } from './file-error.ts';
import type { FileRoot } from './file-root.ts';
import { closeFile, type Found, type OpenFile, type Variant } from './open-file.ts';
import { openPath } from './open-path.ts';

const SUFFIX: Readonly<Record<ContentEncoding, string>> = {
  br: '.br',
  zstd: '.zst',
  gzip: '.gz',
};

/**
 * Opens the first variant that exists. A variant needs its original: otherwise it would outlive a deleted file, and `backup.gz` would
 * have a second path, past its guard.
 *
 * @param variants - best first
 * @throws {HttpError} 406 if only the file itself exists and the client refuses it
 */
export function openVariant(
  root: FileRoot,
  names: readonly string[],
  variants: readonly Variant[],
): Found | Promise<Found> {
  return variants[0] === 'identity' ? openPath(root, names) : openPreferred(root, names, variants);
}

async function openPreferred(
  root: FileRoot,
  names: readonly string[],
  variants: readonly Variant[],
): Promise<Found> {
  const original = await openPath(root, names);
  if (typeof original !== 'object') return original;
  let variant: OpenFile | undefined;
  try {
    variant = await firstVariant(root, names, variants, original);
  } finally {
    if (variant !== original) closeFile(original);
  }
  if (variant === undefined) throw notAcceptable();
  return variant;
}

async function firstVariant(
  root: FileRoot,
  names: readonly string[],
  variants: readonly Variant[],
  original: OpenFile,
): Promise<OpenFile | undefined> {
  for (const variant of variants) {
    const found = variant === 'identity' ? original : await openEncoded(root, names, variant);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function openEncoded(
  root: FileRoot,
  names: readonly string[],
  encoding: ContentEncoding,
): Promise<OpenFile | undefined> {
  const suffix = SUFFIX[encoding];
  const found = await openPath(root, [...names.slice(0, -1), names.at(-1) + suffix]);
  if (typeof found !== 'object') return undefined;
  return { ...found, path: found.path.slice(0, -suffix.length), encoding };
}
