/** @module Hot: the variants of a file, such as `app.js.br`, that a client accepts (RFC 9110 §12.5.3). */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { preferredEncoding } from '@nextpress/semantics/negotiation';
import type { ContentEncoding } from '../options/file-options.ts';
import { notAcceptable } from './file-error.ts';
import type { FileRoot } from './file-root.ts';
import { closeFile, type Found, type OpenFile } from './open-file.ts';
import { openPath } from './open-path.ts';

/** A variant, or the file itself. */
export type Variant = ContentEncoding | 'identity';

const FILE_ITSELF: readonly Variant[] = ['identity'];

const SUFFIX: Readonly<Record<ContentEncoding, string>> = { br: '.br', zstd: '.zst', gzip: '.gz' };

/**
 * The accepted variants, best first. A response that already has a `Content-Encoding` gets the file itself.
 *
 * @param offered - in the order of the server's preference
 */
export function acceptedVariants(
  req: IncomingMessage,
  res: ServerResponse,
  offered: readonly ContentEncoding[],
): readonly Variant[] {
  if (offered.length === 0 || res.hasHeader('Content-Encoding')) return FILE_ITSELF;
  const header = req.headers['accept-encoding'];
  if (header === undefined) return FILE_ITSELF;
  const accepted: Variant[] = [];
  let left: readonly Variant[] = [...offered, 'identity'];
  for (;;) {
    const best = preferredEncoding(String(header), left) as Variant | undefined;
    if (best === undefined) return accepted;
    accepted.push(best);
    left = left.filter((variant) => variant !== best);
  }
}

/**
 * Opens the first variant that exists. A variant needs its original: otherwise it would outlive a deleted file, and `backup.gz` would
 * have a second path, past its guard.
 *
 * @param variants - best first
 * @throws {HttpError} 406 if only the file itself exists and the client does not accept it
 */
export async function openVariant(
  root: FileRoot,
  names: readonly string[],
  variants: readonly Variant[],
): Promise<Found> {
  const original = await openPath(root, names);
  if (typeof original !== 'object') return original;
  let found: OpenFile | undefined;
  try {
    for (const variant of variants) {
      found = variant === 'identity' ? original : await openEncoded(root, names, variant);
      if (found !== undefined) return found;
    }
  } finally {
    if (found !== original) closeFile(original);
  }
  throw notAcceptable();
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
