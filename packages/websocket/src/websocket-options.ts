/** @module The options of `websocket()`. */

import {
  checkOptionNames,
  integerOption,
  invalidOption,
  MAX_TIMER_DELAY,
} from '@nextpress/semantics/options';
import type { PerMessageDeflateOptions } from 'ws';

/**
 * Carries room messages between processes, each at most once. `redisRooms` from `@nextpress/websocket/redis` creates an
 * adapter. If its functions throw or reject, the error becomes a process warning with the code
 * `NEXTPRESS_ROOM_ADAPTER`.
 */
export interface RoomAdapter {
  /** Sends a message to every process subscribed to a room. Each process ignores its own messages. */
  publish(room: string, message: Buffer): unknown;
  /** Subscribes to a room: calls `receive` with each message. Resolves when the subscription is active. */
  subscribe(room: string, receive: (message: Buffer) => void): Promise<unknown>;
  /** Ends a subscription. */
  unsubscribe(room: string): Promise<unknown>;
  /** Called when the application has closed. If the application listens again later, rooms subscribe again. */
  close(): Promise<unknown>;
}

/** Options for an application's WebSocket connections. */
export interface WebSocketOptions {
  /**
   * The origins whose pages may connect, to prevent cross-site WebSocket hijacking: the request's own, a list such as
   * `['https://shop.example']`, a function, or `'*'` for all. Clients that are not browsers send no origin, and may
   * connect.
   * @defaultValue `'same-origin'`
   */
  readonly origin?: 'same-origin' | '*' | readonly string[] | ((origin: string) => boolean) | undefined;
  /**
   * The maximum size of a message in bytes. A larger message closes the connection with the code 1009.
   * @defaultValue 1 MiB
   */
  readonly maxPayload?: number | undefined;
  /**
   * The maximum number of connections, including pending upgrades. Further upgrades get 503.
   * @defaultValue 10_000
   */
  readonly maxConnections?: number | undefined;
  /**
   * How long the handlers before the last one may take to accept or refuse an upgrade, in milliseconds. After that, the
   * client gets 503.
   * @defaultValue 30_000
   */
  readonly handshakeTimeout?: number | undefined;
  /**
   * The maximum number of messages that a client may send per second. Exceeding it closes the connection with the code
   * 1008.
   * @defaultValue 100
   */
  readonly maxMessagesPerSecond?: number | undefined;
  /**
   * The maximum number of bytes buffered for a slow client. Once it is exceeded, the next message closes the connection
   * with the code 1013. A client that then reads nothing for a few seconds is disconnected.
   * @defaultValue 1 MiB
   */
  readonly maxBufferedAmount?: number | undefined;
  /**
   * Milliseconds between pings. A client that has not responded by the next ping is disconnected. `false` disables
   * pings.
   * @defaultValue 30_000
   */
  readonly heartbeat?: number | false | undefined;
  /**
   * The application's subprotocols, in order of preference. The first one that the client also offers is chosen.
   * @defaultValue the first one that the client offers
   */
  readonly protocols?: readonly string[] | undefined;
  /**
   * Compresses messages of 1 KiB or more (permessage-deflate, RFC 7692) for clients that offer it: `true`, or an object
   * with `ws` options. A connection that has sent and received compressed messages takes about 150 KiB more memory.
   * @defaultValue false
   */
  readonly perMessageDeflate?: boolean | PerMessageDeflateOptions | undefined;
  /**
   * Carries room messages between processes: `redisRooms(client)` from `@nextpress/websocket/redis`, or your own
   * adapter.
   * @defaultValue rooms are limited to one process
   */
  readonly rooms?: RoomAdapter | undefined;
}

/** The validated options. */
export interface WebSocketSettings {
  /** @param host - the request's host, with its port */
  isAllowed(origin: string, host: string): boolean;
  readonly maxPayload: number;
  readonly maxConnections: number;
  readonly handshakeTimeout: number;
  readonly maxMessagesPerSecond: number;
  readonly maxBufferedAmount: number;
  /** 0 if disabled. */
  readonly heartbeat: number;
  /** `undefined`: use the first one that the client offers. */
  readonly protocols: readonly string[] | undefined;
  readonly perMessageDeflate: PerMessageDeflateOptions | false;
  readonly rooms: RoomAdapter | undefined;
}

