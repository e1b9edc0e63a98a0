/** @module Cold: the parts of RFC 3986 §6.2.2 that a path which isn't canonical yet needs. */

import { DOT, PERCENT, SLASH } from './char-code.ts';
import { escapedOctet } from './escaped-octet.ts';
import { PLAIN, targetClass } from './target-class.ts';

/**
 * Decodes every escape of a `pchar`, escapes every octet that is neither a `pchar` nor a slash, and puts the remaining
 * escapes in upper case.
 *
 * @param path - one character per octet
 * @returns `undefined` for a malformed escape, or a character that is no octet
 */
export function normaliseEscapes(path: string): string | undefined {
  let normal = '';
  let copied = 0;
  for (let index = 0; index < path.length; index++) {
    let octet = path.charCodeAt(index);
    let width = 1;
    if (octet === PERCENT) {
      octet = escapedOctet(path, index);
      if (octet === -1) return undefined;
      width = 3;
    } else if (isPathOctet(octet)) continue;
    else if (octet > 0xff) return undefined;

    const decoded = width === 3 && octet !== SLASH && isPathOctet(octet);
    normal += path.slice(copied, index) + (decoded ? String.fromCharCode(octet) : escapeOf(octet));
    copied = index + width;
    index = copied - 1;
  }
  return copied === 0 ? path : normal + path.slice(copied);
}

/**
 * Takes `.` and `..` out of a path that starts with a slash, as RFC 3986 §5.2.4 does. Empty segments are segments like
 * others.
 */
export function removeDotSegments(path: string): string {
  if (!path.includes('/.')) return path;
  const kept: string[] = [];
  const segments = path.split('/');
  const last = segments.length - 1;
  for (let position = 1; position <= last; position++) {
    const segment = segments[position] ?? '';
    if (segment === '..') kept.pop();
    if (segment !== '..' && segment !== '.') kept.push(segment);
    else if (position === last) kept.push('');
  }
  return `/${kept.join('/')}`;
}

function isPathOctet(octet: number): boolean {
  return octet === DOT || targetClass[octet] === PLAIN;
}

function escapeOf(octet: number): string {
  return `%${octet < 16 ? '0' : ''}${octet.toString(16).toUpperCase()}`;
}
