/**
 * @module Makes a `ServerResponse` send over a stream of HTTP/2. Node's class writes a head and calls four methods, which are replaced here;
 * everything else, such as `writeHead`, `setHeader`, `end` and their checks, stays Node's.
 */

import { AsyncResource } from 'node:async_hooks';
import { ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { NodeResponse, NodeSocket } from '@nextpress-internal/internals/node';
import { HTTP2, NEED_DRAIN, requireMembers } from '@nextpress-internal/internals/node';
import { INTERNAL_ERROR, NO_ERROR, resetError } from './error-codes.ts';
import { fieldsOf, statusOf } from './head-fields.ts';
import type { UnsentBodies } from './unsent-bodies.ts';

const { nextTick } = process;

type WriteCallback = (error?: Error | null) => void;

const STREAM: unique symbol = Symbol('stream');
const UNSENT: unique symbol = Symbol('unsent');
const ON_DRAIN: unique symbol = Symbol('on drain');
const LAST_CALLBACK: unique symbol = Symbol('last callback');
const ON_SENT: unique symbol = Symbol('on sent');
const COMPLETE: unique symbol = Symbol('complete');
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
interface StreamResponse extends NodeResponse {
  [STREAM]: ServerHttp2Stream;
  [UNSENT]: UnsentBodies | undefined;
  /** The only listener of `drain`, added when the buffer of the stream is full for the first time. */
  [ON_DRAIN]: (() => void) | undefined;
  /** The callback of an empty write: of `end()`, or of the application. */
  [LAST_CALLBACK]: WriteCallback | undefined;
  [ON_SENT]: () => void;
  /** Emits `finish`, once. `undefined` before `end()`. */
  [COMPLETE]: (() => void) | undefined;
  /** Of the call of `end()`. A stream closes in the context of its connection. */
  [CONTEXT]: AsyncResource | undefined;
  /** Whether `end()` writes the whole body, so that no trailers can be added after it. */
  [IS_WHOLE]: boolean;
  /** Whether the stream asks for trailers after the body. */
  [HAS_TRAILERS]: boolean;
  /** A body as long as its `Content-Length`, until it is known whether trailers follow. */
  [HELD]: Chunk | undefined;
}

requireMembers('@nextpress/http2', HTTP2);

const { _storeHeader, _finish } = ServerResponse.prototype as NodeResponse;

/** @param onSent - called when the whole response has been handed to the connection */
export function sendOverStream(
  res: ServerResponse,
  stream: ServerHttp2Stream,
  socket: Socket,
  unsent: UnsentBodies | undefined,
  onSent: () => void,
): void {
  const response = res as StreamResponse;
  response[STREAM] = stream;
  response[UNSENT] = unsent;
  response[ON_DRAIN] = undefined;
  response[LAST_CALLBACK] = undefined;
  response[ON_SENT] = onSent;
  response[COMPLETE] = undefined;
  response[CONTEXT] = undefined;
  response[IS_WHOLE] = false;
  response[HAS_TRAILERS] = false;
  response[HELD] = undefined;
  // HTTP/2 has no such field.
  response._removedConnection = true;
  Object.assign(response, REPLACED);
  // `assignSocket` would add a `close` listener that must be removed later.
  (socket as NodeSocket)._httpMessage = response;
  Reflect.set(response, 'socket', socket);
}

const REPLACED = {
  _storeHeader: storeHeader,
  _send: send,
  _writeRaw: writeInformational,
  _finish: finish,
};

/** HTTP/2 has no chunks, and trailers may follow every body. */
function storeHeader(this: StreamResponse, ...head: Parameters<NodeResponse['_storeHeader']>): void {
  // Refused before Node has stored a head, so that the error can still get a response.
  const { statusCode } = this;
  if (statusCode < 200 || statusCode > 599) {
    this._hasBody = this.req.method !== 'HEAD';
    throw new RangeError(`Invalid status over HTTP/2: expected 200 to 599, got ${statusCode}.`);
  }
  this[IS_WHOLE] = this._contentLength !== null;
  // Otherwise Node refuses the field `Trailer` next to `Content-Length`.
  this.chunkedEncoding = this.hasHeader('Trailer');
  _storeHeader.apply(this, head);
  this.chunkedEncoding = false;
}

function trailersOf({ _trailer }: StreamResponse): ReturnType<typeof fieldsOf> {
  return fieldsOf(`\r\n${_trailer ?? ''}`);
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
  const hasRoom = stream.write(data, encoding, done ? writeCallback(stream, done) : undefined);
  if (!hasRoom) awaitDrain(res, stream);
  return hasRoom;
}

/** A stream that asks for trailers sends one more frame, so most do not. */
function mayHaveTrailers(res: StreamResponse, chunk: Chunk): boolean {
  const { _contentLength: length, _hasBody, _trailer } = res;
  return _hasBody && (Boolean(_trailer) || length === null || lengthOf(chunk) < length);
}

/** Whether to wait with the whole body for `end()`, before which trailers may be added. */
function isHeld(res: StreamResponse, chunk: Chunk): boolean {
  if (res[IS_WHOLE] || res._contentLength === 0 || !res._hasBody) return false;
  if (res._header === null || mayHaveTrailers(res, chunk)) return false;
  res[HELD] = chunk;
  nextTick(release, res, true);
  return true;
}

/** Sends the body that was held. */
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
  const { [UNSENT]: unsent } = res;
  unsent?.add(stream);
  if (res[ON_DRAIN] !== undefined) return;
  res[ON_DRAIN] = () => {
    unsent?.delete(stream);
    tellDrained(res);
  };
  stream.on('drain', res[ON_DRAIN]);
}

