/**
 * @module Node's private members: which package needs which, the symbols of some, and the types of all. Where one is missing, the fast lane
 * leaves every server to Node, `multipart` copies files, and the other packages throw when they are loaded.
 */

import {
  createServer,
  IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  ServerResponse,
} from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { type Server as NetServer, Socket } from 'node:net';

export type Owner = 'blob' | 'server' | 'request' | 'readableState' | 'response' | 'socket' | 'writableState';

/** Names by the objects that have them, of properties or, as in `kOutHeaders`, of symbols. */
export type Needs = { readonly [owner in Owner]?: readonly string[] };

export const FAST_LANE: Needs = {
  server: ['_events', 'IncomingMessage', 'ServerResponse', 'kUniqueHeaders'],
  request: [
    ...['_consuming', '_dump', '_dumped', '_eventsCount', '_readableState', 'client', 'joinDuplicateHeaders'],
    ...['kHeadersCount', 'upgrade'],
  ],
  readableState: [
    ...['endEmitted', 'ended', 'flowing', 'length', 'reading', 'readableListening', 'resumeScheduled'],
  ],
  response: [
    ...['_closed', '_contentLength', '_defaultKeepAlive', '_events', '_eventsCount', '_finish', '_flush'],
    ...['_hasBody', '_header', '_headerSent', '_implicitHeader', '_keepAliveTimeout', '_last'],
    ...['_onPendingData', '_removedConnection', '_removedContLen', '_removedTE', '_send', '_storeHeader'],
    ...['_trailer', '_writeRaw', 'corked', 'finished', 'kNeedDrain', 'kOutHeaders'],
    ...['kRejectNonStandardBodyWrites', 'maxRequestsOnConnectionReached', 'outputData', 'outputSize'],
  ],
  socket: [
    ...['_events', '_handle', '_hadError', '_httpMessage', '_readableState', '_writableState', 'server'],
  ],
  writableState: ['corked', 'needDrain'],
};

export const CORE: Needs = { response: ['_header', 'kOutHeaders'], socket: ['_httpMessage'] };

export const HTTP2: Needs = {
  request: ['_addHeaderLines', '_consuming', '_dump', '_dumped', 'joinDuplicateHeaders'],
  readableState: ['endEmitted', 'ended', 'reading'],
  response: [
    ...['_closed', '_contentLength', '_finish', '_hasBody', '_header', '_headerSent', '_removedConnection'],
    ...['_removedContLen', '_send', '_storeHeader', '_trailer', '_writeRaw', 'kNeedDrain', 'kOutHeaders'],
  ],
  socket: ['_httpMessage'],
  writableState: ['writing'],
};

export const INJECT: Needs = {
  request: ['_addHeaderLines'],
  response: ['_closed', '_storeHeader', '_trailer', 'kNeedDrain'],
  socket: ['_httpMessage'],
};

export const LIFECYCLE: Needs = {
  response: ['_header', '_last', '_storeHeader'],
  socket: ['_httpMessage', '_parent'],
};

export const MULTIPART: Needs & { readonly blob: readonly string[] } = { blob: ['kHandle', 'kLength'] };

export const SERVER: Needs = {
  response: ['_contentLength', '_expect_continue', '_sent100'],
  socket: ['_httpMessage'],
};

/** Members that the lane uses where they exist, by the first major version that has them. */
export const LATER: { readonly [owner in Owner]?: Readonly<Record<string, number>> } = {
  server: { keepAliveTimeoutBuffer: 22, OptimizeEmptyRequestsOption: 24 },
  request: { kDetachAbortSignal: 24 },
  response: { kWritableFinished: 24, kEndCallbacks: 24, kFlushError: 24 },
};

/** Objects as a server makes them. */
function makeExamples(): Record<Owner, object> {
  const socket = new Socket() as NodeSocket;
  const request = new IncomingMessage(socket) as NodeRequest;
  const response = new ServerResponse(request);
  try {
    response.assignSocket(socket);
  } catch {
    // A member that it uses is missing.
  }
  const server = createServer();
  const { _readableState: readableState } = request;
  const { _writableState: writableState } = socket;
  return { blob: new Blob([]), server, request, readableState, response, socket, writableState };
}

