/** @module Cold: the parts of RFC 3986 §6.2.2 that a path which isn't canonical yet needs. */

import { isUtf8 } from 'node:buffer';
import { DOT, PERCENT, SLASH } from './char-code.ts';
import { escapedOctet } from './escaped-octet.ts';
import { PLAIN, targetClass } from './target-class.ts';

const NOT_ASCII = /[^\0-\x7f]/;
const NOT_BYTES = /[^\0-\xff]/;

/**
 * Decodes every escape of a `pchar`, escapes every octet that is neither a `pchar` nor a slash, and puts the remaining
 * escapes in upper case.
 *
 * @param path - one character per byte
 * @returns `undefined` for a malformed escape
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

    const decoded = width === 3 && octet !== SLASH && isPathOctet(octet);
    normal += path.slice(copied, index) + (decoded ? String.fromCharCode(octet) : escapeOf(octet));
    copied = index + width;
    index = copied - 1;
  }
  return copied === 0 ? path : normal + path.slice(copied);
}

/** The same for each segment; one with a malformed escape stays as it is. */
export function normaliseSegments(path: string): string {
  return (
    normaliseEscapes(path) ??
    path
      .split('/')
      .map((segment) => normaliseEscapes(segment) ?? segment)
      .join('/')
  );
}

/** One character per byte: of text that is no UTF-8 where each character is taken for a byte, the bytes that encode it. */
export function textToBytes(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  if (!NOT_BYTES.test(text) && isUtf8(Buffer.from(text, 'latin1'))) return text;
  return Buffer.from(text, 'utf8').toString('latin1');
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
