/** @module Makes the request and the response of a stream: messages of the application's own classes. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { Messages } from '../messages/message-prototypes.ts';
import { NO_ERROR } from './error-codes.ts';
import { type RequestHead, readRequestHead } from './head-fields.ts';
import { hasEndedWithHead, sendOverStream } from './stream-response.ts';
import { streamSocket } from './stream-socket.ts';

/** The two messages of a stream. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** A request with Node's private members. */
type ReadRequest = IncomingMessage & {
  _addHeaderLines(fields: string[], count: number): void;
  /** Discards what has not been read. */
  _dump(): void;
  /** Whether user code has begun to read the body. */
  readonly _consumed: boolean;
  _dumped?: boolean;
};

/**
 * @param fields - the head as Node gives it: names and values in turn
 * @param onClosed - called when the stream has closed
 */
export function openExchange(
  stream: ServerHttp2Stream,
  fields: readonly string[],
  connection: Socket,
  { Request, Response }: Messages,
  onClosed: () => void = ignore,
): Exchange {
  // The end of the stream has been received with the head.
  const hasBody = !stream.endAfterHeaders;
  const head = readRequestHead(fields, hasBody);
  const socket = streamSocket(stream, connection);
  const req = new Request(socket) as ReadRequest;
  fillHead(req, head);
  const res = new Response(req);
  // Node decides by the version whether a response may be chunked and its connection kept.
  setVersion(req, 2, 0);
  stream.on('error', ignore);
  let isSent = false;
  sendOverStream(res, stream, socket, () => {
    isSent = true;
    complete(req, res, stream, socket);
  });
  stream.on('close', () => {
    if (isSent) {
      if (!req.complete) req.push(null);
    } else if (!hasEndedWithHead(res)) req.destroy(resetError());
    onClosed();
  });
  if (hasBody) receiveBody(req, stream);
  else {
    req.complete = true;
    req.push(null);
  }
  return { req, res };
}

function fillHead(req: ReadRequest, { method, target, rawHeaders }: RequestHead): void {
  setVersion(req, 1, 1);
  req.method = method;
  req.url = target;
  req._addHeaderLines(rawHeaders, rawHeaders.length);
}

function setVersion(req: IncomingMessage, major: number, minor: number): void {
  req.httpVersionMajor = major;
  req.httpVersionMinor = minor;
  req.httpVersion = `${major}.${minor}`;
}

/** The stream is read when the request is. */
function receiveBody(req: ReadRequest, stream: ServerHttp2Stream): void {
  // Until the request resumes its socket.
  stream.pause();
  stream.on('data', (chunk: Buffer) => {
    if (!req._dumped && !req.push(chunk)) stream.pause();
  });
  stream.on('trailers', (_trailers, _flags, fields?: string[]) => {
    req.complete = true;
    if (fields !== undefined) req._addHeaderLines(fields, fields.length);
  });
  stream.on('end', () => {
    if (stream.aborted) return;
    req.complete = true;
    req.push(null);
  });
}

/** As Node has it when a connection of HTTP/1.1 is lost before the response has been sent. */
function resetError(): Error {
  return Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
}

/** What Node does when a response has been sent: the request is discarded, and `close` is emitted. */
function complete(req: ReadRequest, res: ServerResponse, stream: ServerHttp2Stream, socket: Socket): void {
  if (!req._consumed && (!req.complete || isWatched(req))) {
    req._dump();
    // RFC 9113 §8.1: the client need not send the rest of a body that is not read.
    if (!req.complete) stream.close(NO_ERROR);
    // A stream with unread bytes does not close.
    stream.resume();
  }
  res.detachSocket(socket);
  process.nextTick(emitClose, res);
}

/** Reading an empty request to its end costs 4 % of a short response, for events without a listener. */
function isWatched(req: IncomingMessage): boolean {
  return req.listenerCount('close') > 0 || req.listenerCount('end') > 0;
}

function emitClose(res: ServerResponse & { _closed?: boolean }): void {
  if (res._closed) return;
  res.destroyed = true;
  res._closed = true;
  res.emit('close');
}

/** A reset stream: `aborted` and `close` of the request say so. */
function ignore(): void {}
