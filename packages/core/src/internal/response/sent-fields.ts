/**
 * @module What `getHeader` and its kin tell after the answer. The helpers give the fields of the content to `writeHead`, which
 * doesn't keep them; loggers ask for them when the answer has been sent, and are told what was.
 */

import { type OutgoingHttpHeaders, OutgoingMessage, ServerResponse } from 'node:http';

interface SentResponse extends ServerResponse {
  /** The head as it was sent, of both lanes; `null` before. */
  readonly _header: string | null;
}

/** The fields that the helpers give to `writeHead` alone, by their names in lower case, as they begin on the wire. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['content-type', '\r\nContent-Type: '],
  ['content-length', '\r\nContent-Length: '],
  ['etag', '\r\nETag: '],
]);

const native = Object.freeze({
  getHeader: ServerResponse.prototype.getHeader,
  getHeaders: ServerResponse.prototype.getHeaders,
  getHeaderNames: ServerResponse.prototype.getHeaderNames,
  hasHeader: ServerResponse.prototype.hasHeader,
});

/** Where Node keeps the fields that are set: `null` while there are none. Where it is called otherwise, each is asked for. */
const OUT_HEADERS: symbol | undefined = Object.getOwnPropertySymbols(new OutgoingMessage()).find(
  ({ description }) => description === 'kOutHeaders',
);

/** Whether nothing is set, as far as can be told at once. */
export function hasNoFields(res: object): boolean {
  return OUT_HEADERS !== undefined && (res as Readonly<Record<symbol, unknown>>)[OUT_HEADERS] === null;
}

export function getHeader(this: SentResponse, name: string): number | string | string[] | undefined {
  const value = native.getHeader.call(this, name);
  return value === undefined && this._header ? sentField(this._header, name.toLowerCase()) : value;
}

export function hasHeader(this: SentResponse, name: string): boolean {
  const has = native.hasHeader.call(this, name);
  return has || (Boolean(this._header) && getHeader.call(this, name) !== undefined);
}

export function getHeaders(this: SentResponse): OutgoingHttpHeaders {
  const headers = native.getHeaders.call(this);
  if (this._header)
    for (const name of addedNames(this, this._header)) headers[name] = getHeader.call(this, name);
  return headers;
}

export function getHeaderNames(this: SentResponse): string[] {
  const names = native.getHeaderNames.call(this);
  return this._header ? [...names, ...addedNames(this, this._header)] : names;
}

function addedNames(res: SentResponse, head: string): string[] {
  return [...FIELDS.keys()].filter(
    (name) => !native.hasHeader.call(res, name) && sentField(head, name) !== undefined,
  );
}

function sentField(head: string, name: string): string | undefined {
  const line = FIELDS.get(name);
  const start = line === undefined ? -1 : head.indexOf(line);
  if (line === undefined || start === -1) return undefined;
  const value = start + line.length;
  return head.slice(value, head.indexOf('\r\n', value));
}
