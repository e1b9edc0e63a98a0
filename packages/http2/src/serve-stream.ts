/** @module Creates the request and response of a stream: `node:http` messages, or the application's own classes. */

import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { TAKE_BODY } from '@nextpress-internal/internals/keys';
import type { NodeRequest, NodeSocket, NodeStream } from '@nextpress-internal/internals/node';
import { ENHANCE_YOUR_CALM } from './error-codes.ts';
import { fillRequest, listSize } from './head-fields.ts';
import { reset, skipEnd } from './stream-end.ts';
import type { StreamOwner } from './stream-owner.ts';
import { closeResponse, maxListSize, type OpenStream, RESPONSE, sendOver } from './stream-response.ts';
import { streamSocket } from './stream-socket.ts';

const { nextTick } = process;
const { on } = Readable.prototype;

/** The classes of requests and responses. */
export interface MessageClasses {
  readonly Request: typeof IncomingMessage;
  readonly Response: typeof ServerResponse<IncomingMessage>;
}

/** The request and response of a stream. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

const requestStart = channel('http.server.request.start');

/**
 * Replaces a request of `http2.createServer()` and its response when the server emits them.
 *
 * @returns `undefined` if the connection has closed
 */
export function replaceMessages(
  { rawHeaders, stream }: Http2ServerRequest,
  classes: MessageClasses,
): Exchange | undefined {
  const socket = stream.session?.socket;
  if (socket === undefined) return undefined;
  // Otherwise Node's response would also send trailers.
  stream.removeAllListeners('wantTrailers');
  // Node's HTTP/2 server has its own limits.
  const owner = { socket: socket as Socket, unsent: undefined, maxHeaderListSize: Infinity, closed() {} };
  const res = openExchange(stream as ServerHttp2Stream, rawHeaders, classes, owner);
  return { req: res.req, res };
}

/** @param fields - the head from Node: a flat list of names and values */
export function openExchange(
  stream: ServerHttp2Stream,
  fields: readonly string[],
  { Request, Response }: MessageClasses,
  owner: StreamOwner,
): ServerResponse {
  // END_STREAM arrived with the head.
  const hasBody = !stream.endAfterHeaders;
  const socket = streamSocket(stream, owner.socket) as NodeSocket;
  const req = new Request(socket) as NodeRequest;
  const { server } = owner.socket as Partial<NodeSocket>;
  req.joinDuplicateHeaders = server?.joinDuplicateHeaders ?? null;
  fillRequest(req, fields, hasBody);
  // Node uses the version to decide whether a response may be chunked and its connection kept alive.
  req.httpVersionMajor = 1;
  req.httpVersionMinor = 1;
  const res = sendOver(stream, new Response(req), socket, owner);
  req.httpVersionMajor = 2;
  req.httpVersionMinor = 0;
  req.httpVersion = '2.0';
  if (requestStart.hasSubscribers) requestStart.publish({ request: req, response: res, socket, server });
  const open = stream as OpenStream;
  stream.on('error', resetOpen);
  stream.on('close', onClose);
  if (hasBody) receiveBody(req, open);
  else {
    req.complete = true;
    req.push(null);
    skipEnd(open);
  }
  return res;
}

function onClose(this: ServerHttp2Stream): void {
  const open = this as OpenStream;
  const { [RESPONSE]: res } = open;
  if (res === undefined) return;
  // Node keeps closed streams until the next full garbage collection, so they must not reference the request.
  open[RESPONSE] = undefined;
  closeResponse(res);
}

/**
 * Passes the body to the request, bypassing the stream's buffer. If a stream ends before it closes, Node creates an error with
 * each response, which takes 10 % of the time.
 */
function receiveBody(req: NodeRequest, stream: OpenStream): void {
  const { readableLength, _readableState: state } = stream;
  // Reading would let the client send more before the application reads the body.
  state.reading = true;
  // A short body has arrived with its head.
  if (readableLength > 0) req.push(stream.read(readableLength));
  if (state.ended) {
    endBody(stream);
    req[TAKE_BODY] = takeBody;
  }
  stream.push = pushToRequest;
  stream.on('trailers', onTrailers);
}

// Stream listeners are not closures, which would make a closed stream retain its request.
function pushToRequest(this: OpenStream, chunk: unknown): boolean {
  if (chunk === null) {
    // Node also ends a stream that was closed.
    nextTick(this.closed ? destroy : endBody, this);
    return true;
  }
  const req = this[RESPONSE]?.req;
  return req === undefined || this.closed || req._dumped || req.push(chunk);
}

/** Lets parsers read a short body without listeners, which take 15 % of the time of its request. */
function takeBody(this: NodeRequest): Buffer | undefined {
  // An application replaces `on` to observe how a body is read.
  if (this.readableFlowing !== null || this.readableDidRead || this.on !== on) return undefined;
  const body: Buffer | undefined = this.read() ?? undefined;
  // `end` follows in a later tick. Until then, another parser must find the body read, as in the fast lane.
  if (body !== undefined) this.readable = false;
  return body;
}

function onTrailers(this: OpenStream, _trailers: object, _flags: number, fields?: string[]): void {
  const { [RESPONSE]: res } = this;
  if (res === undefined || fields === undefined) return;
  if (listSize(fields) > maxListSize(res)) {
    this.close(ENHANCE_YOUR_CALM);
    return;
  }
  res.req.complete = true;
  res.req._addHeaderLines(fields, fields.length);
}

/** Runs after the `trailers` event, for which Node does not wait. */
function endBody(stream: OpenStream): void {
  const req = stream[RESPONSE]?.req;
  if (stream.closed || req === undefined) return;
  req.complete = true;
  req.push(null);
  skipEnd(stream);
}

function destroy(stream: NodeStream): void {
  stream.destroy();
}

/** Drops a request that was reset before dispatch: creating its messages would cost more than the reset costs the client. */
export function discard(stream: ServerHttp2Stream): void {
  stream.on('error', resetOpen);
  stream.destroy();
}

/** Lets a stream wait without a request and a response, which take several times as much memory. */
export function suspend(stream: ServerHttp2Stream): void {
  stream.on('error', resetOpen);
}

/**
 * Resets the stream after an error emitted by the application. Node's own errors only mean that the stream closed, which
 * `aborted` and `close` of the request report.
 */
function resetOpen(this: ServerHttp2Stream): void {
  reset(this);
}
