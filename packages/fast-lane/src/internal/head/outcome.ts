/** @module What the recogniser says of the octets at a place. */

export const ORDINARY = 0;
/** The beginning of what may be ordinary: more octets will tell. */
export const PARTIAL = 1;
// All others name why the octets are Node's.
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
/** Most connections before it were over with one request of Node's. */
export const BRIEF = 18;
/** A head that has come in too many chunks to be read again with the next. */
export const IN_PARTS = 19;
/** Nobody's: ends of lines alone, with which no message begins (RFC 9112 §2.2). */
export const BLANK = 20;

/** The reasons as `stats()` names them, by the constants above. */
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
  'brief',
];
