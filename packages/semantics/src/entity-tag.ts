/** @module Creates, compares and parses entity tags (RFC 9110 §8.8.3). */

import { COMMA, DELETE, DOUBLE_QUOTE, SLASH, SPACE, TAB, UPPER_W } from './internal/char-code.ts';
import { crypto } from './internal/crypto.ts';

/** The properties of `fs.Stats` that {@link fileEntityTag} uses. */
export interface FileVersion {
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtimeMs: number;
}

/**
 * Creates a strong entity tag for a body: equal tags mean equal bytes. Matches the `etag` package, so that responses
 * cached from Express stay valid.
 *
 * @example
 * import { strongEntityTag } from '@nextpress/semantics/entity-tag';
 *
 * strongEntityTag('hello'); // => "\"5-qvTGHdzF6KLavt4PO0gs2a6pQ00\""
 */
export function strongEntityTag(body: string | Uint8Array): string {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  const digest = crypto().hash('sha1', body, 'base64').slice(0, 27);
  return `"${length.toString(16)}-${digest}"`;
}

/**
 * Creates a weak entity tag for a body that may be compressed in transit: {@link strongEntityTag} with the prefix `W/`.
 */
export function weakEntityTag(body: string | Uint8Array): string {
  return `W/${strongEntityTag(body)}`;
}

/**
 * Creates a weak entity tag for a file from its size and modification time.
 *
 * @example
 * import { fileEntityTag } from '@nextpress/semantics/entity-tag';
 *
 * fileEntityTag({ size: 255, mtimeMs: 4096 }); // => "W/\"ff-1000\""
 */
export function fileEntityTag(file: FileVersion): string {
  return `W/"${file.size.toString(16)}-${Math.floor(file.mtimeMs).toString(16)}"`;
}

/** Whether two entity tags are equal and neither is weak (§8.8.3.2). */
export function strongCompare(a: string, b: string): boolean {
  return a === b && !a.startsWith('W/');
}

/** Whether two entity tags are equal, regardless of weakness (§8.8.3.2). */
export function weakCompare(a: string, b: string): boolean {
  if (a.length === b.length) return a === b;
  return a.length > b.length ? isWeakFormOf(a, b) : isWeakFormOf(b, a);
}

function isWeakFormOf(weak: string, strong: string): boolean {
  return (
    weak.length === strong.length + 2 &&
    weak.startsWith('W/') &&
    weak.endsWith(strong) &&
    !strong.startsWith('W/')
  );
}

/**
 * Parses the value of `If-Match` or `If-None-Match`. Elements that are not entity tags are ignored.
 *
 * @example
 * import { parseEntityTagList } from '@nextpress/semantics/entity-tag';
 *
 * parseEntityTagList('"a,b", W/"c", d'); // => ["\"a,b\"", "W/\"c\""]
 * parseEntityTagList(' * '); // => "*"
 */
export function parseEntityTagList(value: string): readonly string[] | '*' {
  if (value === '*' || (value.includes('*') && value.trim() === '*')) return '*';
  const tags: string[] = [];
  let index = 0;
  while (index < value.length) {
    const code = value.charCodeAt(index);
    if (code === COMMA || code === SPACE || code === TAB) {
      index++;
      continue;
    }
    const end = entityTagEnd(value, index);
    const next = end < 0 ? -end : skipToComma(value, end);
    if (end > 0 && (end === next || value.slice(end, next).trim() === '')) tags.push(value.slice(index, end));
    index = end < 0 ? skipToComma(value, next) : next;
  }
  return tags;
}

/** Whether a string is exactly one entity tag. */
export function isEntityTag(text: string): boolean {
  return entityTagEnd(text, 0) === text.length;
}

/** The index after the entity tag at `start`. If there is none, the negated index of the first invalid character. */
function entityTagEnd(value: string, start: number): number {
  let index = start;
  if (value.charCodeAt(index) === UPPER_W && value.charCodeAt(index + 1) === SLASH) index += 2;
  if (value.charCodeAt(index) !== DOUBLE_QUOTE) return -(index + 1);
  for (index++; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (code === DOUBLE_QUOTE) return index + 1;
    if (code <= SPACE || code === DELETE) break;
  }
  return -index;
}

function skipToComma(value: string, start: number): number {
  const comma = value.indexOf(',', start);
  return comma === -1 ? value.length : comma;
}
