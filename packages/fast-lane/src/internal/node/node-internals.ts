/**
 * @module Node's private properties and symbols, found on live objects. A Node that lacks a required one turns `SUPPORTED` off, and every
 * server then stays in Node's lane. A shortcut whose property is optional is left out.
 */

import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { OutgoingHttpHeaders } from 'node:http';
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';

/** A request with the private properties that the lane uses. */
export interface NodeRequest extends IncomingMessage {
  _consuming: boolean;
  _dumped: boolean;
  _dump(): void;
  readonly _eventsCount: number;
  readonly _readableState: { [state: symbol]: number } & {
    readonly length: number;
    readonly resumeScheduled: boolean;
    readonly readableListening: boolean;
  };
  client: Socket;
  joinDuplicateHeaders: boolean | null;
  upgrade: boolean | null;
  [slot: symbol]: unknown;
}

/** One piece of a response that waits for its turn, as Node keeps it in `outputData`. */
export interface OutputPiece {
  data: string | Uint8Array;
}

/** A response with the private properties that the lane uses. */
export interface NodeResponse extends ServerResponse {
  finished: boolean;
  outputSize: number;
  readonly outputData: readonly OutputPiece[];
  _eventsCount: number;
  readonly _events: { finish?: unknown; readonly socket?: unknown; readonly close?: unknown };
  _closed: boolean;
  _contentLength: number | null;
  _defaultKeepAlive: boolean;
  _hasBody: boolean;
  _header: string | null;
  _headerSent: boolean;
  _keepAliveTimeout: number;
  _last: boolean;
  _maxRequestsPerSocket: number | null;
  _onPendingData: (length: number) => void;
  _removedConnection: boolean;
  _removedContLen: boolean;
  _removedTE: boolean;
  _trailer: string;
  maxRequestsOnConnectionReached: boolean;
  _finish(): void;
  _flush(): void;
  _implicitHeader(): void;
  _send(...args: never[]): boolean;
  _writeRaw(...args: never[]): boolean;
  _storeHeader(statusLine: string, fields: OutgoingHttpHeaders | readonly unknown[] | null | undefined): void;
  [slot: symbol]: unknown;
}

/** A server's socket with the private properties that the lane uses. */
export interface NodeSocket extends Socket {
  server: NodeServer;
  parser: NodeParser | null | undefined;
  _httpMessage: NodeResponse | null | undefined;
  _paused: boolean;
  _hadError: boolean;
  readonly encrypted?: boolean;
  readonly _handle: {
    readonly isStreamBase?: boolean;
    _consumed?: boolean;
    reading?: boolean;
    useUserBuffer?(buffer: Uint8Array): void;
    readStart(): void;
    readStop(): void;
    getAsyncId?(): number;
  } | null;
  readonly _events: Readonly<Record<string, unknown>>;
  readonly _readableState: { ended: boolean; endEmitted: boolean; flowing: boolean | null; reading: boolean };
  readonly _writableState: { readonly corked: number; readonly needDrain: boolean };
  [slot: symbol]: unknown;
}

/** Node's parser of one connection. */
export interface NodeParser {
  /** Whether the parser reads its socket natively. */
  readonly _consumed?: boolean;
  incoming: NodeRequest | null;
  onIncoming: (req: NodeRequest, keepAlive: boolean) => number;
  [event: number]: unknown;
}

/** A server with its settings. An intersection, as some versions of @types/node declare some of these as required. */
export type NodeServer = Server & {
  httpAllowHalfOpen?: boolean;
  httpValidation?: string;
  insecureHTTPParser?: boolean;
  joinDuplicateHeaders?: boolean;
  keepAliveTimeoutBuffer?: number;
  maxHeaderSize?: number;
  rejectNonStandardBodyWrites?: boolean;
  connectionsCheckingInterval?: number;
  readonly _events: Record<string, unknown>;
  [slot: symbol]: unknown;
};

/** The methods of every Buffer that @types/node leaves out. */
export interface NodeBuffer extends Buffer {
  latin1Slice(start: number, end: number): string;
  latin1Write(text: string): number;
  subarray(start?: number, end?: number): NodeBuffer;
}

