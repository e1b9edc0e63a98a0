/** @module Whether a request has a body, in HTTP/1.1 and HTTP/2. */

import type { IncomingMessage } from 'node:http';

/** Node's HTTP/2 requests expose the stream on which they arrived. */
interface IncomingRequest extends Pick<IncomingMessage, 'headers'> {
  readonly stream?: { readonly endAfterHeaders?: boolean };
}

/**
 * Whether a request has a body, which may be empty. In HTTP/1.1 `Content-Length` or `Transfer-Encoding` announces one
 * (RFC 9112 §6); HTTP/2 needs neither, because the HEADERS frame says whether it ends the stream (RFC 9113 §8.1).
 *
 * @example
 * import { hasBody } from '@nextpress/semantics/request-body';
 *
 * hasBody({ headers: { 'content-length': '0' } }); // => true
 * hasBody({ headers: {} }); // => false
 */
export function hasBody({ headers, stream }: IncomingRequest): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    headers['content-length'] !== undefined ||
    stream?.endAfterHeaders === false
  );
}

/**
 * Whether a request may have content: it has a body, and no declared length of 0.
 *
 * @example
 * import { hasContent } from '@nextpress/semantics/request-body';
 *
 * hasContent({ headers: { 'content-length': '0' } }); // => false
 * hasContent({ headers: { 'transfer-encoding': 'chunked' } }); // => true
 */
export function hasContent(req: IncomingRequest): boolean {
  return hasBody(req) && Number(req.headers['content-length']) !== 0;
}
