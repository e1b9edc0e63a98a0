import { maxHeaderSize as DEFAULT_HEADER_SIZE } from 'node:http';
import type { ServerOptions } from 'node:http2';
import { checkOptionNames, integerOption, MAX_TIMER_DELAY } from '@nextpress/semantics/options';
import type { Http2Options } from './http2-options.ts';

/** Validated options. */
export interface Http2Settings {
  /** Milliseconds; 0 disables the limit. */
  readonly idleTimeout: number;
  /** Milliseconds; 0 disables the limit. */
  readonly sendTimeout: number;
  /** Bytes, as RFC 7541 §4.1 counts them. */
  readonly maxHeaderListSize: number;
  /** Passed to Node's sessions. */
  readonly session: ServerOptions;
}

/** HTTP/1.1 options that also apply here unless overridden. */
export interface Http1Limits {
  /**
   * How long a response may stall because the client does not read, in milliseconds; 0 disables the limit.
   * @defaultValue 0
   */
  readonly sendTimeout?: number | undefined;
  readonly keepAliveTimeout?: number | undefined;
  readonly maxHeaderSize?: number | undefined;
}

type Range = readonly [min: number, max: number];

const MAX_UINT32 = 2 ** 32 - 1;
const ANY: Range = [0, MAX_UINT32];

/** Validated at startup: Node would throw for some of them only when the first client connects. */
const SESSION_RANGES: Readonly<Record<string, Range>> = {
  maxDeflateDynamicTableSize: ANY,
  // Node raises smaller values to 4, the number of pseudo-headers.
  maxHeaderListPairs: [4, MAX_UINT32],
  maxOutstandingPings: ANY,
  maxSendHeaderBlockLength: ANY,
  maxSessionInvalidFrames: ANY,
  maxSessionMemory: [1, MAX_UINT32],
  maxSessionRejectedStreams: ANY,
  maxSettings: [1, MAX_UINT32],
  streamResetBurst: ANY,
  streamResetRate: ANY,
};
/** RFC 9113 §6.5.2. */
const SETTINGS_RANGES: Readonly<Record<string, Range>> = {
  headerTableSize: ANY,
  initialWindowSize: [0, 2 ** 31 - 1],
  maxConcurrentStreams: [1, 2 ** 31 - 1],
  maxFrameSize: [2 ** 14, 2 ** 24 - 1],
  maxHeaderListSize: ANY,
};
const REMEDIES = {
  allowHTTP1: 'remove it: HTTP/1.1 is always served',
  key: 'use the option "tls" of createServer()',
  cert: 'use the option "tls" of createServer()',
};
const SETTINGS_REMEDIES = {
  enableConnectProtocol: 'remove it: WebSocket is served over HTTP/1.1',
  enablePush: 'remove it: server push is not supported',
};
const DEFAULT_STREAMS = 100;
const DEFAULT_IDLE_TIMEOUT = 60_000;

/**
 * Validates HTTP/2 options.
 *
 * @throws TypeError for an invalid option
 */
export function readHttp2Options(
  options: Http2Options = {},
  { keepAliveTimeout, maxHeaderSize, sendTimeout = 0 }: Http1Limits = {},
): Http2Settings {
  const { idleTimeout, maxConcurrentStreams, ...session } = options;
  const { settings = {}, ...limits } = session;
  const names = ['idleTimeout', 'maxConcurrentStreams', 'settings', ...Object.keys(SESSION_RANGES)];
  checkOptionNames('http2', options, names, REMEDIES);
  checkRanges('http2', limits, SESSION_RANGES);
  checkOptionNames('http2.settings', settings, Object.keys(SETTINGS_RANGES), SETTINGS_REMEDIES);
  checkRanges('http2.settings', settings, SETTINGS_RANGES);
  const streams = maxConcurrentStreams ?? settings.maxConcurrentStreams ?? DEFAULT_STREAMS;
  const timeout = idleTimeout ?? keepAliveTimeout ?? DEFAULT_IDLE_TIMEOUT;
  const maxHeaderListSize = settings.maxHeaderListSize ?? (maxHeaderSize || DEFAULT_HEADER_SIZE);
  return {
    sendTimeout,
    maxHeaderListSize,
    idleTimeout: integerOption('http2', 'idleTimeout', timeout, 0, MAX_TIMER_DELAY),
    session: {
      ...limits,
      settings: {
        ...settings,
        maxHeaderListSize,
        maxConcurrentStreams: integerOption('http2', 'maxConcurrentStreams', streams, 1, 2 ** 31 - 1),
        // A server must not send the setting that allows pushes (RFC 9113 §6.5.2), and this one does not support WebSocket
        // streams.
        enableConnectProtocol: false,
      },
    },
  };
}

function checkRanges(owner: string, options: object, ranges: Readonly<Record<string, Range>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) integerOption(owner, name, value, ...(ranges[name] as Range));
  }
}
