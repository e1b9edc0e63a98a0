/** @module `req.is` and `req.range`. */

import type { IncomingMessage } from 'node:http';
import { mediaTypeOf } from '@nextpress/semantics/content-type';
import { combineRanges, parseRangeLikeExpress } from '@nextpress/semantics/range';
import { hasBody } from '@nextpress/semantics/request-body';
import type { AskedRanges, RequestHelpers } from '../../request-helpers.ts';
import { SETTINGS, type WithSettings } from '../../settings.ts';

/** Short names that Express accepts in addition to file extensions. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['urlencoded', 'application/x-www-form-urlencoded'],
  ['multipart', 'multipart/*'],
]);

const MEDIA_TYPE = /^[\da-z][\w!#$&^-]{0,126}\/[\da-z][\w!#$&^.+-]{0,126}$/;

/** `req.is`. */
export function is(this: IncomingMessage, ...types: (string | readonly string[])[]): string | false | null {
  const { headers } = this;
  if (!hasBody(this)) return null;
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
  this: IncomingMessage & WithSettings & Pick<RequestHelpers, 'get'>,
  size: number,
  options?: { readonly combine?: boolean },
): AskedRanges | -1 | -2 | undefined {
  const header = this.get('Range');
  if (!header) return undefined;
  const { parseRange = parseRangeLikeExpress } = this[SETTINGS]?.dialect ?? {};
  const ranges = parseRange(header, size);
  if (ranges === undefined) return -2;
  if (ranges === 'unsatisfiable') return -1;
  const combined = options?.combine ? combineRanges(ranges) : ranges;
  return Object.assign(combined, { type: header.slice(0, header.indexOf('=')) });
}
