/**
 * @module The one place that knows Node's internals: underscore names and internal symbols of `node:http`, found on live
 * objects. What a future Node lacks turns `SUPPORTED` off, or the shortcut that needs it; Node's lane then serves.
 */

import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { OutgoingHttpHeaders } from 'node:http';
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';

/** What the lane uses of a request beside its public API. */
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

/** One piece of a response that waits for its turn: what Node keeps in `outputData`. */
export interface OutputPiece {
  data: string | Uint8Array;
}

/** What the lane uses of a response beside its public API. */
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

/** What the lane uses of a server's socket beside its public API. */
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
  /** Whether it reads its socket natively. */
  readonly _consumed?: boolean;
  incoming: NodeRequest | null;
  onIncoming: (req: NodeRequest, keepAlive: boolean) => number;
  [event: number]: unknown;
}

/** A server with its settings: an intersection, as some versions of @types/node declare some of these as required. */
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

/** A class of requests or responses, as a server has them. */
export type RequestClass = new (socket: Socket) => IncomingMessage;
export type ResponseClass = new (req: IncomingMessage, options?: object) => ServerResponse;

const server = createServer() as NodeServer;
const request = new IncomingMessage(new Socket()) as NodeRequest;
const response = new ServerResponse(request) as unknown as NodeResponse;

/** The symbol an object has under that name, or `undefined`. */
function slotOf(object: object, name: string): symbol | undefined {
  return Object.getOwnPropertySymbols(object).find(({ description }) => description === name);
}

/** A slot that some Node has and another hasn't: reading the stand-in finds nothing. */
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
/** Node ≥ 24: ends a request's hold on its socket for `req.signal`. */
export const DETACH_ABORT_SIGNAL: symbol | undefined = slotOf(
  IncomingMessage.prototype,
  'kDetachAbortSignal',
);

/** Of a response. */
export const OUT_HEADERS: symbol = optionalSlot(response, 'kOutHeaders');
export const CORKED: symbol = optionalSlot(response, 'corked');
export const NEED_DRAIN: symbol = optionalSlot(response, 'kNeedDrain');
export const REJECT_BODY_WRITES: symbol = optionalSlot(response, 'kRejectNonStandardBodyWrites');
/** Node ≥ 24 keeps these two instead of working `writableFinished` out. */
export const WRITABLE_FINISHED: symbol | undefined = slotOf(response, 'kWritableFinished');
export const END_CALLBACKS: symbol | undefined = slotOf(response, 'kEndCallbacks');
export const FLUSH_ERROR: symbol | undefined = slotOf(response, 'kFlushError');

const MAJOR = Number.parseInt(process.versions.node, 10);
/** Node ≥ 24 tells a response to go on only when all that it has written is gone. */
export const DRAINS_WHEN_EMPTY: boolean = MAJOR >= 24;
/** Node ≥ 26 counts a connection as idle on which nothing has come yet. */
export const SILENT_IS_IDLE: boolean = MAJOR >= 26;
/** Node ≥ 24 destroys responses that wait behind others when their connection is lost. */
export const DESTROYS_WAITING: boolean = MAJOR >= 24;
/** Whether this Node knows of `keepAliveTimeoutBuffer`. */
export const HAS_KEEP_ALIVE_BUFFER: boolean = 'keepAliveTimeoutBuffer' in server;
/** Node ≥ 24 runs the pipelined requests of one chunk each in the context of the connection. */
export const SEPARATES_CONTEXTS: boolean = MAJOR >= 24;

/** Where a resource keeps the context that it was made in, if this Node keeps contexts with resources. */
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

/** Whether what runs now does so in the context that a resource was made in; where that can't be seen, it isn't said. */
export function isInContextOf(resource: AsyncResource): boolean {
  if (CONTEXT_FRAME === undefined) return false;
  return frameOf(new AsyncResource('NextpressProbe'), CONTEXT_FRAME) === frameOf(resource, CONTEXT_FRAME);
}

/**
 * Runs the ticks and promise jobs that are due, as Node does behind a callback of its parser. Not where Node hasn't it any more,
 * nor where it warns of its use, as with `--pending-deprecation`.
 */
export const RUN_TICKS: (() => void) | undefined = tickRunner(
  (process as { _tickCallback?: () => void })._tickCallback,
);

function tickRunner(run: (() => void) | undefined): (() => void) | undefined {
  return run?.name === 'runNextTicks' ? run : undefined;
}

/** Node's own listener for a new connection, the same function for every server, plain or secure. */
export const NODE_LISTENER: unknown = server.listeners('connection')[0];

