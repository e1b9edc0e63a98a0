/**
 * @module A `ServerResponse` that sends over an HTTP/2 stream. Only the four methods with which Node's class writes to its
 * connection are replaced; everything else, such as `writeHead`, `setHeader`, `end` and their validation, is Node's.
 */

import { AsyncResource } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { setImmediate } from 'node:timers';
import { Existing } from '@nextpress-internal/internals/existing';
import type { NodeRequest, NodeResponse, NodeSocket, NodeStream } from '@nextpress-internal/internals/node';
import { HTTP2, NEED_DRAIN, OUT_HEADERS, requireMembers } from '@nextpress-internal/internals/node';
import { NO_ERROR, resetError } from './error-codes.ts';
import { fieldsOf, headOf, statusOf } from './head-fields.ts';
import { reset, skipError, stopBody } from './stream-end.ts';
import type { StreamOwner } from './stream-owner.ts';

const { nextTick } = process;

/** The response of an open stream. */
export const RESPONSE: unique symbol = Symbol('response');

export type OpenStream = NodeStream & { [RESPONSE]: StreamResponse | undefined };

type WriteCallback = (error?: Error | null) => void;

const STREAM: unique symbol = Symbol('stream');
const SOCKET: unique symbol = Symbol('socket');
const OWNER: unique symbol = Symbol('owner');
const FIELDS: unique symbol = Symbol('fields');
const AWAITS_DRAIN: unique symbol = Symbol('awaits drain');
const LAST_CALLBACK: unique symbol = Symbol('last callback');
const CONTEXT: unique symbol = Symbol('context');
const IS_WHOLE: unique symbol = Symbol('is whole');
const HAS_TRAILERS: unique symbol = Symbol('has trailers');
const HELD: unique symbol = Symbol('held');

interface Chunk {
  readonly data: string | Uint8Array;
  readonly encoding: BufferEncoding;
  readonly done: WriteCallback | undefined;
}

/** A response over a stream. */
export interface StreamResponse extends NodeResponse {
  readonly req: NodeRequest;
  readonly [STREAM]: ServerHttp2Stream;
  readonly [SOCKET]: NodeSocket;
  readonly [OWNER]: StreamOwner;
  /** The head, once stored. */
  [FIELDS]: OutgoingHttpHeaders | undefined;
  /** Whether it listens for `drain`, which it does after the stream's buffer was full for the first time. */
  [AWAITS_DRAIN]: boolean;
  /** The callback of an empty write, made by `end()` or by the application. */
  [LAST_CALLBACK]: WriteCallback | undefined;
  /** The async context of the `end()` call, until `finish` is emitted. A stream closes in the context of its connection. */
  [CONTEXT]: AsyncResource | undefined;
  /** Whether `end()` writes the whole body, so no trailers can be added after it. */
  [IS_WHOLE]: boolean;
  /** Whether the stream emits `wantTrailers` after the body. */
  [HAS_TRAILERS]: boolean;
  /** A body as long as its `Content-Length`, held until it is known whether trailers follow. */
  [HELD]: Chunk | undefined;
}

requireMembers('@nextpress/http2', HTTP2);

const { _finish } = ServerResponse.prototype as NodeResponse;
const responseFinish = channel('http.server.response.finish');

/** Adds the stream-specific members, including methods, because an application may change the response's prototype. */
class OverStream extends Existing {
  [STREAM]: ServerHttp2Stream;
  [SOCKET]: NodeSocket;
  [OWNER]: StreamOwner;
  [FIELDS] = undefined;
  [AWAITS_DRAIN] = false;
  [LAST_CALLBACK] = undefined;
  [CONTEXT] = undefined;
  [IS_WHOLE] = false;
  [HAS_TRAILERS] = false;
  [HELD] = undefined;
  _storeHeader = storeHeader;
  _send = send;
  _writeRaw = writeInformational;
  _finish = finish;

  constructor(res: ServerResponse, stream: ServerHttp2Stream, socket: NodeSocket, owner: StreamOwner) {
    super(res);
    this[STREAM] = stream;
    this[SOCKET] = socket;
    this[OWNER] = owner;
  }
}

/** Makes a new response send over a stream. */
export function sendOver(
  stream: ServerHttp2Stream,
  response: ServerResponse,
  socket: NodeSocket,
  owner: StreamOwner,
): StreamResponse {
  const res = new OverStream(response, stream, socket, owner) as unknown as StreamResponse;
  // HTTP/2 does not allow this field.
  res._removedConnection = true;
  // `assignSocket` would add a `close` listener that must be removed later.
  socket._httpMessage = res;
  Reflect.set(res, 'socket', socket);
  (stream as OpenStream)[RESPONSE] = res;
  return res;
}

