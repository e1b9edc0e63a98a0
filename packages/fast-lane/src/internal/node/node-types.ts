/** @module Node's classes with the private properties that the lane uses. */

import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
