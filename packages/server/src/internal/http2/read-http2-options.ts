/** @module The option `http2` of `createServer`. */

import { maxHeaderSize as DEFAULT_HEADER_SIZE } from 'node:http';
import { checkOptionNames, integerOption } from '@nextpress/semantics/options';
import type { Http2Options, Http2SessionOptions } from '../../http2-options.ts';

/** The checked option. */
export interface Http2Settings {
  /** Milliseconds; 0 for no limit. */
  readonly idleTimeout: number;
  /** For Node's sessions. */
  readonly session: Http2SessionOptions;
}

/** Options for HTTP/1.1 that apply here unless there are others. */
interface LimitsOfHttp1 {
  readonly keepAliveTimeout?: number | undefined;
  readonly maxHeaderSize?: number | undefined;
}

const SESSION_OPTIONS = [
  'maxDeflateDynamicTableSize',
  'maxHeaderListPairs',
  'maxOutstandingPings',
  'maxSendHeaderBlockLength',
  'maxSessionInvalidFrames',
  'maxSessionMemory',
  'maxSessionRejectedStreams',
  'maxSettings',
  'settings',
  'streamResetBurst',
  'streamResetRate',
];
const REMEDIES = {
  allowHTTP1: 'leave it out: HTTP/1.1 is always served',
  key: 'use the option "tls" of createServer()',
  cert: 'use the option "tls" of createServer()',
};
const LONGEST_TIMEOUT = 2 ** 31 - 1;
const MAX_STREAMS = 2 ** 31 - 1;
const DEFAULT_STREAMS = 100;
const DEFAULT_IDLE_TIMEOUT = 60_000;

/** @throws TypeError for an invalid option */
export function readHttp2Options(
  http2: boolean | Http2Options | undefined,
  { keepAliveTimeout, maxHeaderSize }: LimitsOfHttp1,
): Http2Settings | undefined {
  if (http2 === undefined || http2 === false) return undefined;
  const options: Http2Options = http2 === true ? {} : http2;
  const { idleTimeout, maxConcurrentStreams, ...session } = options;
  checkOptionNames('http2', options, ['idleTimeout', 'maxConcurrentStreams', ...SESSION_OPTIONS], REMEDIES);
  const streams = maxConcurrentStreams ?? session.settings?.maxConcurrentStreams ?? DEFAULT_STREAMS;
  const timeout = idleTimeout ?? keepAliveTimeout ?? DEFAULT_IDLE_TIMEOUT;
  return {
    idleTimeout: integerOption('http2', 'idleTimeout', timeout, 0, LONGEST_TIMEOUT),
    session: {
      ...session,
      settings: {
        maxHeaderListSize: maxHeaderSize || DEFAULT_HEADER_SIZE,
        ...session.settings,
        maxConcurrentStreams: integerOption('http2', 'maxConcurrentStreams', streams, 1, MAX_STREAMS),
        // A server must not send the setting that allows pushes (RFC 9113 §6.5.2), and this one has no streams of WebSocket.
        enableConnectProtocol: false,
      },
    },
  };
}