/** Stores the head for `respond()`. HTTP/2 has no chunked encoding, and trailers may follow any body. */
function storeHeader(
  this: StreamResponse,
  ...[statusLine, headers]: Parameters<NodeResponse['_storeHeader']>
): void {
  // Throws before the head is stored, so an error response can still be sent.
  const { statusCode } = this;
  if (statusCode < 200 || statusCode > 599) {
    this._hasBody = this.req.method !== 'HEAD';
    throw new RangeError(`Invalid status over HTTP/2: expected 200 to 599, got ${statusCode}.`);
  }
  const head = headOf(headers, headers === this[OUT_HEADERS]);
  const { fields } = head;
  this[IS_WHOLE] = this._contentLength !== null;
  const { 'content-length': length } = fields;
  if (length !== undefined) this._contentLength = Number(length);
  else if (this._hasBody && this[IS_WHOLE] && !this._removedContLen) {
    fields['content-length'] = `${this._contentLength}`;
    head.lines += `Content-Length: ${this._contentLength}\r\n`;
  }
  fields[':status'] = statusCode;
  this[FIELDS] = fields;
  this._header = `${statusLine}${head.lines}\r\n`;
  this._headerSent = false;
}

function send(
  this: StreamResponse,
  data: string | Uint8Array,
  encoding?: BufferEncoding | WriteCallback | null,
  callback?: WriteCallback | null,
): boolean {
  const { [STREAM]: stream } = this;
  const done = typeof encoding === 'function' ? encoding : callback;
  if ((stream.destroyed || stream.closed) && !hasEndedWithHead(this)) return false;
  const chunk: Chunk = {
    data,
    encoding: typeof encoding === 'string' ? encoding : 'utf8',
    done: done ?? undefined,
  };
  if (this[HELD] !== undefined && data.length > 0) release(this, true);
  if (!this._headerSent && this[HELD] === undefined) {
    if (isHeld(this, chunk)) return true;
    if (!respond(this, stream, mayHaveTrailers(this, chunk))) return false;
  }
  if (data.length === 0) {
    if (done) deferLast(this, done);
    return true;
  }
  return write(this, stream, chunk);
}

function write(res: StreamResponse, stream: ServerHttp2Stream, { data, encoding, done }: Chunk): boolean {
  const onSent = done && writeCallback(stream, done);
  const hasRoom = stream.write(data, encoding, (error) => {
    if (res.writableEnded) skipError(stream);
    onSent?.(error);
  });
  if (!hasRoom) awaitDrain(res, stream);
  return hasRoom;
}

/** Whether trailers may follow. A stream that waits for them sends one more frame, so it waits only if needed. */
function mayHaveTrailers(res: StreamResponse, chunk: Chunk): boolean {
  const { _contentLength: length, _hasBody, _trailer } = res;
  return _hasBody && (Boolean(_trailer) || length === null || lengthOf(chunk) < length);
}

/** Whether to hold the whole body until `end()`, before which trailers may be added. */
function isHeld(res: StreamResponse, chunk: Chunk): boolean {
  if (res[IS_WHOLE] || res._contentLength === 0 || !res._hasBody) return false;
  if (res[FIELDS] === undefined || mayHaveTrailers(res, chunk)) return false;
  res[HELD] = chunk;
  nextTick(release, res, true);
  return true;
}

/** Sends the held body. */
function release(res: StreamResponse, hasTrailers: boolean): void {
  const { [HELD]: chunk, [STREAM]: stream } = res;
  if (chunk === undefined) return;
  res[HELD] = undefined;
  if (stream.destroyed || stream.closed || !respond(res, stream, hasTrailers)) chunk.done?.(resetError());
  else write(res, stream, chunk);
}

function lengthOf({ data, encoding }: Chunk): number {
  return typeof data === 'string' ? Buffer.byteLength(data, encoding) : data.byteLength;
}

function awaitDrain(res: StreamResponse, stream: ServerHttp2Stream): void {
  res[OWNER].unsent?.add(stream);
  if (res[AWAITS_DRAIN]) return;
  res[AWAITS_DRAIN] = true;
  stream.on('drain', onDrain);
}

// Stream listeners are not closures, which would make a closed stream retain its response.
function onDrain(this: ServerHttp2Stream): void {
  const { [RESPONSE]: res } = this as OpenStream;
  res?.[OWNER].unsent?.delete(this);
  if (!res?.writableNeedDrain) return;
  res[NEED_DRAIN] = false;
  res.emit('drain');
}

function sendTrailers(this: ServerHttp2Stream): void {
  const { [RESPONSE]: res } = this as OpenStream;
  this.sendTrailers(fieldsOf(`\r\n${res?._trailer ?? ''}`));
}

/** A reset stream reports its writes as successful. From Node 26 on, `finish` is emitted in such a callback. */
function writeCallback(stream: ServerHttp2Stream, done: WriteCallback): WriteCallback {
  const context = new AsyncResource('NEXTPRESS_WRITE');
  return (error) => {
    const isReset = stream.destroyed && stream.rstCode !== NO_ERROR;
    const call = (): void =>
      context.runInAsyncScope(done, undefined, error ?? (isReset ? resetError() : undefined));
    // Node 26 calls it in `_destroy`, where a listener's exception would count as a stream error.
    if (stream.destroyed) nextTick(call);
    else call();
  };
}

