/** @module The options of `websocket()`. */

import {
  checkOptionNames,
  integerOption,
  invalidOption,
  MAX_TIMER_DELAY,
} from '@nextpress/semantics/options';
import type { PerMessageDeflateOptions } from 'ws';

/**
 * Carries the messages of rooms between processes, at most once each. `redisRooms` of `@nextpress/websocket/redis` makes one. An error
 * that its functions throw, or reject with, becomes a warning of the process with the code `NEXTPRESS_ROOM_ADAPTER`.
 */
export interface RoomAdapter {
  /** Sends a message to every process that has subscribed to a room. This process ignores its own messages. */
  publish(room: string, message: Buffer): unknown;
  /** Calls `receive` with each message of a room from now on. Resolves when that holds. */
  subscribe(room: string, receive: (message: Buffer) => void): Promise<unknown>;
  /** Ends a subscription. */
  unsubscribe(room: string): Promise<unknown>;
  /** Called when the application has closed. The application may listen again later, and then subscribes again. */
  close(): Promise<unknown>;
}

/** Limits of the WebSocket connections of an application, and what it asks of clients. */
export interface WebSocketOptions {
  /**
   * The origins whose pages may connect (cross-site WebSocket hijacking): that of the request itself, a list such as
   * `['https://shop.example']`, a function, or `'*'` for all. Clients that are not browsers send no origin, and may connect.
   * @defaultValue `'same-origin'`
   */
  readonly origin?: 'same-origin' | '*' | readonly string[] | ((origin: string) => boolean) | undefined;
  /**
   * The most bytes of a message. A longer one ends the connection with the code 1009.
   * @defaultValue 1 MiB
   */
  readonly maxPayload?: number | undefined;
  /**
   * How many connections may be open, pending upgrades included. Further upgrades get 503.
   * @defaultValue 10_000
   */
  readonly maxConnections?: number | undefined;
  /**
   * Milliseconds that the handlers before the last one may take to accept or refuse an upgrade. Then it gets 503.
   * @defaultValue 30_000
   */
  readonly handshakeTimeout?: number | undefined;
  /**
   * How many messages a client may send in a second. One more ends its connection with the code 1008.
   * @defaultValue 100
   */
  readonly maxMessagesPerSecond?: number | undefined;
  /**
   * How many bytes may wait for a client that reads too slowly. The next message closes its connection with the code 1013, and a client
   * that then reads nothing for some seconds is cut.
   * @defaultValue 1 MiB
   */
  readonly maxBufferedAmount?: number | undefined;
  /**
   * Milliseconds between two pings. A client that has not responded by the next one is gone. `false` sends none.
   * @defaultValue 30_000
   */
  readonly heartbeat?: number | false | undefined;
  /**
   * The subprotocols of the application, the preferred one first. The first that the client also offers is chosen.
   * @defaultValue the first that the client offers
   */
  readonly protocols?: readonly string[] | undefined;
  /**
   * Compresses messages from 1 KiB on (permessage-deflate, RFC 7692) for clients that offer it: `true`, or options of `ws`. A connection
   * that has sent and received compressed messages takes about 150 KiB more memory.
   * @defaultValue false
   */
  readonly perMessageDeflate?: boolean | PerMessageDeflateOptions | undefined;
  /**
   * Carries the messages of rooms between processes: `redisRooms(client)` of `@nextpress/websocket/redis`, or an adapter of your own.
   * @defaultValue rooms are those of one process
   */
  readonly rooms?: RoomAdapter | undefined;
}

/** The checked options. */
export interface WebSocketSettings {
  /** @param host - of the request, with its port */
  isAllowed(origin: string, host: string): boolean;
  readonly maxPayload: number;
  readonly maxConnections: number;
  readonly handshakeTimeout: number;
  readonly maxMessagesPerSecond: number;
  readonly maxBufferedAmount: number;
  /** 0 if it is off. */
  readonly heartbeat: number;
  /** `undefined` for the first that a client offers. */
  readonly protocols: readonly string[] | undefined;
  readonly perMessageDeflate: PerMessageDeflateOptions | false;
  readonly rooms: RoomAdapter | undefined;
}

const OWNER = 'websocket';
const NAMES = [
  ...['handshakeTimeout', 'heartbeat', 'maxBufferedAmount', 'maxConnections', 'maxMessagesPerSecond'],
  ...['maxPayload', 'origin', 'perMessageDeflate', 'protocols', 'rooms'],
];
/** The names that ws and socket.io have for these options. */
const REMEDIES = {
  adapter: 'use "rooms"',
  maxHttpBufferSize: 'use "maxPayload"',
  pingInterval: 'use "heartbeat"',
  verifyClient: 'put a handler before the one that gets the socket',
};
const MEBIBYTE = 1024 * 1024;
/** No state is kept between messages, and the compressor of a connection takes 64 KiB, not 256 KiB. */
const DEFLATE_OPTIONS: PerMessageDeflateOptions = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  serverMaxWindowBits: 13,
  zlibDeflateOptions: { memLevel: 6 },
  threshold: 1024,
};

/** @throws TypeError for an invalid option */
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
  throw invalidOption(OWNER, 'perMessageDeflate', 'a boolean or options of ws', value);
}

function readOrigin(origin: unknown): WebSocketSettings['isAllowed'] {
  if (origin === '*') return () => true;
  if (origin === 'same-origin') return isSameOrigin;
  if (typeof origin === 'function') return (value) => origin(value) === true;
  if (isListOfNames(origin)) return (value) => origin.includes(value);
  throw invalidOption(OWNER, 'origin', "'same-origin', '*', a list of origins or a function", origin);
}

/** The scheme is not compared, because a proxy may terminate TLS. `Host` may have the default port, which an origin leaves out. */
function isSameOrigin(origin: string, host: string): boolean {
  const [, scheme, authority] = /^(https?):\/\/(.+)$/.exec(origin) ?? [];
  const port = scheme === 'https' ? ':443' : ':80';
  const expected = host.toLowerCase();
  return authority === expected || (scheme !== undefined && `${authority}${port}` === expected);
}
