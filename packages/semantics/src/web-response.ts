/** @module The head of a web `Response`, as Node sends it. */

import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

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

/** A response by its shape: classes of other implementations and realms are others. */
export interface WebResponse {
  readonly status: number;
  readonly statusText: string;
  readonly url?: string;
  readonly headers: Headers;
  readonly bodyUsed: boolean;
  readonly body: unknown;
}

/**
 * Whether a value is a `Response` of some implementation, such as that of the packages undici and node-fetch.
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
 * A stream of Node as a web stream. `Readable.toWeb()` reads the `code` of an error that ends the stream, which ends the process if that
 * throws.
 *
 * @example
 * import { Readable } from 'node:stream';
 * import { webStreamOf } from '@nextpress/semantics/web-response';
 *
 * await new Response(webStreamOf(Readable.from([Buffer.from('tea')]))).text(); // => 'tea'
 */
export function webStreamOf<Chunk = Uint8Array>(readable: Readable): ReadableStream<Chunk> {
  const chunks: AsyncIterator<Chunk> = readable[Symbol.asyncIterator]();
  // It may fail before it is read. The iterator then rejects.
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
 * The body of a `Response` of some implementation, as a stream of Node's class, or bytes. Those of node-fetch are streams of `node:stream`.
 *
 * @throws TypeError for a body that cannot be read
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
