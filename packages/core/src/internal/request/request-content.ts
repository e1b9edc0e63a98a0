/** @module `req.is` and `req.range`. */

import type { IncomingMessage } from 'node:http';
import { mediaTypeOf } from '@nextpress/semantics/content-type';
import { type ByteRange, combineRanges } from '@nextpress/semantics/range';
import type { AskedRanges, RequestHelpers } from '../../request-helpers.ts';

/** Short names that Express accepts in addition to file extensions. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
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

/** `undefined` for an unknown file extension. */
function patternOf(type: string): string | undefined {
  if (type.startsWith('+')) return `*/*${type}`;
  return SHORT_NAMES.get(type) ?? (type.includes('/') ? type : mediaTypeOf(type));
}

/** Whether a media type matches a pattern such as `text/*` or `*\/*+json`. Patterns are case-sensitive, as in Express. */
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
  this: IncomingMessage & Pick<RequestHelpers, 'get'>,
  size: number,
  options?: { readonly combine?: boolean },
): AskedRanges | -1 | -2 | undefined {
  const header = this.get('Range');
  if (!header) return undefined;
  const equals = header.indexOf('=');
  if (equals === -1) return -2;
  const ranges: ByteRange[] = [];
  for (const element of header.slice(equals + 1).split(',')) {
    const part = partOf(element, size);
    if (part === undefined) return -2;
    if (part.start >= 0 && part.start <= part.end) ranges.push(part);
  }
  if (ranges.length === 0) return -1;
  const combined = options?.combine ? combineRanges(ranges) : ranges;
  return Object.assign(combined, { type: header.slice(0, equals) });
}

/** One range, limited to the size; `undefined` if it is malformed. Its start is negative if a suffix is longer than the size. */
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

/** A limit that is not a number is ignored, as in Express. */
function atMost(end: number, limit: number): number {
  return Number.isNaN(limit) ? end : Math.min(end, limit);
}

function positionOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
