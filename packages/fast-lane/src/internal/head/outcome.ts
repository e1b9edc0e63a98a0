/** @module What the recognizer returns for the bytes at a position. */

export const ORDINARY = 0;
/** The start of a head that may be ordinary: needs more bytes. */
export const PARTIAL = 1;
// The others say why Node gets the bytes.
export const METHOD = 2;
export const TARGET_FORM = 3;
export const VERSION = 4;
export const HEADER = 5;
export const HEADER_COUNT = 6;
export const HOST = 7;
export const CONNECTION = 8;
export const CONTENT_LENGTH = 9;
export const TRANSFER_ENCODING = 10;
export const EXPECT = 11;
export const UPGRADE = 12;
export const TRAILER = 13;
export const HEAD_SIZE = 14;
export const BODY_SIZE = 15;
export const SETTINGS = 16;
export const SILENT = 17;
/** Most recent connections carried a single request, which Node served. */
export const SHORT_LIVED = 18;
/** A head in too many chunks to scan it again with the next one. */
export const IN_PARTS = 19;
/** Only line ends, with which no message starts (RFC 9112 §2.2). */
export const BLANK = 20;
/** The next request waits until earlier responses have been sent. */
export const TOO_EARLY = 21;

/** Names of the reasons in `stats()`, indexed by the constants above. */
export const REASONS: readonly string[] = [
  '',
  'partial head',
  'method',
  'target',
  'version',
  'field syntax',
  'field count',
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'trailer',
  'head size',
  'body size',
  'settings',
  'silent',
  'short-lived',
];
