/** @module Writes a web response to a Node response. */

import type { ServerResponse } from 'node:http';
import { clearImmediate, setImmediate } from 'node:timers';
import { BodyWriter, checkLength } from '@nextpress/semantics/body-writer';
import { onExchangeEnd } from '@nextpress/semantics/exchange-end';
import { invalidValue } from '@nextpress/semantics/options';
import { readableError } from '@nextpress/semantics/thrown-value';
import { describeStream, isConnectionField, webBodyOf } from '@nextpress/semantics/web-response';
import { BODY_USED, FastResponse, type ResponseParts } from './fast-response.ts';

/**
 * Set by `RESPONSE_ALREADY_SENT` of `@hono/node-server`: the handler responds through the Node objects, maybe later.
 */
const ALREADY_SENT = 'x-hono-already-sent';
const NOT_ASCII = /[\x80-\xff]/;

/**
 * Sends a response. Headers set earlier by middleware remain. Resolves when everything is written or the client
 * disconnects; only streams need a promise.
 *
 * @throws Error before anything is sent, for invalid headers, an invalid or wrong `Content-Length`, or
 *   `Response.error()`
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
  // Node joins a string to the head, and encodes both as UTF-8.
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

/** Cancels a stream. No code awaits it any more, so an error from its `cancel()` concerns no request. */
function release(
  stream: { cancel(reason?: unknown): Promise<void> },
  contentType: unknown,
  reason?: unknown,
): void {
  if (!isNodeForm(contentType)) stream.cancel(reason).catch(() => {});
}

/**
 * Whether a body is a stream that Node created from a `FormData`. It holds no resources, and since Node 24, canceling
 * it rejects a promise that no code can catch, which crashes the process.
 */
function isNodeForm(contentType: unknown): boolean {
  return String(contentType).includes('boundary=----formdata-undici-');
}

/** Also accepts other implementations, such as the undici package's. */
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
 * Sends a stream no faster than the client reads. If it ends with its first chunk, it is sent with `Content-Length`,
 * like a string: Node turns every body into a stream.
 */
async function sendStream(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader();
  const leave = (): void =>
    release(reader, outgoing.getHeader('content-type'), new Error('The client disconnected.'));
  const writer = new BodyWriter(outgoing);
  onExchangeEnd(outgoing, () => {
    if (!outgoing.writableFinished) leave();
  });
  if (!writer.isOpen) return leave();
  // Clients wait for the head: the first event of a stream may come late.
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
    // An invalid chunk does not end the stream by itself.
    release(reader, outgoing.getHeader('content-type'), error);
    // Streams often fail because the client disconnected, through the request's signal.
    if (!writer.isOpen) return;
    if (outgoing.headersSent) outgoing.destroy(readableError(error) as Error);
    throw error;
  }
}

/** Sends the headers that a GET response would have. */
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

/**
 * The length of a stream that ends with its first chunk, as those that Node creates from strings; `undefined` for
 * others.
 */
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

/** Whether a stream has already ended, without waiting. */
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
