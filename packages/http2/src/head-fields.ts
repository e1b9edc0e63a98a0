/** @module Converts message heads between HTTP/1.1 and HTTP/2 (RFC 9113 §8.2 and §8.3). */

import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http2';
import type { NodeRequest } from '@nextpress-internal/internals/node';

/** Connection-specific fields, which are not allowed in HTTP/2. */
const CONNECTION_FIELDS: ReadonlySet<string> = new Set([
  ...['connection', 'http2-settings', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade'],
]);

const COLON = ':'.charCodeAt(0);

// V8: fast to iterate over, like an object with a shape. `Object.create(null)` is a dictionary.
// proof: test/head-fields.shape.test.ts
function FieldTable(this: OutgoingHttpHeaders): void {}
FieldTable.prototype = Object.freeze(Object.create(null));
const Fields = FieldTable as unknown as new () => OutgoingHttpHeaders;

/** A response head, both as fields and as HTTP/1.1 lines. */
export interface Head {
  readonly fields: OutgoingHttpHeaders;
  lines: string;
}

type Headers = OutgoingHttpHeaders | readonly unknown[] | null | undefined;

/**
 * Converts the headers that Node stores to a head.
 *
 * @param isTable - whether headers were set one by one, so their names are already checked; arrays of values may have changed
 * since
 * @throws TypeError for an invalid name or value
 */
export function headOf(headers: Headers, isTable: boolean): Head {
  const fields = new Fields();
  let lines = '';
  for (const entry of entriesOf(headers, isTable)) {
    const name = entry[0] as string;
    const value = entry[1];
    if (!isTable) validateHeaderName(name);
    for (const item of Array.isArray(value) ? value : [value]) {
      // Convert once, because an object may return a different string each time. Node accepts any value but `undefined`.
      const text = item === undefined && !isTable ? item : `${item}`;
      validateHeaderValue(name, text as string);
      addField(fields, name.toLowerCase(), trimmed(text as string));
      lines += `${name}: ${text}\r\n`;
    }
  }
  return { fields, lines };
}

/** Yields names and values from any form that `writeHead()` accepts. */
function entriesOf(headers: Headers, isTable: boolean): readonly (readonly unknown[])[] {
  if (!Array.isArray(headers))
    return isTable ? (Object.values(headers ?? {}) as never) : Object.entries(headers ?? {});
  if (Array.isArray(headers[0])) return headers;
  return headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : []));
}

/**
 * Parses the fields of an informational head or of trailers, which Node has formatted for HTTP/1.1: the lines after the first
 * one, each ending in CRLF.
 */
export function fieldsOf(head: string): OutgoingHttpHeaders {
  const fields = new Fields();
  let start = head.indexOf('\r\n') + 2;
  for (let end = head.indexOf('\r\n', start); end > start; end = head.indexOf('\r\n', start)) {
    const colon = head.indexOf(':', start);
    addField(fields, head.slice(start, colon).toLowerCase(), trimmed(head.slice(colon + 2, end)));
    start = end + 2;
  }
  return fields;
}

/**
 * Removes the whitespace around a value, which is an error in HTTP/2 (RFC 9113 §8.2.1). Only spaces and tabs: `trim()` would also
 * remove the byte A0, the last one of `à` in UTF-8.
 */
function trimmed(value: string): string {
  return isSpace(value.charCodeAt(0)) || isSpace(value.charCodeAt(value.length - 1))
    ? value.replace(/^[ \t]+|[ \t]+$/g, '')
    : value;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function addField(fields: OutgoingHttpHeaders, name: string, value: string): void {
  if (CONNECTION_FIELDS.has(name)) return;
  const earlier = fields[name];
  if (earlier === undefined) fields[name] = name === 'set-cookie' ? [value] : value;
  else if (Array.isArray(earlier)) earlier.push(value);
  // RFC 9110 §5.3 and RFC 9113 §8.2.3. Node rejects some fields that occur twice.
  else fields[name] = `${earlier}${name === 'cookie' ? ';' : ','} ${value}`;
}

/** The status in a status line. */
export function statusOf(head: string): number {
  return Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
}

/** Overhead of a field in addition to its name and value (RFC 7541 §4.1). */
const FIELD_OVERHEAD = 32;

/** The size of a flat list of names and values, as SETTINGS_MAX_HEADER_LIST_SIZE counts it (RFC 9113 §6.5.2). */
export function listSize(fields: readonly string[]): number {
  let size = (fields.length / 2) * FIELD_OVERHEAD;
  for (const text of fields) size += text.length;
  return size;
}

/**
 * Fills a request with a head from Node: a flat list of names and values, pseudo-headers first. `:authority` becomes `host`; a
 * different `host` is kept, and rejected as a duplicate.
 *
 * @param hasBody - whether a body follows. Without a known length it gets `Transfer-Encoding`, because body parsers look for
 * either
 */
export function fillRequest(req: NodeRequest, fields: readonly string[], hasBody: boolean): void {
  let authority: string | undefined;
  let hasLength = false;
  const rawHeaders: string[] = [];
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index] as string;
    const value = fields[index + 1] as string;
    if (name === ':method') req.method = value;
    else if (name === ':path') req.url = value;
    else if (name === ':authority') {
      authority = value.toLowerCase();
      rawHeaders.push('host', value);
    } else if (name.charCodeAt(0) !== COLON && !(name === 'host' && value.toLowerCase() === authority)) {
      if (name === 'content-length') hasLength = true;
      rawHeaders.push(name, value);
    }
  }
  if (hasBody && !hasLength) rawHeaders.push('transfer-encoding', 'chunked');
  req._addHeaderLines(rawHeaders, rawHeaders.length);
}