/** @returns whether there is a head. Without one (`writeHead` was replaced), Node would send status 200. */
function respond(res: StreamResponse, stream: ServerHttp2Stream, hasTrailers: boolean): boolean {
  const { [FIELDS]: fields, sendDate } = res;
  if (fields === undefined) {
    reset(stream);
    return false;
  }
  res._headerSent = true;
  res[HAS_TRAILERS] = hasTrailers;
  if (hasTrailers) stream.once('wantTrailers', sendTrailers);
  stream.respond(fields, {
    endStream: hasEndedWithHead(res),
    waitForTrailers: hasTrailers,
    sendDate,
  } as object);
  return true;
}

/** Whether the client already has the whole response, because it has no body. The handler may call `end()` much later. */
function hasEndedWithHead(res: StreamResponse): boolean {
  const { _contentLength, _hasBody, _headerSent, [HAS_TRAILERS]: hasTrailers } = res;
  return _headerSent && (!_hasBody || (_contentLength === 0 && !hasTrailers));
}

function deferLast(res: StreamResponse, callback: WriteCallback): void {
  const earlier = res[LAST_CALLBACK];
  if (earlier !== undefined) nextTick(earlier);
  res[LAST_CALLBACK] = callback;
  nextTick(callLast, res);
}

/** The last callback of an ended response waits for {@link complete}. */
function callLast(res: StreamResponse): void {
  if (res[CONTEXT] !== undefined) return;
  const callback = res[LAST_CALLBACK];
  res[LAST_CALLBACK] = undefined;
  callback?.();
}

/** Node writes `100 Continue`, `102 Processing` and `103 Early Hints` as separate, complete heads. */
function writeInformational(
  this: StreamResponse,
  head: string,
  encoding?: BufferEncoding | WriteCallback | null,
  callback?: WriteCallback | null,
): boolean {
  const { [STREAM]: stream } = this;
  const done = typeof encoding === 'function' ? encoding : callback;
  if (stream.destroyed || stream.closed) return false;
  stream.additionalHeaders({ ...fieldsOf(head), ':status': statusOf(head) });
  if (done) nextTick(done);
  return true;
}

/** `end()` calls this last. `finish` is emitted when the stream has sent everything. */
function finish(this: StreamResponse): void {
  release(this, Boolean(this._trailer));
  const { [STREAM]: stream } = this;
  _finish.call(this);
  this[CONTEXT] = new AsyncResource('NEXTPRESS_RESPONSE');
  if (hasEndedWithHead(this) && hasSentAll(stream)) nextTick(complete, this);
  else if (!stream.destroyed && !stream.closed) {
    // If the client has sent everything, the stream closes instead.
    if (!this.req.complete) stream.once('finish', () => complete(this));
    if (!stream.writableEnded) stream.end();
  }
}

/** Does what Node does after sending a response: emits `finish`, discards the request and emits `close`. */
function complete(res: StreamResponse): void {
  if (res[CONTEXT] === undefined) return;
  res[CONTEXT] = undefined;
  // Deferred, because listeners may throw.
  nextTick(callLast, res);
  const { req, [SOCKET]: socket, [STREAM]: stream } = res;
  const { server } = socket;
  if (responseFinish.hasSubscribers) responseFinish.publish({ request: req, response: res, socket, server });
  if (!req._consuming && (!req.complete || isWatched(req))) {
    req._dump();
    // By then, Node has usually written the head.
    if (!req.complete) setImmediate(stopBody, stream);
  }
  socket._httpMessage = null;
  Reflect.set(res, 'socket', null);
  nextTick(emitClose, res);
}

/** Reading an empty request to its end costs 4 % of a short response, just to emit events without a listener. */
function isWatched(req: IncomingMessage): boolean {
  return req.listenerCount('close') > 0 || req.listenerCount('end') > 0;
}

/** Call this when the stream has closed: Node may destroy it before `finish` if its request was read. */
export function closeResponse(res: StreamResponse): void {
  const { req, [CONTEXT]: context, [SOCKET]: socket, [STREAM]: stream, [OWNER]: owner } = res;
  // First, because listeners may throw.
  owner.closed(res);
  owner.unsent?.delete(stream);
  if (hasSentAll(stream)) context?.runInAsyncScope(complete, undefined, res);
  const isWhole = req.complete || req._dumped;
  if (!isWhole || !(res.socket === null || hasEndedWithHead(res))) req.destroy(resetError());
  else if (!req.complete) req.push(null);
  if (socket._httpMessage === res) emitClose(res);
}

/** The connection's limit for trailers. */
export function maxListSize(res: StreamResponse): number {
  return res[OWNER].maxHeaderListSize;
}

function emitClose(res: StreamResponse): void {
  if (res._closed) return;
  res.destroyed = true;
  res._closed = true;
  res.emit('close');
}

function hasSentAll({ destroyed, rstCode, writableFinished }: ServerHttp2Stream): boolean {
  return writableFinished || (destroyed && rstCode === NO_ERROR);
}
