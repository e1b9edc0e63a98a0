import type { ServerOptions, Settings } from 'node:http2';

/** Options of Node's HTTP/2 sessions, as documented for `http2.createServer`. */
export type Http2SessionOptions = Pick<
  ServerOptions,
  | 'maxDeflateDynamicTableSize'
  | 'maxHeaderListPairs'
  | 'maxOutstandingPings'
  | 'maxSendHeaderBlockLength'
  | 'maxSessionInvalidFrames'
  | 'maxSessionMemory'
  | 'maxSessionRejectedStreams'
  | 'maxSettings'
> & {
  readonly settings?: Pick<
    Settings,
    'headerTableSize' | 'initialWindowSize' | 'maxConcurrentStreams' | 'maxFrameSize' | 'maxHeaderListSize'
  >;
};

/** HTTP/2 options: the value of `createServer`'s option `http2`. */
export interface Http2Options extends Http2SessionOptions {
  /**
   * Maximum number of concurrent requests on a connection.
   * @defaultValue 100, the minimum that RFC 9113 §6.5.2 recommends
   */
  readonly maxConcurrentStreams?: number;
  /**
   * How long a connection without open requests stays open, in milliseconds; 0 disables the limit.
   * @defaultValue `keepAliveTimeout` if set, otherwise 60,000: browsers keep one connection per site
   */
  readonly idleTimeout?: number;
  /**
   * How many streams a client may reset in a burst before the connection is closed (CVE-2023-44487); see `streamResetRate`. Node
   * versions without these options enforce the same limits.
   * @defaultValue 1000, as in Node
   */
  readonly streamResetBurst?: number;
  /**
   * How many further resets are allowed per second.
   * @defaultValue 33, as in Node
   */
  readonly streamResetRate?: number;
}
