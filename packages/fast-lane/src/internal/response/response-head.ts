/**
 * @module Hot: writes a response head like Node's `_storeHeader`, if its headers are plain. Bench: `npm run bench --
 * fast-lane`.
 */

import { STATUS_CODES } from 'node:http';
import { type NodeResponse, OUT_HEADERS } from '@nextpress-internal/internals/node';
import { commonHeaders } from './common-headers.ts';
import { headerName, LENGTH, PLAIN, SPECIAL } from './header-name.ts';
import { NOT_PLAIN_VALUE } from './set-header.ts';

/** The head as {@link storeHead} wrote it: ASCII, so it can be joined with a UTF-8 body. */
export const PLAIN_HEAD: unique symbol = Symbol('nextpress.plainHead');

type Headers = Readonly<Record<string, unknown>>;

/** Stores the head in `_header`. Returns `false` and changes nothing if Node must write it. */
export function storeHead(
  res: NodeResponse,
  statusLine: string,
  headers: Headers | null | undefined,
): boolean {
  if (!isPlain(res, statusLine)) return false;
  const lines = headers == null ? NO_LINES : headerLines(headers, headers === res[OUT_HEADERS]);
  if (lines === undefined) return false;
  // The application removed the header that would give the length.
  if (lines.contentLength === undefined && (res._removedContLen || res._removedTE)) return false;
  let head = statusLine + lines.text + commonHeaders(res._keepAliveTimeout);
  if (lines.contentLength !== undefined) {
    res._contentLength = lines.contentLength;
    res._removedContLen = false;
  } else if (res._hasBody) {
    if (typeof res._contentLength === 'number') head += `Content-Length: ${res._contentLength}\r\n`;
    else {
      head += 'Transfer-Encoding: chunked\r\n';
      res.chunkedEncoding = true;
    }
  }
  head += '\r\n';
  res._header = head;
  res._headerSent = false;
  res[PLAIN_HEAD] = head;
  return true;
}

/** Whether Node would add only its usual lines to the headers. */
function isPlain(res: NodeResponse, statusLine: string): boolean {
  return (
    res.sendDate &&
    res.shouldKeepAlive &&
    !res._removedConnection &&
    res._defaultKeepAlive &&
    res.useChunkedEncodingByDefault &&
    !res.chunkedEncoding &&
    !res.maxRequestsOnConnectionReached &&
    (res.statusMessage === STATUS_CODES[res.statusCode] || !NOT_PLAIN_VALUE.test(statusLine.slice(0, -2)))
  );
}

interface HeaderLines {
  text: string;
  /** The header's number, which may be `NaN`; `undefined` if absent. */
  contentLength: number | undefined;
}

const NO_LINES: Readonly<HeaderLines> = { text: '', contentLength: undefined };

/** Returns `undefined` for headers that Node handles specially or must reject. */
function headerLines(headers: Headers, isTable: boolean): HeaderLines | undefined {
  if (Array.isArray(headers)) return undefined;
  const lines: HeaderLines = { text: '', contentLength: undefined };
  for (const key in headers) {
    if (isTable) {
      const [name, value] = headers[key] as [string, unknown];
      if (!addHeader(lines, name, value)) return undefined;
    } else if (Object.hasOwn(headers, key) && !addHeader(lines, key, headers[key])) return undefined;
  }
  return lines;
}

function addHeader(lines: HeaderLines, name: string, value: unknown): boolean {
  const header = headerName(name);
  if (header === undefined || header.meaning === SPECIAL) return false;
  if (typeof value === 'string') {
    if (NOT_PLAIN_VALUE.test(value)) return false;
  } else if (typeof value !== 'number') return header.meaning === PLAIN && addList(lines, name, value);
  if (header.meaning === LENGTH) lines.contentLength = +value;
  lines.text += `${name}: ${value}\r\n`;
  return true;
}

/** An array makes one line per value, as for `Set-Cookie`. */
function addList(lines: HeaderLines, name: string, values: unknown): boolean {
  if (!Array.isArray(values)) return false;
  let text = '';
  for (const value of values) {
    if (typeof value !== 'string' || NOT_PLAIN_VALUE.test(value)) return false;
    text += `${name}: ${value}\r\n`;
  }
  lines.text += text;
  return true;
}
