/** @module Hot: which variants of a file a client accepts, by `Accept-Encoding` (RFC 9110 §12.5.3). */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { preferredEncoding } from '@nextpress/semantics/negotiation';
import type { Variant } from '../disk/open-file.ts';
import type { ContentEncoding } from '../options/file-options.ts';

const FILE_ITSELF: readonly Variant[] = ['identity'];

/**
 * The accepted variants, best first. A response that has a `Content-Encoding` already gets the file itself.
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
