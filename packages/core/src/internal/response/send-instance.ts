/**
 * @module Cold: `res.send` for streams and other objects that are not JSON. Express serializes them, usually to `{}`.
 */

import type { ServerResponse } from 'node:http';
import { finished, Stream as NodeStream, Readable } from 'node:stream';
import { types } from 'node:util';
import { checkLength, LengthCheck } from '@nextpress/semantics/body-writer';
import { onExchangeEnd } from '@nextpress/semantics/exchange-end';
import { isThenable } from '@nextpress/semantics/thenable';
import {
  errorForNext,
  isThrownError,
  readableError,
  thrownProperty,
} from '@nextpress/semantics/thrown-value';
import {
  describeStream,
  isConnectionField,
  isWebResponse,
  type WebResponse,
  webBodyOf,
} from '@nextpress/semantics/web-response';
import type { PatchedResponse } from '../patched-messages.ts';

const { isAnyArrayBuffer } = types;

/**
 * Sends an object that is not JSON.
 *
 * @returns whether it was such an object
 * @throws TypeError for a promise, an error or an unreadable stream, which are mistakes
 */
export function sendInstance(res: PatchedResponse, body: object): boolean {
  if (isThrownError(body)) {
    throw new TypeError('Invalid body of res.send(): got an error: throw it, or pass it to next()', {
      cause: body,
    });
  }
  if (isThenable(body)) throw promiseError('send');
  if (isAnyArrayBuffer(body)) res.send(Buffer.from(body));
  else if (body instanceof ReadableStream) sendStream(res, fromWeb(body));
  else if (body instanceof Blob) sendBlob(res, body);
  else if (isWebResponse(body)) sendResponse(res, body);
  else if (isAsyncIterable(body) || isStream(body)) sendStream(res, body);
  else return false;
  return true;
}

export function promiseError(method: string): TypeError {
  return new TypeError(`Invalid body of res.${method}(): got a promise: write res.${method}(await …)`);
}

/** A Node stream, or an old one that cannot be iterated or destroyed. */
interface Stream extends NodeJS.ReadableStream {
  destroy?(error?: unknown): void;
}

/**
 * Library streams inherit from Node's or are iterable. Methods named `on` and `pipe` are not enough: an application's
 * emitter may have them and never end.
 *
 * @throws TypeError for a stream that cannot be read
 */
function isStream(body: object): body is Stream {
  if (!(body instanceof NodeStream)) return false;
  // Neither a `ServerResponse` nor the result of `http.request()` is a `Writable`.
  if ('writable' in body && !('readable' in body))
    throw new TypeError('Invalid body of res.send(): got a writable stream: send a readable one');
  return true;
}

/** For example the result of an `async function*`. */
function isAsyncIterable(body: object): body is AsyncIterable<unknown> {
  return typeof (body as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function';
}

/** A source that is read by iterating it, and abandoned with `destroy`. */
interface Chunks extends AsyncIterable<unknown> {
  destroy?(error?: unknown): void;
}

/** Node's `Readable.fromWeb` throws the stream's errors where nothing can catch them. */
function fromWeb(stream: ReadableStream): Chunks {
  const reader = stream.getReader();
  return {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    },
    destroy: () => void reader.cancel().catch(() => {}),
  };
}

function sendBlob(res: PatchedResponse, blob: Blob): void {
  if (!res.get('Content-Type') && blob.type !== '') res.setHeader('Content-Type', blob.type);
  res.setHeader('Content-Length', blob.size);
  sendStream(res, fromWeb(blob.stream() as ReadableStream));
}

