/** @module Converts a web `Response` for Node. */

import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/**
 * Connection-specific fields (RFC 9110 §7.6.1), which don't apply to the connection on which Node sends the response.
 */
const CONNECTION_FIELDS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Whether a field is connection-specific and must not be passed on.
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
 * Corrects the headers for a streamed body. `fetch()` decodes the content but keeps the headers of the encoded content,
 * whose length differs: a client would read the surplus bytes as the next response.
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

/** A structural type: other implementations and realms have other classes. */
export interface WebResponse {
  readonly status: number;
  readonly statusText: string;
  readonly url?: string;
  readonly headers: Headers;
  readonly bodyUsed: boolean;
  readonly body: unknown;
}

/**
 * Whether a value is a `Response` from any implementation, e.g. undici or node-fetch.
 *
 * @example
 * import { isWebResponse } from '@nextpress/semantics/web-response';
 *
 * isWebResponse(new Response()); // => true
 * isWebResponse({ status: 200, headers: {} }); // => false
 */
export function isWebResponse(value: unknown): value is WebResponse {
  if (typeof value !== 'object' || value === null) return false;
  const {
    status,
    headers,
    [Symbol.toStringTag]: tag,
  } = value as Partial<WebResponse & { [Symbol.toStringTag]: string }>;
  return tag === 'Response' && typeof status === 'number' && typeof headers === 'object';
}

/**
 * Converts a Node stream to a web stream. Node's own `Readable.toWeb()` reads the `code` of an error that ends the
 * stream, and crashes the process if that throws.
 *
 * @example
 * import { Readable } from 'node:stream';
 * import { webStreamOf } from '@nextpress/semantics/web-response';
 *
 * await new Response(webStreamOf(Readable.from([Buffer.from('tea')]))).text(); // => 'tea'
 */
export function webStreamOf<Chunk = Uint8Array>(readable: Readable): ReadableStream<Chunk> {
  const chunks: AsyncIterator<Chunk> = readable[Symbol.asyncIterator]();
  // The stream may fail before it is read; the iterator reports that error.
  readable.on('error', () => undefined);
  return new ReadableStream<Chunk>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void readable.destroy(),
    },
    { highWaterMark: 0 },
  );
}

/**
 * Returns the body of a `Response` from any implementation, as bytes or as Node's own kind of `ReadableStream`.
 * node-fetch uses `node:stream` streams.
 *
 * @throws TypeError if the body cannot be read
 *
 * @example
 * import { webBodyOf } from '@nextpress/semantics/web-response';
 *
 * webBodyOf(new Response()); // => null
 */
export function webBodyOf({
  body,
}: {
  readonly body: unknown;
}): ReadableStream<Uint8Array> | Uint8Array | null {
  if (body === null || body === undefined) return null;
  if (body instanceof Uint8Array) return body;
  if (body instanceof ReadableStream) return body;
  if (body instanceof Readable) return webStreamOf(body);
  if (Symbol.asyncIterator in Object(body)) return ReadableStream.from(body as AsyncIterable<Uint8Array>);
  throw new TypeError('Invalid body of a Response: expected a stream or bytes.');
}
