/**
 * @module `getHeader` and related methods for sent headers. `writeHead` does not store the headers it is given, but
 * loggers read `Content-Type`, `Content-Length` and `ETag` after the response.
 */

import { type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { CORE, type NodeResponse, OUT_HEADERS, requireMembers } from '@nextpress-internal/internals/node';

requireMembers('@nextpress/core', CORE);

/** The headers that helpers pass to `writeHead`, by lower-case name, and how their lines begin. */
const LINE_STARTS: ReadonlyMap<string, string> = new Map([
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

/** Whether no header is set. False if unknown, as in Bun. */
export function hasNoHeaders(res: object): boolean {
  return (res as NodeResponse)[OUT_HEADERS] === null;
}

export function getHeader(this: NodeResponse, name: string): number | string | string[] | undefined {
  const value = native.getHeader.call(this, name);
  return value === undefined && this._header ? sentValue(this._header, name.toLowerCase()) : value;
}

export function hasHeader(this: NodeResponse, name: string): boolean {
  const has = native.hasHeader.call(this, name);
  return has || (Boolean(this._header) && getHeader.call(this, name) !== undefined);
}

export function getHeaders(this: NodeResponse): OutgoingHttpHeaders {
  const headers = native.getHeaders.call(this);
  if (this._header)
    for (const name of sentNames(this, this._header)) headers[name] = getHeader.call(this, name);
  return headers;
}

export function getHeaderNames(this: NodeResponse): string[] {
  const names = native.getHeaderNames.call(this);
  return this._header ? [...names, ...sentNames(this, this._header)] : names;
}

function sentNames(res: NodeResponse, head: string): string[] {
  return [...LINE_STARTS.keys()].filter(
    (name) => !native.hasHeader.call(res, name) && sentValue(head, name) !== undefined,
  );
}

function sentValue(head: string, name: string): string | undefined {
  const line = LINE_STARTS.get(name);
  const start = line === undefined ? -1 : head.indexOf(line);
  if (line === undefined || start === -1) return undefined;
  const value = start + line.length;
  return head.slice(value, head.indexOf('\r\n', value));
}
