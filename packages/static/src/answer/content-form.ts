/** @module Hot: the forms of a file that a client takes, by `Accept-Encoding` (RFC 9110 §12.5.3). */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { preferredEncoding } from '@nextpress/semantics/negotiation';

/** A content coding that files may lie beside their originals in. */
export type ContentCoding = 'br' | 'zstd' | 'gzip';

/** A file as it is, or in a content coding. */
export type ContentForm = ContentCoding | 'identity';

const AS_IT_IS: readonly ContentForm[] = ['identity'];

/**
 * What to look for, the best first. A response that has a `Content-Encoding` already is about one form: the file as it is.
 *
 * @param offered - codings, the one the server likes best first
 */
export function formsFor(
  req: IncomingMessage,
  res: ServerResponse,
  offered: readonly ContentCoding[],
): readonly ContentForm[] {
  if (offered.length === 0 || res.hasHeader('Content-Encoding')) return AS_IT_IS;
  return acceptedForms(req.headers['accept-encoding'], offered);
}

/** The offered codings and `identity`, as far as a client takes them, in its order and then in the server's. */
function acceptedForms(
  acceptEncoding: string | string[] | undefined,
  offered: readonly ContentCoding[],
): ContentForm[] {
  const field = Array.isArray(acceptEncoding) ? acceptEncoding.join(', ') : acceptEncoding;
  // Whoever doesn't say what codings they know may know none.
  if (field === undefined) return ['identity'];
  const forms: ContentForm[] = [];
  let left: readonly ContentForm[] = [...offered, 'identity'];
  for (;;) {
    const best = preferredEncoding(field, left) as ContentForm | undefined;
    if (best === undefined) return forms;
    forms.push(best);
    left = left.filter((form) => form !== best);
  }
}
