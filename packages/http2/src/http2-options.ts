import type { ServerOptions, Settings } from 'node:http2';

/** Options of Node's HTTP/2 sessions; each means what Node's documentation of `http2.createServer` says. */
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

/** Options of HTTP/2: the object of the option `http2` of `createServer`. */
export interface Http2Options extends Http2SessionOptions {
  /**
   * How many requests a client may have open on one connection.
   * @defaultValue 100, as RFC 9113 §6.5.2 recommends at least
   */
  readonly maxConcurrentStreams?: number;
  /**
   * How many milliseconds a connection without open requests stays open; 0 for no limit.
   * @defaultValue `keepAliveTimeout` where that is set, otherwise 60,000: browsers keep one connection for a whole site
   */
  readonly idleTimeout?: number;
  /**
   * How many streams a client may reset at once before the connection ends (CVE-2023-44487); see `streamResetRate`.
   * Versions of Node without these two options have the limits all the same.
   * @defaultValue 1000, as in Node
   */
  readonly streamResetBurst?: number;
  /**
   * How many further resets a second are allowed.
   * @defaultValue 33, as in Node
   */
  readonly streamResetRate?: number;
}