const OWNER = 'websocket';
const NAMES = [
  ...['handshakeTimeout', 'heartbeat', 'maxBufferedAmount', 'maxConnections', 'maxMessagesPerSecond'],
  ...['maxPayload', 'origin', 'perMessageDeflate', 'protocols', 'rooms'],
];
/** What to use instead of options that ws or socket.io has. */
const REMEDIES = {
  adapter: 'use "rooms"',
  maxHttpBufferSize: 'use "maxPayload"',
  pingInterval: 'use "heartbeat"',
  verifyClient: 'put a handler before the one that gets the socket',
};
const MEBIBYTE = 1024 * 1024;
/** Keeps no state between messages, and shrinks a connection's compressor from 256 KiB to 64 KiB. */
const DEFLATE_OPTIONS: PerMessageDeflateOptions = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  serverMaxWindowBits: 13,
  zlibDeflateOptions: { memLevel: 6 },
  threshold: 1024,
};

/** @throws TypeError if an option is invalid */
export function readOptions(options: WebSocketOptions): WebSocketSettings {
  checkOptionNames(OWNER, options, NAMES, REMEDIES);
  const count = (name: keyof WebSocketOptions, fallback: number): number =>
    integerOption(OWNER, name, options[name] ?? fallback, 1, Number.POSITIVE_INFINITY);
  const time = (name: keyof WebSocketOptions, value: unknown): number =>
    integerOption(OWNER, name, value, 10, MAX_TIMER_DELAY);
  const { heartbeat = 30_000, handshakeTimeout = 30_000, protocols, rooms } = options;
  if (protocols !== undefined && !isListOfNames(protocols)) {
    throw invalidOption(OWNER, 'protocols', 'a list of names', protocols);
  }
  if (rooms !== undefined && typeof rooms?.subscribe !== 'function') {
    throw invalidOption(OWNER, 'rooms', 'an adapter such as redisRooms(client)', rooms);
  }
  return {
    isAllowed: readOrigin(options.origin ?? 'same-origin'),
    maxPayload: count('maxPayload', MEBIBYTE),
    maxConnections: count('maxConnections', 10_000),
    handshakeTimeout: time('handshakeTimeout', handshakeTimeout),
    maxMessagesPerSecond: count('maxMessagesPerSecond', 100),
    maxBufferedAmount: count('maxBufferedAmount', MEBIBYTE),
    heartbeat: heartbeat === false ? 0 : time('heartbeat', heartbeat),
    protocols,
    perMessageDeflate: readDeflate(options.perMessageDeflate ?? false),
    rooms,
  };
}

function isListOfNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function readDeflate(value: unknown): PerMessageDeflateOptions | false {
  if (value === false) return false;
  if (value === true) return DEFLATE_OPTIONS;
  if (typeof value === 'object') return { ...DEFLATE_OPTIONS, ...value };
  throw invalidOption(OWNER, 'perMessageDeflate', 'a boolean or an object with ws options', value);
}

function readOrigin(origin: unknown): WebSocketSettings['isAllowed'] {
  if (origin === '*') return () => true;
  if (origin === 'same-origin') return isSameOrigin;
  if (typeof origin === 'function') return (value) => origin(value) === true;
  if (isListOfNames(origin)) return (value) => origin.includes(value);
  throw invalidOption(OWNER, 'origin', "'same-origin', '*', a list of origins or a function", origin);
}

/**
 * The scheme is not compared, because a proxy may terminate TLS. `Host` may include the default port, which origins
 * omit.
 */
function isSameOrigin(origin: string, host: string): boolean {
  const [, scheme, authority] = /^(https?):\/\/(.+)$/.exec(origin) ?? [];
  const port = scheme === 'https' ? ':443' : ':80';
  const expected = host.toLowerCase();
  return authority === expected || (scheme !== undefined && `${authority}${port}` === expected);
}