let examples: Record<Owner, object> | undefined;

function exampleOf(owner: Owner): object {
  examples ??= makeExamples();
  return Object(examples[owner]);
}

/** The symbol of an object or its class with this description. */
export function symbolOf(object: object, description: string): symbol | undefined {
  for (let at: object | null = object; at !== null; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertySymbols(at).find((symbol) => symbol.description === description);
    if (found !== undefined) return found;
  }
  return undefined;
}

/* @__NO_SIDE_EFFECTS__ */
export function slotOf(owner: Owner, name: string): symbol | undefined {
  return symbolOf(exampleOf(owner), name);
}

/** Where blobs keep their bytes and the number of them, which methods of Node that take blobs read. None if one of them is missing. */
export function blobSlots(): readonly symbol[] {
  const blob = new Blob([]);
  const slots = MULTIPART.blob.flatMap((name) => symbolOf(blob, name) ?? []);
  return slots.length === MULTIPART.blob.length ? slots : [];
}

export function missingMembers(needs: Needs): string[] {
  return Object.entries(needs).flatMap(([owner, names]) => {
    const example = exampleOf(owner as Owner);
    const isMissing = (name: string): boolean => !(name in example) && symbolOf(example, name) === undefined;
    return names.filter(isMissing).map((name) => `${owner}.${name}`);
  });
}

/**
 * Bun and Deno imitate few private members, and packages that run there do without the others.
 *
 * @param user - the package that is loaded
 * @throws Error on a version of Node without one of the members
 */
export function requireMembers(user: string, needs: Needs): void {
  const missing = 'bun' in process.versions || 'deno' in process.versions ? [] : missingMembers(needs);
  if (missing.length > 0) throw unsupportedNode(user, missing);
}

export function unsupportedNode(user: string, missing: readonly string[]): Error {
  return new Error(
    `Unsupported version of Node: ${user} expected ${missing.join(', ')}, got Node ${process.versions.node} without. Update Nextpress, or use an older Node.`,
  );
}

/** Node's own `writeHead`; `undefined` if a monitoring agent replaced it first. */
export function nodeWriteHead(): ServerResponse['writeHead'] | undefined {
  const { writeHead } = ServerResponse.prototype;
  return String(writeHead).includes('_storeHeader(') ? writeHead : undefined;
}

/** A symbol that not every Node has. Reading the stand-in finds nothing. */
/* @__NO_SIDE_EFFECTS__ */
function optionalSlot(...[owner, name]: Parameters<typeof slotOf>): symbol {
  return slotOf(owner, name) ?? Symbol(name);
}

/** Of a server: its classes, and the settings that only its options set. */
export const REQUEST_CLASS: symbol = optionalSlot('server', 'IncomingMessage');
export const RESPONSE_CLASS: symbol = optionalSlot('server', 'ServerResponse');
export const UNIQUE_HEADERS: symbol = optionalSlot('server', 'kUniqueHeaders');
export const OPTIMIZE_EMPTY_REQUESTS: symbol = optionalSlot('server', 'OptimizeEmptyRequestsOption');

/** Of a request. */
export const HEADERS: symbol = optionalSlot('request', 'kHeaders');
export const HEADERS_COUNT: symbol = optionalSlot('request', 'kHeadersCount');
export const READABLE_STATE: symbol = optionalSlot('readableState', 'kState');
/** Node ≥ 24: releases the socket that a request holds for `req.signal`. */
export const DETACH_ABORT_SIGNAL: symbol | undefined = slotOf('request', 'kDetachAbortSignal');

/** Of a response. */
export const OUT_HEADERS: symbol = optionalSlot('response', 'kOutHeaders');
export const CORKED: symbol = optionalSlot('response', 'corked');
export const NEED_DRAIN: symbol = optionalSlot('response', 'kNeedDrain');
export const REJECT_BODY_WRITES: symbol = optionalSlot('response', 'kRejectNonStandardBodyWrites');
/** Node ≥ 24 stores these two instead of computing `writableFinished`. */
export const WRITABLE_FINISHED: symbol | undefined = slotOf('response', 'kWritableFinished');
export const END_CALLBACKS: symbol | undefined = slotOf('response', 'kEndCallbacks');
export const FLUSH_ERROR: symbol | undefined = slotOf('response', 'kFlushError');

