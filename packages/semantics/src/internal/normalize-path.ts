/** @module Cold: normalizes a path (RFC 3986 §6.2.2). */

import { isUtf8 } from 'node:buffer';
import { DOT, PERCENT, SLASH } from './char-code.ts';
import { escapedByte } from './escaped-byte.ts';
import { PLAIN, targetClass } from './target-class.ts';

const NOT_ASCII = /[^\0-\x7f]/;
const NOT_BYTES = /[^\0-\xff]/;

/**
 * Decodes escapes of a `pchar`, escapes bytes that are neither a `pchar` nor a slash, and converts the other escapes to upper case.
 *
 * @param path - one character per byte
 * @returns `undefined` for a malformed escape
 */
export function normalizeEscapes(path: string): string | undefined {
  let normal = '';
  let copied = 0;
  for (let index = 0; index < path.length; index++) {
    let byte = path.charCodeAt(index);
    let width = 1;
    if (byte === PERCENT) {
      byte = escapedByte(path, index);
      if (byte === -1) return undefined;
      width = 3;
    } else if (isPathByte(byte)) continue;

    const isDecoded = width === 3 && byte !== SLASH && isPathByte(byte);
    normal += path.slice(copied, index) + (isDecoded ? String.fromCharCode(byte) : formatEscape(byte));
    copied = index + width;
    index = copied - 1;
  }
  return copied === 0 ? path : normal + path.slice(copied);
}

/** Normalizes each segment, except those with a malformed escape. */
export function normalizeSegments(path: string): string {
  return (
    normalizeEscapes(path) ??
    path
      .split('/')
      .map((segment) => normalizeEscapes(segment) ?? segment)
      .join('/')
  );
}

/** Converts text to one character per byte, unless it is already UTF-8 in that form. */
export function textToBytes(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  if (!NOT_BYTES.test(text) && isUtf8(Buffer.from(text, 'latin1'))) return text;
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Removes dot segments from a path that starts with a slash (RFC 3986 §5.2.4). Keeps empty segments. */
export function removeDotSegments(path: string): string {
  if (!path.includes('/.')) return path;
  const normalized: string[] = [];
  const segments = path.split('/');
  const last = segments.length - 1;
  for (let position = 1; position <= last; position++) {
    const segment = segments[position] ?? '';
    if (segment === '..') normalized.pop();
    if (segment !== '..' && segment !== '.') normalized.push(segment);
    else if (position === last) normalized.push('');
  }
  return `/${normalized.join('/')}`;
}

function isPathByte(byte: number): boolean {
  return byte === DOT || targetClass[byte] === PLAIN;
}

function formatEscape(byte: number): string {
  return `%${byte < 16 ? '0' : ''}${byte.toString(16).toUpperCase()}`;
}