/** Existing response headers stay, unless the object has them as well. */
function sendResponse(res: PatchedResponse, web: WebResponse): void {
  const { status, headers } = web;
  const body = webBodyOf(web);
  res.statusCode = status;
  for (const [name, value] of headers) {
    if (name === 'set-cookie') res.append('Set-Cookie', value);
    else if (!isConnectionField(name)) res.setHeader(name, value);
  }
  const fields = [...headers.keys()];
  if (body !== null) describeStream(res, web);
  try {
    checkLength(res, body === null ? null : undefined);
  } catch (error) {
    if (body instanceof ReadableStream) body.cancel(error).catch(() => undefined);
    fail(res, error, fields);
    return;
  }
  if (body === null) res.end();
  else if (body instanceof Uint8Array) res.send(Buffer.from(body));
  else sendStream(res, fromWeb(body), fields);
}

/**
 * Sends a stream no faster than the client reads. Its error counts as the handler's even after the response has
 * started: the default error handler then cuts the response.
 *
 * @param fields - names of headers that describe the stream rather than an error response
 */
function sendStream(res: PatchedResponse, source: Stream | Chunks, fields: readonly string[] = []): void {
  const hasType = Boolean(res.get('Content-Type'));
  const isBodiless = res.statusCode === 204 || res.statusCode === 304;
  if (!hasType && !isBodiless) res.setHeader('Content-Type', 'application/octet-stream');
  const content = contentOf(source, res);
  let isOver = isBodiless || res.req.method === 'HEAD';
  onExchangeEnd(res, () => {
    isOver = true;
    content.destroy();
    source.destroy?.();
  });
  // Without a listener, an error would crash the process.
  finished(content, { writable: false }, (error) => {
    // A stream can emit `error` without an error.
    const isFailed = error || !content.readableEnded;
    if (!isFailed || isOver) return;
    // After `error` the stream may still have chunks, for a response that ends in the meantime.
    content.unpipe(res).destroy();
    fail(res, error, hasType ? fields : [...fields, 'Content-Type']);
  });
  if (isOver) res.end();
  else content.pipe(res);
}

/**
 * Byte streams of unknown length pass unchanged. Other streams get a check of their chunks, because `write` would throw
 * in a listener and crash the process.
 */
function contentOf(source: Stream | Chunks, res: ServerResponse): Readable {
  if (source instanceof NodeStream) shield(source);
  const isOfBytes = source instanceof Readable && !source.readableObjectMode;
  if (isOfBytes && !res.hasHeader('Content-Length')) return source;
  const chunks = isAsyncIterable(source) ? source : shield(new Readable({ objectMode: true })).wrap(source);
  return Readable.from(checkChunks(chunks, new LengthCheck(res)));
}

/** Node destroys a stream with whatever its `read` or its generator throws. */
function shield<Source extends { destroy?(error?: Error): unknown }>(stream: Source): Source {
  const { destroy } = stream;
  const destroyReadably = (error?: unknown, ...rest: unknown[]): unknown =>
    destroy && Reflect.apply(destroy, stream, [readableError(error), ...rest]);
  return Object.defineProperty(stream, 'destroy', {
    value: destroyReadably,
    writable: true,
    configurable: true,
  });
}

async function* checkChunks(
  source: AsyncIterable<unknown>,
  length: LengthCheck,
): AsyncGenerator<string | Uint8Array> {
  try {
    for await (const chunk of source) {
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
        throw new TypeError(`Invalid chunk of a stream: expected a string or bytes, got ${typeof chunk}`);
      }
      length.add(chunk);
      yield chunk;
    }
    length.end();
  } catch (thrown) {
    throw readableError(errorForNext(thrown, 'The stream'));
  }
}

function fail(
  res: ServerResponse & { readonly req: { readonly next?: unknown } },
  reason: unknown,
  fields: readonly string[],
): void {
  const isEarly = thrownProperty(reason, 'code') === 'ERR_STREAM_PREMATURE_CLOSE';
  const error = isEarly
    ? new Error('The stream passed to res.send() closed early.')
    : errorForNext(reason, 'The stream');
  const { next } = res.req;
  if (!res.headersSent) for (const name of [...fields, 'Content-Length']) res.removeHeader(name);
  if (typeof next === 'function') next(error);
  else res.destroy(readableError(error) as Error);
}
