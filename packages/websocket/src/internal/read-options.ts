/** @module Checks the options of `websocket()`. */

import {
  checkOptionNames,
  integerOption,
  invalidOption,
  MAX_TIMER_DELAY,
} from '@nextpress/semantics/options';
import type { PerMessageDeflateOptions } from 'ws';
import type { RoomAdapter } from '../room-adapter.ts';
import type { WebSocketOptions } from '../websocket-options.ts';

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