export type RequestClass = new (socket: Socket) => IncomingMessage;
export type ResponseClass = new (req: IncomingMessage, options?: object) => ServerResponse;

const server = createServer() as NodeServer;
const request = new IncomingMessage(new Socket()) as NodeRequest;
const response = new ServerResponse(request) as unknown as NodeResponse;

/** The symbol of an object with this description. */
function slotOf(object: object, name: string): symbol | undefined {
  return Object.getOwnPropertySymbols(object).find(({ description }) => description === name);
}

/** A symbol that not every Node has. Reading the stand-in finds nothing. */
function optionalSlot(object: object, name: string): symbol {
  return slotOf(object, name) ?? Symbol(name);
}

/** Of a server: its classes, and the settings that only its options set. */
export const REQUEST_CLASS: symbol = optionalSlot(server, 'IncomingMessage');
export const RESPONSE_CLASS: symbol = optionalSlot(server, 'ServerResponse');
export const UNIQUE_HEADERS: symbol = optionalSlot(server, 'kUniqueHeaders');
export const OPTIMIZE_EMPTY_REQUESTS: symbol = optionalSlot(server, 'OptimizeEmptyRequestsOption');

/** Of a request. */
export const HEADERS: symbol = optionalSlot(request, 'kHeaders');
export const HEADERS_COUNT: symbol = optionalSlot(request, 'kHeadersCount');
export const READABLE_STATE: symbol = optionalSlot(request._readableState, 'kState');
/** Node ≥ 24: releases the socket that a request holds for `req.signal`. */
export const DETACH_ABORT_SIGNAL: symbol | undefined = slotOf(
  IncomingMessage.prototype,
  'kDetachAbortSignal',
);

/** Of a response. */
export const OUT_HEADERS: symbol = optionalSlot(response, 'kOutHeaders');
export const CORKED: symbol = optionalSlot(response, 'corked');
export const NEED_DRAIN: symbol = optionalSlot(response, 'kNeedDrain');
export const REJECT_BODY_WRITES: symbol = optionalSlot(response, 'kRejectNonStandardBodyWrites');
/** Node ≥ 24 stores these two instead of computing `writableFinished`. */
export const WRITABLE_FINISHED: symbol | undefined = slotOf(response, 'kWritableFinished');
export const END_CALLBACKS: symbol | undefined = slotOf(response, 'kEndCallbacks');
export const FLUSH_ERROR: symbol | undefined = slotOf(response, 'kFlushError');

const MAJOR = Number.parseInt(process.versions.node, 10);
/** Node ≥ 24 emits `drain` on a response only when everything it has written is gone. */
export const DRAINS_WHEN_EMPTY: boolean = MAJOR >= 24;
/** Node ≥ 26 counts a connection without any request as idle. */
export const SILENT_IS_IDLE: boolean = MAJOR >= 26;
/** Node ≥ 24 destroys queued responses when their connection is lost. */
export const DESTROYS_WAITING: boolean = MAJOR >= 24;
export const HAS_KEEP_ALIVE_BUFFER: boolean = 'keepAliveTimeoutBuffer' in server;
/** Node ≥ 24 runs each pipelined request of a chunk in the context of the connection. */
export const SEPARATES_CONTEXTS: boolean = MAJOR >= 24;

/** Where a resource stores the context it was made in, if this Node stores contexts in resources. */
const CONTEXT_FRAME: symbol | undefined = SEPARATES_CONTEXTS ? contextFrame() : undefined;

function contextFrame(): symbol | undefined {
  const slot = slotOf(new AsyncResource('NextpressProbe'), 'context_frame');
  const storage = new AsyncLocalStorage();
  const frame = storage.run(true, () => frameOf(new AsyncResource('NextpressProbe'), slot));
  storage.disable();
  return frame === undefined ? undefined : slot;
}

function frameOf(resource: AsyncResource, slot: symbol | undefined): unknown {
  return slot === undefined ? undefined : Reflect.get(resource, slot);
}