/** Of a socket, set by its option `onread`: a buffer, its callback, and its factory. */
export const USER_BUFFER: symbol | undefined = slotOf('socket', 'kBuffer');
export const USER_BUFFER_CALLBACK: symbol | undefined = slotOf('socket', 'kBufferCb');
export const USER_BUFFER_MAKER: symbol | undefined = slotOf('socket', 'kBufferGen');

export interface NodeRequest extends IncomingMessage {
  /** Whether the application has started reading the body. */
  _consuming: boolean;
  _dumped: boolean;
  /** Discards what has not been read. */
  _dump(): void;
  _addHeaderLine(name: string, value: string, table: object): void;
  _addHeaderLines(fields: readonly string[], count: number): void;
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

export interface NodeResponse extends ServerResponse {
  finished: boolean;
  outputSize: number;
  /** What waits for the turn of the response. */
  readonly outputData: readonly { data: string | Uint8Array }[];
  _eventsCount: number;
  readonly _events: { finish?: unknown; readonly socket?: unknown; readonly close?: unknown };
  _closed: boolean;
  _expect_continue: boolean;
  readonly _sent100: boolean;
  _contentLength: number | null;
  _defaultKeepAlive: boolean;
  _hasBody: boolean;
  /** The head as text, `null` before it is made. */
  _header: string | null;
  _headerSent: boolean;
  _keepAliveTimeout: number;
  /** Whether it ends its connection. */
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

/** A server's socket. */
export interface NodeSocket extends Socket {
  server: NodeServer;
  parser: NodeParser | null | undefined;
  /** The oldest pending response. */
  _httpMessage: NodeResponse | null | undefined;
  /** Whether Node has paused it, because its client reads slowly. */
  _paused: boolean;
  /** The socket under TLS. */
  readonly _parent?: Socket | null;
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
    /** The bytes that it got, and how many of them the system has not taken. */
    readonly bytesWritten?: number;
    readonly writeQueueSize?: number;
    /** The handle under TLS. */
    readonly _parent?: { readonly bytesWritten?: number; readonly writeQueueSize?: number };
  } | null;
  readonly _events: Readonly<Record<string, unknown>>;
  readonly _readableState: { ended: boolean; endEmitted: boolean; flowing: boolean | null; reading: boolean };
  readonly _writableState: { readonly corked: number; readonly needDrain: boolean };
  [slot: symbol]: unknown;
}

/** Any socket of a server, to which a plain one can be assigned. */
export type OpenSocket = Socket &
  Partial<Pick<NodeSocket, '_handle' | '_httpMessage' | '_parent' | '_paused'>>;

/** A stream of HTTP/2. */
export type NodeStream = ServerHttp2Stream & {
  readonly _readableState: NodeSocket['_readableState'];
  readonly _writableState: { writing: boolean };
};

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

/** What `net.Server` uses of a handle that listens. */
export interface ListeningHandle {
  /** Set by `net.Server`. */
  onconnection?: (error: number, connection?: unknown) => void;
  listen(): number;
  close(): void;
  ref(): void;
  unref(): void;
  hasRef(): boolean;
  getsockname(address: object): number;
}

/** A server that listens. It may share data with the same server in other workers. */
export type ListeningServer = NetServer & {
  readonly _handle?: ListeningHandle;
  _getServerData?: () => unknown;
  _setServerData?: (data: unknown) => void;
};

/** `node:cluster` in a worker: `listen()` of a server calls the function (`lib/internal/cluster/child.js`). */
export interface NodeCluster<Query> {
  _getServer(server: ListeningServer, query: Query, callback: Listened): void;
}

export type Listened = (errno: number, handle: ListeningHandle | null) => void;

/** `node:module`, which calls the function for each `require`. */
export type NodeModule = { _resolveFilename(...args: unknown[]): string };

export type NodeProcess = { readonly _tickCallback?: () => void };
