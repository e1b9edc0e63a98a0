/** Why a connection was handed over to Node. */
export type HandOverReason =
  /** The connection ended in the middle of a head, or a head came in more than 16 chunks. */
  | 'partial head'
  /** A method other than GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS, or bytes that are no request. */
  | 'method'
  /** A target that doesn't start with `/`, or has a `#` or a byte that is no visible ASCII character. */
  | 'target'
  /** Not `HTTP/1.1`, or not exactly one space before it and CRLF after it. */
  | 'version'
  /** A malformed or folded header line, a control character in a value, or a line end without CR. */
  | 'field syntax'
  /** More than 100 headers. */
  | 'field count'
  /** No `Host` header, several, or one that names no host. */
  | 'host'
  /** `Connection` other than `keep-alive`, or `Proxy-Connection`. */
  | 'connection'
  /** Several `Content-Length` headers, one with other characters than digits or more than nine, or a body with a method such as GET. */
  | 'content-length'
  | 'transfer-encoding'
  | 'expect'
  | 'upgrade'
  | 'trailer'
  /** A head of at least the server's `maxHeaderSize`, or of more than 16 KiB. */
  | 'head size'
  /** A body of more than 1 MiB that has not all arrived with its head. */
  | 'body size'
  /** A setting of the server that the lane doesn't support. */
  | 'settings'
  /** No complete head within two seconds. */
  | 'silent'
  /** Most recent connections carried a single request that was Node's, so this one starts in Node. */
  | 'short-lived';