/** Whether the code that runs now is in the context of a resource; `false` where this Node doesn't show it. */
export function isInContextOf(resource: AsyncResource): boolean {
  if (CONTEXT_FRAME === undefined) return false;
  return frameOf(new AsyncResource('NextpressProbe'), CONTEXT_FRAME) === frameOf(resource, CONTEXT_FRAME);
}

/** Runs due ticks and promise jobs, as Node does after a callback of its parser. Missing where Node warns of its use. */
export const RUN_TICKS: (() => void) | undefined = tickRunner(
  (process as { _tickCallback?: () => void })._tickCallback,
);

function tickRunner(run: (() => void) | undefined): (() => void) | undefined {
  return run?.name === 'runNextTicks' ? run : undefined;
}

/** Node's own listener for new connections, the same function for every server, plain or secure. */
export const NODE_LISTENER: unknown = server.listeners('connection')[0];

/** Whether this Node has every private property that the lane needs. */
export const SUPPORTED: boolean =
  typeof NODE_LISTENER === 'function' &&
  server._events?.connection === NODE_LISTENER &&
  slotOf(server, 'IncomingMessage') !== undefined &&
  slotOf(server, 'ServerResponse') !== undefined &&
  slotOf(server, 'kUniqueHeaders') !== undefined &&
  hasAll(request, ['_consuming', '_dumped', '_dump', '_eventsCount', 'client', 'upgrade']) &&
  hasAll(request._readableState, ['endEmitted', 'ended', 'flowing', 'length', 'reading']) &&
  hasAll(request._readableState, ['readableListening', 'resumeScheduled']) &&
  slotOf(request, 'kHeadersCount') !== undefined &&
  hasAll(response, [
    '_closed',
    '_contentLength',
    '_events',
    '_eventsCount',
    '_finish',
    '_flush',
    '_hasBody',
    '_header',
    '_headerSent',
    '_keepAliveTimeout',
    '_last',
    '_onPendingData',
  ]) &&
  slotOf(response, 'kNeedDrain') !== undefined &&
  hasAll((request.socket as NodeSocket)._writableState, ['needDrain']) &&
  (WRITABLE_FINISHED === undefined) === (END_CALLBACKS === undefined);

/** Whether this Node has every private property that the lane's `end` needs. */
export const CAN_END: boolean =
  slotOf(response, 'corked') !== undefined &&
  slotOf(response, 'kOutHeaders') !== undefined &&
  slotOf(response, 'kRejectNonStandardBodyWrites') !== undefined &&
  hasAll(response, [
    '_defaultKeepAlive',
    '_implicitHeader',
    '_removedConnection',
    '_removedContLen',
    '_removedTE',
    '_send',
    '_storeHeader',
    '_trailer',
    '_writeRaw',
    'finished',
    'maxRequestsOnConnectionReached',
    'outputData',
    'outputSize',
  ]) &&
  hasAll((request.socket as NodeSocket)._writableState, ['corked']);

function hasAll(object: object, names: readonly string[]): boolean {
  return names.every((name) => name in object);
}

/** What the option `onread` of a socket sets: a buffer, its callback, and its factory. */
const USER_BUFFER = slotOf(request.socket, 'kBuffer');
const USER_BUFFER_CALLBACK = slotOf(request.socket, 'kBufferCb');
const USER_BUFFER_MAKER = slotOf(request.socket, 'kBufferGen');

/** The methods that a socket without such a buffer has from its stream. */
const { pause, read, resume } = Readable.prototype;
const streamMethods = { pause, read, resume };
const { pause: pauseSocket, read: readSocket, resume: resumeSocket } = Socket.prototype;

/** Whether user code has replaced none of these methods. */
function hasSocketMethods({ pause, read, resume }: NodeSocket): boolean {
  return pause === pauseSocket && read === readSocket && resume === resumeSocket;
}

/** Whether a socket was made with the option `onread`. */
export function hasReadBuffer(socket: NodeSocket): boolean {
  return USER_BUFFER !== undefined && Boolean(socket[USER_BUFFER]);
}

