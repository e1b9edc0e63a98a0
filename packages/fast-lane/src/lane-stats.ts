/** @module The counts of a server's lanes. */

/** What has happened to a server's connections and requests since `fastLane()` was called. */
export interface LaneStats {
  /** Requests that the fast lane has dispatched. */
  readonly fast: number;
  /**
   * Requests that Node read after a hand-over. Connections that Node served from the start because of a setting are not
   * counted.
   */
  readonly node: number;
  /** How many times a connection returned to the fast lane. */
  readonly takenBack: number;
  /** How many times connections were handed over, by reason. A reason that never occurred is absent. */
  readonly handedOver: Readonly<Partial<Record<HandOverReason, number>>>;
}

/** What `fastLane()` adds to a server. */
export interface WithStats {
  /** Returns a copy of the counts. */
  stats(): LaneStats;
}

/** Why a connection was handed over to Node. */
export type HandOverReason =
  /**
   * The connection ended in the middle of a head, a head came in more than 16 chunks, or it was incomplete and the
   * server's timeouts are too short to wait for the rest.
   */
  | 'partial head'
  /** A method other than GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS, or bytes that are not a request. */
  | 'method'
  /** A target that doesn't start with `/`, or has a `#` or a byte that is not a visible ASCII character. */
  | 'target'
  /** Not `HTTP/1.1`, or not exactly one space before it and CRLF after it. */
  | 'version'
  /** A malformed or folded header line, a control character in a value, or a line end without CR. */
  | 'field syntax'
  /** More than 100 headers. */
  | 'field count'
  /** `Host` is missing, repeated or invalid. */
  | 'host'
  /** `Connection` other than `keep-alive`, or `Proxy-Connection`. */
  | 'connection'
  /** `Content-Length` is repeated, isn't one to nine digits, or announces a body for a method such as GET. */
  | 'content-length'
  | 'transfer-encoding'
  | 'expect'
  | 'upgrade'
  | 'trailer'
  /** A head of at least the server's `maxHeaderSize`, or of more than 16 KiB. */
  | 'head size'
  /** A body of more than 1 MiB that did not arrive completely with its head. */
  | 'body size'
  /** A setting of the server that the lane doesn't support. */
  | 'settings'
  /** No complete head within two seconds. */
  | 'silent'
  /** Most recent connections carried a single request, which Node had to serve, so this one starts in Node. */
  | 'short-lived';
