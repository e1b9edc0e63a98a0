/** @module Runs a Node listener for a request that did not come from a network. */

import { IncomingMessage, ServerResponse } from 'node:http';
import { MemorySocket, type ResponseHead } from './memory-socket.ts';

/** An application: a listener for the requests of `node:http`. Those of Nextpress and Express have prototypes for its messages. */
export interface RequestListener {
  // biome-ignore lint/suspicious/noExplicitAny: applications declare requests of their own
  (req: any, res: any): unknown;
  readonly request?: object;
  readonly response?: object;
}

/** A request, in the terms of HTTP/1.1. */
export interface MemoryRequest {
  readonly method: string;
  /** Such as `/path?query`. */
  readonly target: string;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array | AsyncIterable<Uint8Array> | undefined;
  readonly remoteAddress: string | undefined;
  readonly isSecure: boolean;
  readonly signal: AbortSignal | undefined;
}

/** What becomes of the request. */
export interface MemoryResponse {
  head(head: ResponseHead): void;
  /** @param done - called when more may come */
  data(chunk: Buffer, done: () => void): void;
  /** All has been written. */
  end(): void;
  /** The application has cut the response, or the signal has aborted. */
  error(error: unknown): void;
}

/** Returns a function that ends the exchange, as a client that leaves. */
export function exchange(
  listener: RequestListener,
  request: MemoryRequest,
  response: MemoryResponse,
): (reason?: unknown) => void {
  const { signal } = request;
  const socket = new MemorySocket(response, request.remoteAddress, request.isSecure);
  const req = createIncoming(listener, request, socket);
  const res = createOutgoing(listener, req, socket);
  let isOver = false;
  const finish = (error?: unknown): void => {
    if (isOver) return;
    isOver = true;
    signal?.removeEventListener('abort', abort);
    if (error === undefined) response.end();
    else response.error(error);
  };
  const leave = (reason: unknown = new Error('The client has left.')): void => {
    finish(reason);
    if (!req.complete) req.destroy();
    socket.destroy();
    // A server does this when the socket closes.
    res.destroyed = true;
    res.emit('close');
  };
  const abort = (): void => leave(signal?.reason);
  socket.on('error', ignore);
  req.on('error', ignore);
  // The last write has been taken.
  res.once('finish', () => {
    res.detachSocket(socket as never);
    finish();
    res.emit('close');
    // The write that has led here is not over yet.
    process.nextTick(() => socket.destroy());
  });
  socket.once('close', () => {
    if (!isOver) finish(new Error('The application has cut the response.'));
  });
  if (signal?.aborted) abort();
  else {
    signal?.addEventListener('abort', abort);
    listener(req, res);
  }
  return leave;
}

/** What Node's parser calls. */
interface ParsedMessage extends IncomingMessage {
  _addHeaderLines(rawHeaders: readonly string[], count: number): void;
}

function createIncoming(
  listener: RequestListener,
  request: MemoryRequest,
  socket: MemorySocket,
): IncomingMessage {
  const { body } = request;
  // Changing a prototype later is slow.
  const Message = (listener.request?.constructor ?? IncomingMessage) as typeof IncomingMessage;
  const req = new Message(socket as never);
  req.method = request.method;
  req.url = request.target;
  // As the parser does, so that `headers` and `headersDistinct` are made when they are read.
  (req as ParsedMessage)._addHeaderLines(request.rawHeaders, request.rawHeaders.length);
  req.httpVersion = '1.1';
  req.httpVersionMajor = 1;
  req.httpVersionMinor = 1;
  if (body === undefined || body instanceof Uint8Array) {
    req._read = ignore;
    req.complete = true;
    if (body !== undefined && body.length > 0) req.push(body);
    req.push(null);
  } else {
    const chunks = body[Symbol.asyncIterator]();
    req._read = (size) => {
      // It lets the stream ask again after a chunk.
      IncomingMessage.prototype._read.call(req, size);
      void pull(req, chunks);
    };
  }
  return req;
}

async function pull(req: IncomingMessage, chunks: AsyncIterator<Uint8Array>): Promise<void> {
  try {
    const { done, value } = await chunks.next();
    if (done) req.complete = true;
    req.push(done ? null : value);
  } catch (error) {
    req.destroy(error as Error);
  }
}

function createOutgoing(
  listener: RequestListener,
  req: IncomingMessage,
  socket: MemorySocket,
): ServerResponse {
  const Message = (listener.response?.constructor ?? ServerResponse) as typeof ServerResponse;
  const res: ServerResponse = new Message(req);
  res.shouldKeepAlive = false;
  // The end of the exchange ends the body, so nothing has to be framed, even if the application has asked for it.
  res.useChunkedEncodingByDefault = false;
  Object.defineProperty(res, 'chunkedEncoding', { get: () => false, set: ignore });
  res.assignSocket(socket as never);
  return res;
}

function ignore(): void {}