/**
 * Has a socket read into a buffer, as with the option `onread`, which a server's sockets can't be given. Where this Node can't, the
 * stream gets what is read.
 *
 * @param onRead - gets the number of bytes read; returns `false` to stop
 */
export function readInto(
  socket: NodeSocket,
  buffer: Uint8Array,
  onRead: (this: NodeSocket, length: number) => boolean,
): void {
  const { _handle } = socket;
  if (
    USER_BUFFER === undefined ||
    USER_BUFFER_CALLBACK === undefined ||
    USER_BUFFER_MAKER === undefined ||
    socket[USER_BUFFER] !== null ||
    typeof _handle?.useUserBuffer !== 'function' ||
    // The handle of a socket that wraps another stream can read in the middle of a handler, when user code writes there.
    Object.getPrototypeOf(socket) !== Socket.prototype ||
    !hasSocketMethods(socket)
  )
    return;
  // The methods of a socket with a buffer start and stop its handle at once.
  Object.assign(socket, streamMethods);
  // Bytes of other clients must not show when a socket is logged.
  Object.defineProperty(socket, USER_BUFFER, { value: buffer, writable: true, enumerable: false });
  socket[USER_BUFFER_CALLBACK] = onRead;
  socket[USER_BUFFER_MAKER] = null;
  _handle.useUserBuffer(buffer);
}

/** Marks a stream as reading, as it is while Node's parser reads natively: otherwise a pending tick would resume the handle. */
export function markReading(socket: NodeSocket): void {
  socket._readableState.reading = true;
}

/** Has a stream read in the next tick, until its buffer is full, as it does after each chunk. */
export function scheduleRead(socket: NodeSocket): void {
  socket._readableState.reading = false;
  process.nextTick(() => socket.read(0));
}

/** Changes whether a stream flows, without the event and the tick of `pause()` and `resume()`. */
export function setFlowing(socket: NodeSocket, isFlowing: boolean): void {
  socket._readableState.flowing = isFlowing;
}

/** Whether FIN has been read, with no bytes before it. */
export function isAtEnd(socket: NodeSocket): boolean {
  return socket._readableState.ended && socket.readableLength === 0;
}

/** Keeps a stream from emitting the `end` that it is about to emit. */
export function suppressEnd(socket: NodeSocket): void {
  socket._readableState.endEmitted = true;
}

/** Has a stream be readable again, and able to end once more. */
export function resetEnded(socket: NodeSocket): void {
  Object.assign(socket._readableState, { ended: false, endEmitted: false });
}

/** Resets `socket.timeout`, so that a later call of `setTimeout` by user code can be seen. */
export function clearTimeoutMark(socket: NodeSocket): void {
  (socket as unknown as { timeout: number | undefined }).timeout = undefined;
}

/** The states of a request's stream as Node's bit sets. A state that Node doesn't store as a number is `NaN`, which equals nothing. */
interface StreamStates {
  /** Neither read nor ended. */
  readonly untouched: number;
  /** Not read, and the end of the body has come. */
  readonly ended: number;
  /** Discarded and closed. Node ≥ 26 doesn't make it flow for that. */
  readonly dumped: number;
  /** Read to its end. */
  readonly read: number;
  /** Read to its end and closed. */
  readonly readAndClosed: number;
}

export const STREAM_STATES: StreamStates = {
  untouched: stateWith(),
  ended: stateWith('ended'),
  dumped: stateWith(
    'ended',
    'endEmitted',
    'destroyed',
    'closed',
    'closeEmitted',
    ...(MAJOR >= 26 ? [] : ['flowing']),
  ),
  read: stateWith('ended', 'endEmitted', 'flowing', 'dataEmitted'),
  readAndClosed: stateWith(
    'ended',
    'endEmitted',
    'flowing',
    'dataEmitted',
    'destroyed',
    'closed',
    'closeEmitted',
  ),
};

/** The bit set of a new stream after these flags are set. */
function stateWith(...flags: readonly string[]): number {
  const { _readableState } = new IncomingMessage(new Socket()) as NodeRequest;
  Object.assign(_readableState, Object.fromEntries(flags.map((flag) => [flag, true])));
  return Number(_readableState[READABLE_STATE]);
}
