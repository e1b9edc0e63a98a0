/**
 * @module Parses and normalizes the request target (RFC 9112 §3.2, RFC 3986 §6.2.2).
 *
 * Hot: `canonicalPathEnd` runs once per request.
 */

import { DOT, QUESTION_MARK, SLASH } from './internal/char-code.ts';
import {
  normalizeEscapes,
  normalizeSegments,
  removeDotSegments,
  textToBytes,
} from './internal/normalize-path.ts';
import { PLAIN, targetClass } from './internal/target-class.ts';

const AUTHORITY = /^[\w.~!$&'()*+,;=:%[\]-]+$/;

/** A parsed request target. */
export interface RequestTarget {
  /** `origin`: `/path?query`. `absolute`: `http://host/path?query`. `asterisk`: `*`. */
  readonly form: 'origin' | 'absolute' | 'asterisk';
  /**
   * The path in canonical form: no dot segments, each escaped `pchar` decoded, all other bytes escaped in upper case.
   * `*` for the asterisk-form.
   */
  readonly pathname: string;
  /** The query with its `?`, or an empty string. */
  readonly search: string;
  /** The authority of an absolute-form target. Not validated as a host. */
  readonly authority: string | undefined;
  /** Whether the target was sent in origin-form with a canonical path. */
  readonly canonical: boolean;
}

/**
 * Finds the end of the path in a canonical target: in origin-form, with only `pchar` and `/`, and with neither `/.` nor
 * escapes.
 *
 * @returns the index of the `?`, or the length if there is no query; -1 for a target that needs {@link parseRequestTarget}
 *
 * @example
 * import { canonicalPathEnd } from '@nextpress/semantics/request-target';
 *
 * canonicalPathEnd('/users/7?full=1'); // => 8
 * canonicalPathEnd('/users'); // => 6
 * canonicalPathEnd('/users/%37'); // => -1
 */
export function canonicalPathEnd(target: string): number {
  const length = target.length;
  if (length === 0 || target.charCodeAt(0) !== SLASH) return -1;
  for (let index = 1; index < length; index++) {
    const code = target.charCodeAt(index);
    if (code > 0x7f) return -1;
    if (targetClass[code] === PLAIN) continue;
    if (code === QUESTION_MARK) return index;
    if (code !== DOT || target.charCodeAt(index - 1) === SLASH) return -1;
  }
  return length;
}

/**
 * Parses a request target and normalizes its path. One character stands for one byte, as in `req.url`. A path that is
 * not valid UTF-8 in that form must have been assigned by the application, and is encoded as UTF-8.
 *
 * `%2F`, `%5C` and `%00` stay escaped, because they are data within a segment. Empty segments are kept, and `..` above the root is
 * ignored.
 *
 * @returns `undefined` for a malformed escape, an invalid authority or another form; respond with 400. Other forms are
 * the authority-form, which belongs to `CONNECT`, and an absolute-form whose scheme is neither http nor https.
 *
 * @example
 * import { parseRequestTarget } from '@nextpress/semantics/request-target';
 *
 * parseRequestTarget('/a/%2e%2e/%61dmin?x=1')?.pathname; // => "/admin"
 * parseRequestTarget('http://example.com?x=1')?.pathname; // => "/"
 * parseRequestTarget('/a%2fb')?.pathname; // => "/a%2Fb"
 * parseRequestTarget('/100%'); // => undefined
 */
export function parseRequestTarget(target: string): RequestTarget | undefined {
  if (target.charCodeAt(0) === SLASH) return targetOf('origin', target, 0, undefined);
  if (target === '*') {
    return { form: 'asterisk', pathname: '*', search: '', authority: undefined, canonical: false };
  }
  const authorityStart = schemeEnd(target);
  if (authorityStart === -1) return undefined;
  const pathStart = authorityEnd(target, authorityStart);
  if (pathStart === -1) return undefined;
  return targetOf('absolute', target, pathStart, target.slice(authorityStart, pathStart));
}

function targetOf(
  form: 'origin' | 'absolute',
  target: string,
  pathStart: number,
  authority: string | undefined,
): RequestTarget | undefined {
  const end = pathEnd(target, pathStart);
  const path = target.slice(pathStart, end);
  const normal = normalizeEscapes(textToBytes(path));
  if (normal === undefined) return undefined;
  const pathname = path === '' ? '/' : removeDotSegments(normal);
  const canonical = form === 'origin' && pathname === path;
  return { form, pathname, search: searchOf(target), authority, canonical };
}

/**
 * The path of an origin-form target that {@link parseRequestTarget} rejects because of a malformed escape. A segment
 * with a malformed escape is kept as sent; the others are normalized, and dot segments are removed.
 *
 * @returns `undefined` for other forms, because their authority must be parsed
 *
 * @example
 * import { malformedPathname } from '@nextpress/semantics/request-target';
 *
 * malformedPathname('/%61dmin/%zz'); // => "/admin/%zz"
 * malformedPathname('/%%36%31dmin'); // => "/%%36%31dmin"
 */
export function malformedPathname(target: string): string | undefined {
  if (target.charCodeAt(0) !== SLASH) return undefined;
  return removeDotSegments(normalizeSegments(textToBytes(target.slice(0, pathEnd(target, 0)))));
}

/** Node accepts a target with a fragment. As in Express, the path and the query end before it. */
function pathEnd(target: string, from: number): number {
  const length = target.slice(from).search(/[?#]/);
  return length === -1 ? target.length : from + length;
}

/**
 * The query of a target in any form, with its `?`, or an empty string.
 *
 * @example
 * import { searchOf } from '@nextpress/semantics/request-target';
 *
 * searchOf('/users?page=2'); // => "?page=2"
 */
export function searchOf(target: string): string {
  const question = target.indexOf('?');
  if (question === -1) return '';
  const fragment = target.indexOf('#');
  if (fragment === -1) return target.slice(question);
  return fragment < question ? '' : target.slice(question, fragment);
}

/** The index after `http://` or `https://`, or -1. */
function schemeEnd(target: string): number {
  const prefix = target.slice(0, 8).toLowerCase();
  if (prefix.startsWith('http://')) return 7;
  return prefix === 'https://' ? 8 : -1;
}

/**
 * The index after the authority, or -1 if it is empty or invalid. User information is rejected, as RFC 9110 §4.2.4
 * advises.
 */
function authorityEnd(target: string, start: number): number {
  const length = target.slice(start).search(/[/?#]/);
  const end = length === -1 ? target.length : start + length;
  return AUTHORITY.test(target.slice(start, end)) ? end : -1;
}

/**
 * Normalizes a literal part of a route pattern or mount path like a request path, so that `/é` and `/%c3%a9` are the
 * same route. A segment with a malformed escape is kept.
 *
 * @example
 * import { canonicalText } from '@nextpress/semantics/request-target';
 *
 * canonicalText('/é'); // => "/%C3%A9"
 * canonicalText('/%c3%a9'); // => "/%C3%A9"
 * canonicalText('/100%'); // => "/100%"
 */
export function canonicalText(text: string): string {
  // Covers most patterns; normalizing is several times as expensive.
  if (/^[\w~/-]*$/.test(text)) return text;
  return normalizeSegments(Buffer.from(text, 'utf8').toString('latin1'));
}
