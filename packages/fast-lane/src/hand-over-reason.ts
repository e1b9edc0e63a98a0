/** Why a connection was handed over to Node: what is not ordinary about a request, or time, or the settings. */
export type HandOverReason =
  /** It ended in the midst of a head, or one isn't complete with its sixteenth chunk. */
  | 'partial head'
  /** A method other than GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS, or no method: an empty line, for example. */
  | 'method'
  /** Not a `/`, or an octet that is no visible ASCII character, or `#`. */
  | 'target'
  /** Not `HTTP/1.1`, or not exactly one space before it and CRLF behind it. */
  | 'version'
  /** A malformed or folded line, a control character in a value, or an end of line without CR. */
  | 'field syntax'
  /** More than 100. */
  | 'field count'
  /** None, several, or one that names no host. */
  | 'host'
  /** `Connection` other than `keep-alive`, or `Proxy-Connection`. */
  | 'connection'
  /** Several, not plain digits, more than nine of them, or a body with a method that has none as a rule. */
  | 'content-length'
  | 'transfer-encoding'
  | 'expect'
  | 'upgrade'
  | 'trailer'
  /** The head is as long as the server's `maxHeaderSize`, or longer; or it has more than 16 KiB. */
  | 'head size'
  /** More than 1 MiB that isn't there yet. */
  | 'body size'
  /** The server has been given settings that the lane can't honour. */
  | 'settings'
  /** No head was complete within two seconds. */
  | 'silent'
  /** Most of the last connections were over with their first request, which was Node's: this one begins there. */
  | 'brief';