/** A stream that is reset tells its writes that they have succeeded. From version 26 on Node emits `finish` in such a callback. */
function writeCallback(stream: ServerHttp2Stream, done: WriteCallback): WriteCallback {
  const context = new AsyncResource('NEXTPRESS_WRITE');
  return (error) => {
    const isReset = stream.destroyed && stream.rstCode !== NO_ERROR;
    context.runInAsyncScope(done, undefined, error ?? (isReset ? resetError() : undefined));
  };
}

/** @returns whether there is a head. Without one, because `writeHead` has been replaced, Node would send the status 200. */
function respond(res: StreamResponse, stream: ServerHttp2Stream, hasTrailers: boolean): boolean {
  const { _header: head } = res;
  if (head === null) {
    stream.close(INTERNAL_ERROR);
    return false;
  }
  res._headerSent = true;
  res[HAS_TRAILERS] = hasTrailers;
  if (hasTrailers) stream.once('wantTrailers', () => stream.sendTrailers(trailersOf(res)));
  const fields = fieldsOf(head);
  fields[':status'] = statusOf(head);
  stream.respond(fields, {
    endStream: hasEndedWithHead(res),
    waitForTrailers: hasTrailers,
    // Node has written it, unless the application has turned it off.
    sendDate: false,
  } as object);
  return true;
}

/** Whether the client has the whole response, because it has no body. Its handler may call `end()` much later. */
export function hasEndedWithHead(res: ServerResponse): boolean {
  const { _contentLength, _hasBody, _headerSent, [HAS_TRAILERS]: hasTrailers } = res as StreamResponse;
  return _headerSent && (!_hasBody || (_contentLength === 0 && !hasTrailers));
}

function deferLast(res: StreamResponse, callback: WriteCallback): void {
  const earlier = res[LAST_CALLBACK];
  if (earlier !== undefined) nextTick(earlier);
  res[LAST_CALLBACK] = callback;
  nextTick(callLast, res);
}

function callLast(res: StreamResponse): void {
  const callback = res[LAST_CALLBACK];
  res[LAST_CALLBACK] = undefined;
  callback?.();
}

function tellDrained(res: StreamResponse): void {
  if (!res.writableNeedDrain) return;
  res[NEED_DRAIN] = false;
  res.emit('drain');
}

/** `100 Continue`, `102 Processing` and `103 Early Hints` are whole heads that Node writes by themselves. */
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

/** Called last by `end()`. `finish` is emitted when the stream has sent everything. */
function finish(this: StreamResponse): void {
  release(this, Boolean(this._trailer));
  const { [STREAM]: stream, [LAST_CALLBACK]: callback, [ON_SENT]: onSent } = this;
  this[LAST_CALLBACK] = undefined;
  _finish.call(this);
  const complete = (): void => {
    if (this[COMPLETE] === undefined) return;
    this[COMPLETE] = undefined;
    callback?.();
    onSent();
  };
  this[COMPLETE] = complete;
  this[CONTEXT] = new AsyncResource('NEXTPRESS_RESPONSE');
  if (hasEndedWithHead(this) && hasSentAll(stream)) nextTick(complete);
  else if (!stream.destroyed && !stream.closed) {
    stream.once('finish', complete);
    if (!stream.writableEnded) stream.end();
  }
}

/** To be called when the stream has closed: Node destroys one whose request has been read before it emits `finish`. */
export function completeClosed(res: ServerResponse, stream: ServerHttp2Stream): void {
  const { [COMPLETE]: complete, [CONTEXT]: context } = res as StreamResponse;
  if (complete !== undefined && hasSentAll(stream)) context?.runInAsyncScope(complete);
}

function hasSentAll({ destroyed, rstCode, writableFinished }: ServerHttp2Stream): boolean {
  return writableFinished || (destroyed && rstCode === NO_ERROR);
}
