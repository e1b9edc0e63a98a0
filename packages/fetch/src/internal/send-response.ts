/** @module Writes a web response to a Node response. */

import type { ServerResponse } from 'node:http';
import { clearImmediate, setImmediate } from 'node:timers';
import { BodyWriter, checkLength } from '@nextpress/semantics/body-writer';
import { onExchangeEnd } from '@nextpress/semantics/exchange-end';
import { invalidValue } from '@nextpress/semantics/options';
import { readableError } from '@nextpress/semantics/thrown-value';
import { describeStream, isConnectionField, webBodyOf } from '@nextpress/semantics/web-response';
import { BODY_USED, FastResponse, type ResponseParts } from './fast-response.ts';

/** Set by `RESPONSE_ALREADY_SENT` of `@hono/node-server`: the handler responds by the Node objects, maybe later. */
const ALREADY_SENT = 'x-hono-already-sent';
const NOT_ASCII = /[\x80-\xff]/;

/**
 * Sends a response. Headers that middleware has set before remain. Resolves when everything has been written, or when the client has left; a
 * promise is made only for streams.
 *
 * @throws Error before anything has been sent, for invalid headers, an invalid or wrong `Content-Length` and for `Response.error()`
 */
export function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> | undefined {
  const parts = partsOf(response);
  const { body, headers } = parts;
  if (body === null && headers instanceof Headers && headers.has(ALREADY_SENT)) return undefined;
  const isStream = body instanceof ReadableStream;
  let isAscii: boolean;
  try {
    isAscii = writeHead(parts, outgoing);
    if (isStream) describeStream(outgoing, response);
    checkLength(outgoing, isStream ? undefined : body);
  } catch (error) {
    if (isStream) release(body, outgoing.getHeader('content-type'), error);
    throw error;
  }
  if (body === null) outgoing.end();
  else if (outgoing.req?.method === 'HEAD') return sendHead(body, outgoing);
  // Node joins a text to the head, and encodes both in UTF-8.
  else if (typeof body === 'string') outgoing.end(isAscii ? body : Buffer.from(body));
  else if (body instanceof Uint8Array) outgoing.end(body);
  else return sendStream(body, outgoing);
  return undefined;
}

/** Releases a response that is not sent. */
export function discardResponse(response: Response): void {
  const body = webBodyOf(response);
  if (body instanceof ReadableStream) release(body, response.headers.get('content-type'));
}

/** Cancels a stream. No code waits for it any more, so that an error of its `cancel()` concerns no request. */
function release(
  stream: { cancel(reason?: unknown): Promise<void> },
  contentType: unknown,
  reason?: unknown,
): void {
  if (!isNodeForm(contentType)) stream.cancel(reason).catch(() => {});
}

/**
 * Whether a body is a stream that Node has made of a `FormData`. It holds nothing to release, and from Node 24 on, canceling it rejects a promise
 * that no code can catch, which ends the process.
 */
function isNodeForm(contentType: unknown): boolean {
  return String(contentType).includes('boundary=----formdata-undici-');
}

/** Also one of another implementation, such as that of the package undici. */
function isResponse(value: unknown): value is Response {
  const { status, headers } = (value ?? {}) as Partial<Response>;
  return typeof status === 'number' && typeof headers === 'object';
}

function partsOf(response: unknown): ResponseParts {
  const parts = FastResponse.partsOf(response);
  if (parts !== undefined) return parts;
  if (!isResponse(response)) throw invalidValue('result of the fetch handler', 'a Response', response);
  const { status, statusText, headers, bodyUsed } = response;
  if (status === 0) throw new TypeError('The fetch handler returned Response.error(), which cannot be sent.');
  if (!(status >= 200 && status <= 599)) throw new RangeError(`Invalid status of a response: ${status}.`);
  if (bodyUsed) throw new TypeError(BODY_USED);
  return { status, statusText, headers, contentType: undefined, body: webBodyOf(response) };
}

