/** @module Makes the request and the response of a stream: messages of `node:http`, or of the application's own classes. */

import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers';
import type { NodeRequest, NodeResponse, NodeSocket, NodeStream } from '@nextpress-internal/internals/node';
import { ENHANCE_YOUR_CALM, INTERNAL_ERROR, NO_ERROR, resetError } from './error-codes.ts';
import { listSize, type RequestHead, readRequestHead } from './head-fields.ts';
import { completeClosed, hasEndedWithHead, sendOverStream } from './stream-response.ts';
import { streamSocket } from './stream-socket.ts';
import type { UnsentBodies } from './unsent-bodies.ts';

const { nextTick } = process;

/** The classes of requests and responses. */
export interface MessageClasses {
  readonly Request: typeof IncomingMessage;
  readonly Response: typeof ServerResponse<IncomingMessage>;
}

/** The two messages of a stream. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** Limits of a connection, and what it observes. */
export interface ExchangeOptions {
  readonly unsent: UnsentBodies | undefined;
  readonly maxHeaderListSize: number;
  /** Called when the stream has closed. */
  readonly onClosed: () => void;
}

/** For streams of `http2.createServer(app)`, which has limits of its own. */
const FOREIGN: ExchangeOptions = {
  unsent: undefined,
  maxHeaderListSize: Number.POSITIVE_INFINITY,
  onClosed() {},
};

const requestStart = channel('http.server.request.start');
const responseFinish = channel('http.server.response.finish');

/**
 * Replaces a request of `http2.createServer()` and its response, when the server emits it.
 *
 * @returns `undefined` when the connection has closed
 */
export function replaceMessages(
  { rawHeaders, stream }: Http2ServerRequest,
  classes: MessageClasses,
): Exchange | undefined {
  const socket = stream.session?.socket;
  if (socket === undefined) return undefined;
  // Node's response would also send trailers.
  stream.removeAllListeners('wantTrailers');
  return openExchange(stream as ServerHttp2Stream, rawHeaders, socket as Socket, classes);
}

/** @param fields - the head as Node gives it: names and values in turn */
export function openExchange(
  stream: ServerHttp2Stream,
  fields: readonly string[],
  connection: Socket,
  { Request, Response }: MessageClasses,
  { unsent, maxHeaderListSize, onClosed }: ExchangeOptions = FOREIGN,
): Exchange {
  // The end of the stream has been received with the head.
  const hasBody = !stream.endAfterHeaders;
  const head = readRequestHead(fields, hasBody);
  const socket = streamSocket(stream, connection);
  const req = new Request(socket) as NodeRequest;
  const { server } = connection as Partial<NodeSocket>;
  req.joinDuplicateHeaders = server?.joinDuplicateHeaders ?? null;
  fillHead(req, head);
  const res = new Response(req);
  // Node decides by the version whether a response may be chunked and its connection kept.
  setVersion(req, 2, 0);
  if (requestStart.hasSubscribers) requestStart.publish({ request: req, response: res, socket, server });
  stream.on('error', resetOpen);
  let isSent = false;
  // Before the response listens, which would emit its `close` first.
  stream.on('close', () => {
    completeClosed(res, stream);
    const isWhole = req.complete || req._dumped === true;
    if (!isWhole || !(isSent || hasEndedWithHead(res))) req.destroy(resetError());
    else if (!req.complete) req.push(null);
    unsent?.delete(stream);
    onClosed();
    if ((socket as NodeSocket)._httpMessage === res) emitClose(res);
  });
  sendOverStream(res, stream, socket, unsent, () => {
    isSent = true;
    if (responseFinish.hasSubscribers)
      responseFinish.publish({ request: req, response: res, socket, server });
    complete(req, res, stream, socket);
  });
  if (hasBody) receiveBody(req, stream as NodeStream, maxHeaderListSize);
  else {
    req.complete = true;
    req.push(null);
  }
  stream.on('end', destroyClosed);
  return { req, res };
}

function fillHead(req: NodeRequest, { method, target, rawHeaders }: RequestHead): void {
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

/**
 * Gives the body to the request, past the buffer of the stream. The stream then ends when it closes: for one that has ended earlier, Node
 * makes an error with each response, which takes 10 % of the time.
 */
function receiveBody(req: NodeRequest, stream: NodeStream, maxHeaderListSize: number): void {
  const { push, readableLength, _readableState: state } = stream;
  // A read would let the client send more before the application reads the body.
  state.reading = true;
  // A short body has arrived with its head.
  if (readableLength > 0) req.push(stream.read(readableLength));
  if (state.ended) endBody(req, stream);
  stream.push = (chunk) => {
    // Node also ends a stream that has been closed.
    if (stream.closed) return chunk !== null || push.call(stream, null);
    if (chunk === null) nextTick(endBody, req, stream);
    return chunk === null || req._dumped === true || req.push(chunk);
  };
  stream.on('trailers', (_trailers, _flags, fields?: string[]) => {
    if (fields === undefined) return;
    if (listSize(fields) > maxHeaderListSize) {
      stream.close(ENHANCE_YOUR_CALM);
      return;
    }
    req.complete = true;
    req._addHeaderLines(fields, fields.length);
  });
}

/** Later than the event of the trailers, for which Node does not wait. */
function endBody(req: NodeRequest, stream: ServerHttp2Stream): void {
  if (stream.closed) return;
  req.complete = true;
  req.push(null);
}

/** Node leaves a stream open that is closed without an error before it has sent everything. */
function destroyClosed(this: ServerHttp2Stream): void {
  // Later, because most streams are only about to be told that all has been sent.
  if (this.closed && !this.destroyed) setImmediate(destroy, this);
}

function destroy(stream: ServerHttp2Stream): void {
  stream.destroy();
}

/** What Node does when a response has been sent: the request is discarded, and `close` is emitted. */
function complete(req: NodeRequest, res: ServerResponse, stream: ServerHttp2Stream, socket: Socket): void {
  if (!req._consuming && (!req.complete || isWatched(req))) {
    req._dump();
    // RFC 9113 §8.1: the client need not send the rest of a body that is not read.
    if (!req.complete) stream.close(NO_ERROR);
  }
  res.detachSocket(socket);
  nextTick(emitClose, res);
}

/** Reading an empty request to its end costs 4 % of a short response, for events without a listener. */
function isWatched(req: IncomingMessage): boolean {
  return req.listenerCount('close') > 0 || req.listenerCount('end') > 0;
}

function emitClose(res: ServerResponse): void {
  if ((res as NodeResponse)._closed) return;
  Object.assign(res, { destroyed: true, _closed: true });
  res.emit('close');
}

/** For a request that was reset before it was served: its messages would take more time than the reset takes the client. */
export function discard(stream: ServerHttp2Stream): void {
  stream.on('error', resetOpen);
  stream.destroy();
}

/** Prepares a stream for waiting without messages, which take several times its memory. */
export function suspend(stream: ServerHttp2Stream): void {
  stream.on('error', resetOpen);
}

/** The application has emitted an error. One of Node is that of a closed stream: `aborted` and `close` of the request tell it. */
function resetOpen(this: ServerHttp2Stream): void {
  if (!this.closed) this.close(INTERNAL_ERROR);
}
