/** @module The head of a web `Response`, as Node sends it. */

import type { ServerResponse } from 'node:http';

/** Fields of a connection (RFC 9110 §7.6.1), which are not those of the connection that Node sends the response on. */
const CONNECTION_FIELDS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Whether a field belongs to the connection of a response, and must not be passed on.
 *
 * @param name - in lower case
 *
 * @example
 * import { isConnectionField } from '@nextpress/semantics/web-response';
 *
 * isConnectionField('keep-alive'); // => true
 * isConnectionField('etag'); // => false
 */
export function isConnectionField(name: string): boolean {
  return CONNECTION_FIELDS.has(name);
}

/**
 * Corrects the head for a body that is a stream. `fetch()` decodes content and keeps the fields of the coded one, whose length is another: a
 * client would take the rest of the content for the next response of the connection.
 *
 * @param web - its `url` is empty unless it comes from `fetch()`
 *
 * @example
 * import { IncomingMessage, ServerResponse } from 'node:http';
 * import { Socket } from 'node:net';
 * import { describeStream } from '@nextpress/semantics/web-response';
 *
 * const res = new ServerResponse(new IncomingMessage(new Socket()));
 * const web = new Response('text', { headers: { 'content-encoding': 'gzip', 'content-length': '9' } });
 * res.setHeaders(web.headers);
 * describeStream(res, web);
 * res.hasHeader('content-length'); // => false
 */
export function describeStream(
  res: ServerResponse,
  web: { readonly url?: string; readonly headers: { has(name: string): boolean } },
): void {
  if (!web.headers.has('content-encoding')) return;
  res.removeHeader('Content-Length');
  if (web.url) res.removeHeader('Content-Encoding');
}
