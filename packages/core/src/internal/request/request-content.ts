/** @module What a request brings and asks for: `req.is`, `req.range`. */

import type { IncomingMessage } from 'node:http';
import { mediaTypeOf } from '@nextpress/semantics/content-type';
import { type ByteRange, combineRanges } from '@nextpress/semantics/range';
import type { AskedRanges } from '../../request-helpers.ts';

/** Names that Express knows in addition to file extensions. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['urlencoded', 'application/x-www-form-urlencoded'],
  ['multipart', 'multipart/*'],
]);

const MEDIA_TYPE = /^[\da-z][\w!#$&^-]{0,126}\/[\da-z][\w!#$&^.+-]{0,126}$/;

/** `req.is`. */
export function is(this: IncomingMessage, ...types: (string | readonly string[])[]): string | false | null {
  const { headers } = this;
  const hasBody =
    headers['transfer-encoding'] !== undefined || !Number.isNaN(Number(headers['content-length']));
  if (!hasBody) return null;
  const [essence = ''] = headers['content-type']?.split(';', 1) ?? [];
  const actual = essence.trim().toLowerCase();
  if (!MEDIA_TYPE.test(actual)) return false;
  const asked: readonly unknown[] = Array.isArray(types[0]) ? types[0] : types;
  if (asked.length === 0) return actual;
  for (const each of asked) {
    if (typeof each !== 'string' || !matches(patternOf(each), actual)) continue;
    return each.startsWith('+') || each.includes('*') ? actual : each;
  }
  return false;
}

/** `undefined` for an extension that isn't known. */
function patternOf(type: string): string | undefined {
  if (type.startsWith('+')) return `*/*${type}`;
  return NAMED.get(type) ?? (type.includes('/') ? type : mediaTypeOf(type));
}

/** Whether a media type is one that a pattern such as `text/*` or `*\/*+json` names; the case of the pattern counts. */
function matches(pattern: string | undefined, actual: string): boolean {
  const [type, subtype, ...rest] = pattern?.split('/') ?? [];
  const [actualType, actualSubtype = ''] = actual.split('/');
  if (subtype === undefined || rest.length > 0) return false;
  if (type !== '*' && type !== actualType) return false;
  if (subtype.startsWith('*+')) return actualSubtype.endsWith(subtype.slice(1));
  return subtype === '*' || subtype === actualSubtype;
}

/** `req.range`. */
export function range(
  this: IncomingMessage,
  size: number,
  options?: { readonly combine?: boolean },
): AskedRanges | -1 | -2 | undefined {
  const field = this.headers.range;
  if (!field) return undefined;
  const equals = field.indexOf('=');
  if (equals === -1) return -2;
  const asked: ByteRange[] = [];
  for (const element of field.slice(equals + 1).split(',')) {
    const part = partOf(element, size);
    if (part === undefined) return -2;
    if (part.start >= 0 && part.start <= part.end) asked.push(part);
  }
  if (asked.length === 0) return -1;
  return Object.assign(options?.combine ? combineRanges(asked) : asked, { type: field.slice(0, equals) });
}

/** One part, cut to the size; `undefined` when it is malformed, with a negative start when it begins before the content. */
function partOf(element: string, size: number): ByteRange | undefined {
  const dash = element.indexOf('-');
  if (dash === -1) return undefined;
  const first = element.slice(0, dash).trim();
  const last = element.slice(dash + 1).trim();
  const end = positionOf(last);
  const part: ByteRange =
    first === ''
      ? { start: size - end, end: size - 1 }
      : { start: positionOf(first), end: last === '' ? size - 1 : atMost(end, size - 1) };
  return Number.isNaN(part.start) || Number.isNaN(part.end) ? undefined : part;
}

/** A limit that isn't a number limits nothing, as in Express. */
function atMost(end: number, limit: number): number {
  return Number.isNaN(limit) ? end : Math.min(end, limit);
}

function positionOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
