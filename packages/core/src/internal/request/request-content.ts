/** @module What a request brings and asks for: `req.is`, `req.range`. */

import type { IncomingMessage } from 'node:http';
import { mediaTypeOf } from '@nextpress/semantics/content-type';
import { matchesMediaType, parseMediaType } from '@nextpress/semantics/media-type';
import { combineRanges, parseRange } from '@nextpress/semantics/range';
import type { AskedRanges } from '../../request-helpers.ts';
import { shown } from '../shown.ts';
import { givenList } from './given-list.ts';

/** Names that Express knows beside the file extensions. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['urlencoded', 'application/x-www-form-urlencoded'],
  ['multipart', 'multipart/*'],
]);

/** `req.is`. */
export function is(this: IncomingMessage, ...types: (string | readonly string[])[]): string | false | null {
  const { headers } = this;
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return null;
  const type = parseMediaType(headers['content-type'] ?? '');
  if (type === undefined) return false;
  const asked = givenList(types);
  if (asked.length === 0) return type.essence;
  for (const each of asked) {
    const pattern = patternOf(each);
    if (pattern === undefined || !matchesMediaType(type, pattern)) continue;
    return pattern.startsWith('+') || (each as string).includes('*') ? type.essence : (each as string);
  }
  return false;
}

/** `undefined` for an extension that isn't known. */
function patternOf(type: unknown): string | undefined {
  if (typeof type !== 'string') {
    throw new TypeError(`req.is() takes media types such as "json" or "text/*"; got ${shown(type)}.`);
  }
  return NAMED.get(type) ?? (type.startsWith('+') || type.includes('/') ? type : mediaTypeOf(type));
}

/** `req.range`. */
export function range(
  this: IncomingMessage,
  size: number,
  options?: { readonly combine?: boolean },
): AskedRanges | -1 | -2 | undefined {
  const field = this.headers.range;
  if (field === undefined || field === '') return undefined;
  // The grammar is that of bytes, whatever is counted.
  const equals = field.indexOf('=');
  const unit = field.slice(0, Math.max(equals, 0));
  const ranges = equals === -1 ? undefined : parseRange(`bytes${field.slice(equals)}`, size);
  if (ranges === undefined) return -2;
  if (ranges === 'unsatisfiable') return -1;
  const asked = options?.combine === true ? combineRanges(ranges) : [...ranges];
  return Object.assign(asked, { type: unit });
}