/** Whether this Node has everything that the lane can't do without. */
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

/** Whether responses can be ended by the lane itself: all that its `end` assigns is there. */
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

/** What the option `onread` of a socket sets: the buffer, what is told of it, and what makes another. */
const USER_BUFFER = slotOf(request.socket, 'kBuffer');
const USER_BUFFER_CALLBACK = slotOf(request.socket, 'kBufferCb');
const USER_BUFFER_MAKER = slotOf(request.socket, 'kBufferGen');

/** What sockets do without such a buffer when they are paused, resumed and read. */
const { pause, read, resume } = Readable.prototype;
const streamMethods = { pause, read, resume };
const { pause: pauseSocket, read: readSocket, resume: resumeSocket } = Socket.prototype;

/** Whether nobody has put something in the place of those methods, which he is to be told by. */
function hasSocketMethods({ pause, read, resume }: NodeSocket): boolean {
  return pause === pauseSocket && read === readSocket && resume === resumeSocket;
}

/** Whether whoever has made a socket reads it by himself. */
export function hasReadBuffer(socket: NodeSocket): boolean {
  return USER_BUFFER !== undefined && Boolean(socket[USER_BUFFER]);
}

/**
 * Has a socket read into a buffer from now on, as the option `onread` has, which no socket of a server can be given. Where this
 * Node can't, the stream gets what is read.
 *
 * @param onRead - is told how much has been read; returns `false` to stop that
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
    // The handle of one that stands for another stream reads whenever somebody writes there, in the midst of a handler.
    Object.getPrototypeOf(socket) !== Socket.prototype ||
    !hasSocketMethods(socket)
  )
    return;
  // Those of a socket with a buffer start and stop its handle at once, and it has the buffer for good.
  Object.assign(socket, streamMethods);
  // What other clients have sent is not to be seen where a request is logged.
  Object.defineProperty(socket, USER_BUFFER, { value: buffer, writable: true, enumerable: false });
  socket[USER_BUFFER_CALLBACK] = onRead;
  socket[USER_BUFFER_MAKER] = null;
  _handle.useUserBuffer(buffer);
}

/**
 * Says that a socket's stream waits for octets, as it does for ever once Node's parser reads them natively: otherwise a tick
 * that the last chunk has left behind would begin to read again, although Node has stopped.
 */
export function markReading(socket: NodeSocket): void {
  socket._readableState.reading = true;
}

/** Has a socket's stream read on in a tick, until its buffer is full, as it does behind each chunk that has come to it. */
export function scheduleRead(socket: NodeSocket): void {
  socket._readableState.reading = false;
  process.nextTick(() => socket.read(0));
}

/** Changes whether a socket's stream flows, without the event and the tick that `pause()` and `resume()` make. */
export function setFlowing(socket: NodeSocket, isFlowing: boolean): void {
  socket._readableState.flowing = isFlowing;
}

/** Whether FIN has been read, and nothing lies before it. */
export function isAtEnd(socket: NodeSocket): boolean {
  return socket._readableState.ended && socket.readableLength === 0;
}

/** Has a socket's stream, which is about to, not tell anybody of its end. */
export function suppressEnd(socket: NodeSocket): void {
  socket._readableState.endEmitted = true;
}

/** Makes it one that has not ended: it can be read, and end once more. */
export function resetEnded(socket: NodeSocket): void {
  Object.assign(socket._readableState, { ended: false, endEmitted: false });
}

/** Makes a socket one whose `setTimeout` has never been called: so it is seen when somebody calls it. */
export function clearTimeoutMark(socket: NodeSocket): void {
  (socket as unknown as { timeout: number | undefined }).timeout = undefined;
}

/** The states of a request's stream as numbers; one for which Node keeps no number is `NaN`, and equals nothing. */
interface StreamStates {
  /** Nobody has touched it. */
  readonly untouched: number;
  /** The same, with the end of the body seen. */
  readonly ended: number;
  /** It has ended, been read to no purpose, and closed; Node ≥ 26 doesn't make it flow for that. */
  readonly dumped: number;
  /** It has been read to its end. */
  readonly read: number;
  /** The same, and it has closed. */
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

/** The number that Node keeps for a new stream of which these have become true. */
function stateWith(...flags: readonly string[]): number {
  const { _readableState } = new IncomingMessage(new Socket()) as NodeRequest;
  Object.assign(_readableState, Object.fromEntries(flags.map((flag) => [flag, true])));
  return Number(_readableState[READABLE_STATE]);
}
