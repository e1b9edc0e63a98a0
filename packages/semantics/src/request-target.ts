/**
 * @module The request target (RFC 9112 §3.2) and its one canonical form (RFC 3986 §6.2.2).
 *
 * Hot: `canonicalPathEnd` runs once per request.
 */

import { DOT, QUESTION_MARK, SLASH } from './internal/char-code.ts';
import {
  normaliseEscapes,
  normaliseSegments,
  removeDotSegments,
  textToBytes,
} from './internal/path-normal-form.ts';
import { PLAIN, targetClass } from './internal/target-class.ts';

const AUTHORITY = /^[\w.~!$&'()*+,;=:%[\]-]+$/;

/** A request target, taken apart. */
export interface RequestTarget {
  /** `origin`: `/path?query`. `absolute`: `http://host/path?query`. `asterisk`: `*`. */
  readonly form: 'origin' | 'absolute' | 'asterisk';
  /**
   * The path in canonical form: no dot segments; every escape of a `pchar` decoded, every other octet escaped, in
   * upper case. Of the asterisk-form it is `*`.
   */
  readonly pathname: string;
  /** The query as it was sent, with its `?`, or the empty string. Neither it nor the path has the fragment. */
  readonly search: string;
  /** What an absolute-form has between `//` and its path. Whether it names a host is for the caller to check. */
  readonly authority: string | undefined;
  /** Whether the target was sent in origin-form with its path canonical already. */
  readonly canonical: boolean;
}

/**
 * Finds the end of the path of a target that needs no work: origin-form, made of `pchar` and `/` alone, without `/.`
 * and without escapes.
 *
 * @returns the index of the `?`, or the length when there is no query; -1 when {@link parseRequestTarget} has to look
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
 * Takes a request target apart and brings its path into canonical form. A character stands for one byte, as in `req.url`,
 * unless the path is no UTF-8 then: it is text that was assigned, and stands for the bytes that UTF-8 has for it.
 *
 * `%2F`, `%5C` and `%00` stay escaped, because they are data within a segment. An empty segment stays. `..` above the
 * root is dropped.
 *
 * @returns `undefined` for what is none of the three forms, or has a malformed escape: answer 400. The authority-form
 * belongs to `CONNECT` and is none of them; an absolute-form of another scheme than http and https isn't either.
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
  const normal = normaliseEscapes(textToBytes(path));
  if (normal === undefined) return undefined;
  const pathname = path === '' ? '/' : removeDotSegments(normal);
  const canonical = form === 'origin' && pathname === path;
  return { form, pathname, search: searchOf(target), authority, canonical };
}

/**
 * The path of a target that {@link parseRequestTarget} refuses for a malformed escape. A segment with one stays as it was sent,
 * nothing in it is decoded; the others are canonical, and dot segments are removed.
 *
 * @returns `undefined` for what is no origin-form: the authority of an absolute-form has to be read, too
 *
 * @example
 * import { malformedPathname } from '@nextpress/semantics/request-target';
 *
 * malformedPathname('/%61dmin/%zz'); // => "/admin/%zz"
 * malformedPathname('/%%36%31dmin'); // => "/%%36%31dmin"
 */
export function malformedPathname(target: string): string | undefined {
  if (target.charCodeAt(0) !== SLASH) return undefined;
  return removeDotSegments(normaliseSegments(textToBytes(target.slice(0, pathEnd(target, 0)))));
}

/** A fragment is no part of a request target, but Node lets one through. As in Express, the path and the query end before it. */
function pathEnd(target: string, from: number): number {
  const length = target.slice(from).search(/[?#]/);
  return length === -1 ? target.length : from + length;
}

/**
 * The query of a target in any form, with its `?`, or the empty string.
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
 * The index after the authority, or -1 when it is empty or holds what no host and port hold. User information is
 * refused, as RFC 9110 §4.2.4 advises.
 */
function authorityEnd(target: string, start: number): number {
  const length = target.slice(start).search(/[/?#]/);
  const end = length === -1 ? target.length : start + length;
  return AUTHORITY.test(target.slice(start, end)) ? end : -1;
}

/**
 * Brings one literal piece of a route pattern or of a mount prefix into the form that a canonical path has, so that
 * `/é` and `/%c3%a9` are one route. A segment with a malformed escape stays as it is.
 *
 * @example
 * import { canonicalText } from '@nextpress/semantics/request-target';
 *
 * canonicalText('/é'); // => "/%C3%A9"
 * canonicalText('/%c3%a9'); // => "/%C3%A9"
 * canonicalText('/100%'); // => "/100%"
 */
export function canonicalText(text: string): string {
  return normaliseSegments(Buffer.from(text, 'utf8').toString('latin1'));
}