/** Returns whether all headers are ASCII. */
function writeHead(
  { status, statusText, headers, contentType }: ResponseParts,
  outgoing: ServerResponse,
): boolean {
  outgoing.statusCode = status;
  if (statusText !== '' && outgoing.req?.httpVersionMajor !== 2) outgoing.statusMessage = statusText;
  if (contentType !== undefined) outgoing.setHeader('Content-Type', contentType);
  let isAscii = true;
  if (headers === undefined) return isAscii;
  const list =
    headers instanceof Headers || !(Symbol.iterator in headers)
      ? headers
      : new Headers(headers as [string, string][]);
  const fields = list instanceof Headers ? list : Object.entries(list);
  for (const [name, value] of fields) isAscii = setHeader(outgoing, name, value) && isAscii;
  return isAscii;
}

function setHeader(outgoing: ServerResponse, name: string, value: unknown): boolean {
  const key = name.toLowerCase();
  const text = String(value);
  if (key === 'set-cookie') outgoing.appendHeader('Set-Cookie', text);
  else if (!isConnectionField(key)) outgoing.setHeader(key, text);
  return !NOT_ASCII.test(text);
}

/**
 * Sends a stream no faster than the client reads. One that ends with its first chunk is sent with `Content-Length`, as a string is: Node makes
 * streams of all bodies.
 */
async function sendStream(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader();
  const leave = (): void =>
    release(reader, outgoing.getHeader('content-type'), new Error('The client has left.'));
  const writer = new BodyWriter(outgoing);
  onExchangeEnd(outgoing, () => {
    if (!outgoing.writableFinished) leave();
  });
  if (!writer.isOpen) return leave();
  // A client waits for the head: the first event of a stream may come late.
  const late = setImmediate(() => outgoing.flushHeaders());
  try {
    let chunk = await reader.read();
    clearImmediate(late);
    let next = chunk.done ? undefined : reader.read();
    if (next !== undefined && (await isDone(next)) && writer.isOpen) {
      writer.end(chunk.value);
      return;
    }
    while (!chunk.done && writer.isOpen) {
      writer.write(chunk.value);
      await writer.ready();
      chunk = await (next ?? reader.read());
      next = undefined;
    }
    if (!chunk.done) leave();
    else if (writer.isOpen) writer.end();
  } catch (error) {
    clearImmediate(late);
    // The stream goes on if one of its chunks is invalid.
    release(reader, outgoing.getHeader('content-type'), error);
    // Streams often fail because the client has left, by the signal of the request.
    if (!writer.isOpen) return;
    if (outgoing.headersSent) outgoing.destroy(readableError(error) as Error);
    throw error;
  }
}

/** Sends the headers that the response to GET would have. */
function sendHead(
  body: NonNullable<ResponseParts['body']>,
  outgoing: ServerResponse,
): Promise<void> | undefined {
  if (body instanceof ReadableStream) return sendHeadOfStream(body, outgoing);
  endHead(outgoing, Buffer.byteLength(body));
  return undefined;
}

async function sendHeadOfStream(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const type = outgoing.getHeader('content-type');
  const reader = isNodeForm(type) || body.locked ? undefined : body.getReader();
  const length = reader && (await Promise.race([lengthOf(reader), nextTurn()]));
  if (length === undefined) release(reader ?? body, type);
  endHead(outgoing, length);
}

/** The length of a stream that ends with its first chunk, as those that Node makes of texts; `undefined` for others. */
async function lengthOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<number | undefined> {
  try {
    const { done, value } = await reader.read();
    if (done) return 0;
    return (await isDone(reader.read())) ? value.byteLength : undefined;
  } catch {
    return undefined;
  }
}

function nextTurn(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(resolve, undefined));
}

function endHead(outgoing: ServerResponse, length: number | undefined): void {
  if (outgoing.destroyed || outgoing.writableEnded) return;
  const { statusCode } = outgoing;
  const hasContent = statusCode !== 204 && statusCode !== 304;
  if (length !== undefined && hasContent && !outgoing.hasHeader('content-length')) {
    outgoing.setHeader('Content-Length', length);
  }
  outgoing.end();
}

/** Whether a stream ends at once, without waiting for anything. */
async function isDone(next: Promise<{ readonly done: boolean }>): Promise<boolean> {
  let isEnd = false;
  next.then(
    ({ done }) => {
      isEnd = done;
    },
    () => {},
  );
  await Promise.resolve();
  await Promise.resolve();
  return isEnd;
}
