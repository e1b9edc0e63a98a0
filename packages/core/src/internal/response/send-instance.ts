/** @module Cold: `res.send` of streams and other objects that are not JSON. Express serializes them, mostly to `{}`. */

import type { ServerResponse } from 'node:http';
import { finished, Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { types } from 'node:util';
import { onExchangeEnd } from '@nextpress/semantics/exchange-end';
import { isThenable } from '@nextpress/semantics/thenable';
import { isThrownError } from '@nextpress/semantics/thrown-value';
import { describeStream, isConnectionField } from '@nextpress/semantics/web-response';
import type { PatchedResponse } from './patched-response.ts';

const { isAnyArrayBuffer } = types;

/**
 * Sends an object that is not JSON.
 *
 * @returns whether it was such an object
 * @throws TypeError for a promise or an error, which are mistakes
 */
export function sendInstance(res: PatchedResponse, body: object): boolean {
  if (isThrownError(body)) {
    throw new TypeError('Invalid body of res.send(): got an error: throw it, or pass it to next()', {
      cause: body,
    });
  }
  if (isThenable(body)) throw promiseError('send');
  if (isAnyArrayBuffer(body)) res.send(Buffer.from(body));
  else if (isStream(body)) sendStream(res, body);
  else if (body instanceof ReadableStream) sendStream(res, fromWeb(body));
  else if (body instanceof Blob) sendBlob(res, body);
  else if (body instanceof Response) sendResponse(res, body);
  else if (isAsyncIterable(body)) sendStream(res, Readable.from(body));
  else return false;
  return true;
}

export function promiseError(method: string): TypeError {
  return new TypeError(`Invalid body of res.${method}(): got a promise: write res.${method}(await …)`);
}

/** A readable stream of Node, or of a library such as readable-stream. */
function isStream(body: object): body is Readable {
  const { pipe, on } = body as Partial<Readable>;
  return typeof pipe === 'function' && typeof on === 'function';
}

/** Such as what an `async function*` returns. */
function isAsyncIterable(body: object): body is AsyncIterable<unknown> {
  return typeof (body as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function';
}

function fromWeb(stream: ReadableStream): Readable {
  return Readable.fromWeb(stream as NodeReadableStream);
}

function sendBlob(res: PatchedResponse, blob: Blob): void {
  if (!res.get('Content-Type') && blob.type !== '') res.setHeader('Content-Type', blob.type);
  res.setHeader('Content-Length', blob.size);
  sendStream(res, fromWeb(blob.stream() as ReadableStream));
}

/** Fields of the response that are there already stay, unless the object has them too. */
function sendResponse(res: PatchedResponse, web: Response): void {
  const { status, headers, body } = web;
  res.statusCode = status;
  for (const [name, value] of headers) {
    if (name === 'set-cookie') res.append('Set-Cookie', value);
    else if (!isConnectionField(name)) res.setHeader(name, value);
  }
  if (body === null) res.end();
  else {
    describeStream(res, web);
    sendStream(res, fromWeb(body));
  }
}

/**
 * Sends a stream no faster than the client reads it. Its error is one of the handler, also when the response has begun: the default
 * handler then cuts the response.
 */
function sendStream(res: PatchedResponse, stream: Readable): void {
  if (!res.get('Content-Type')) res.setHeader('Content-Type', 'application/octet-stream');
  let isOver = res.req.method === 'HEAD';
  onExchangeEnd(res, () => {
    isOver = true;
    stream.destroy();
  });
  const content = stream.readableObjectMode && !isOver ? Readable.from(checkChunks(stream)) : stream;
  // Without a listener, an error would end the process.
  finished(content, { writable: false }, (error) => {
    if (error && !isOver) fail(res, error);
  });
  if (isOver) {
    res.end();
    return;
  }
  content.pipe(res);
}

/** Values of any kind come from a stream in object mode. `write` throws for some of them, in a listener, which would end the process. */
async function* checkChunks(stream: Readable): AsyncGenerator<string | Uint8Array> {
  for await (const chunk of stream) {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
      throw new TypeError(`Invalid chunk of a stream: expected a string or bytes, got ${typeof chunk}`);
    }
    yield chunk;
  }
}

function fail(
  res: ServerResponse & { readonly req: { readonly next?: unknown } },
  reason: NodeJS.ErrnoException,
): void {
  const isEarly = reason.code === 'ERR_STREAM_PREMATURE_CLOSE';
  const error = isEarly ? new Error('The stream that res.send() got has closed early.') : reason;
  const { next } = res.req;
  if (!res.headersSent) res.removeHeader('Content-Length');
  if (typeof next === 'function') next(error);
  else res.destroy(error);
}
