/**
 * @module Hot: writes the head of a response as Node's `_storeHeader` does, for the fields that need no thought.
 * Bench: `pnpm --filter @nextpress/fast-lane bench`.
 */

import { STATUS_CODES } from 'node:http';
import { type NodeResponse, OUT_HEADERS } from '../node/node-internals.ts';
import { commonHeaders } from './common-headers.ts';
import { CONTENT_LENGTH, fieldName, PLAIN, SPECIAL } from './header-name.ts';
import { NOT_PLAIN_VALUE } from './set-header.ts';

/** The head as {@link storeHead} wrote it: proof that a response's head is ASCII, so that it may join a UTF-8 body. */
export const PLAIN_HEAD: unique symbol = Symbol('nextpress.plainHead');

type Fields = Readonly<Record<string, unknown>>;

/**
 * Stores the head in `_header`, if it is plain.
 *
 * @returns `false` when Node has to write it: nothing has been changed then
 */
export function storeHead(res: NodeResponse, statusLine: string, fields: Fields | null | undefined): boolean {
  if (!isPlain(res, statusLine)) return false;
  const lines = fields == null ? NO_LINES : fieldLines(fields, fields === res[OUT_HEADERS]);
  if (lines === undefined) return false;
  // Somebody has taken away the line that would say how long it is.
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

/** Whether the lines that Node adds to the fields are the usual ones. */
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

interface FieldLines {
  text: string;
  /** As the field says, `NaN` included; `undefined` without the field. */
  contentLength: number | undefined;
}

const NO_LINES: Readonly<FieldLines> = { text: '', contentLength: undefined };

/** @returns `undefined` for a field that Node minds, or has to refuse */
function fieldLines(fields: Fields, isTable: boolean): FieldLines | undefined {
  if (Array.isArray(fields)) return undefined;
  const lines: FieldLines = { text: '', contentLength: undefined };
  for (const key in fields) {
    if (isTable) {
      const [name, value] = fields[key] as [string, unknown];
      if (!addField(lines, name, value)) return undefined;
    } else if (Object.hasOwn(fields, key) && !addField(lines, key, fields[key])) return undefined;
  }
  return lines;
}

function addField(lines: FieldLines, name: string, value: unknown): boolean {
  const known = fieldName(name);
  if (known === undefined || known.meaning === SPECIAL) return false;
  if (typeof value === 'string') {
    if (NOT_PLAIN_VALUE.test(value)) return false;
  } else if (typeof value !== 'number') return known.meaning === PLAIN && addList(lines, name, value);
  if (known.meaning === CONTENT_LENGTH) lines.contentLength = +value;
  lines.text += `${name}: ${value}\r\n`;
  return true;
}

/** A list is one line for each of its values: `Set-Cookie` above all. */
function addList(lines: FieldLines, name: string, values: unknown): boolean {
  if (!Array.isArray(values)) return false;
  let text = '';
  for (const value of values) {
    if (typeof value !== 'string' || NOT_PLAIN_VALUE.test(value)) return false;
    text += `${name}: ${value}\r\n`;
  }
  lines.text += text;
  return true;
}
