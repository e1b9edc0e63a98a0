/** @module The media type that a file's name stands for, and the charset that it is sent with. */

import { isToken } from './internal/field-value.ts';
import { readLoosely } from './internal/loose-value.ts';
import { MEDIA_TYPES, UTF8_TYPES } from './internal/media-type-table.ts';

/** What was found in the table: a program asks for few extensions, and reading all of them takes a millisecond. */
const FOUND = new Map<string, string>();

/** What wasn't, lately: it takes a look at all of the table, and clients may choose it. */
const UNKNOWN = new Set<string>();
const MOST_UNKNOWN = 64;
/** A longer one may be a slice, and would keep alive all of the text that a client has sent it in. */
const LONGEST_KEPT = 12;

let utf8Types: ReadonlySet<string> | undefined;

/** What stands in front of a word of the table, and behind it. */
const [BEFORE, AFTER] = [' \n:,', ' \n,'];

/** No part of an extension, since it is one of the table's form. */
const NO_EXTENSION = /[\s,/:]|^$/;

/**
 * The media type of a file extension, `html` or `.html`, or of a name that ends in one, `index.html`: as mime-db and so
 * Express have it.
 *
 * @returns `undefined` for an extension that isn't known
 *
 * @example
 * import { mediaTypeOf } from '@nextpress/semantics/content-type';
 *
 * mediaTypeOf('html'); // => "text/html"
 * mediaTypeOf('photo.JPEG'); // => "image/jpeg"
 * mediaTypeOf('LICENSE'); // => undefined
 */
export function mediaTypeOf(name: string): string | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const known = FOUND.get(extension);
  if (known !== undefined) return known;
  return UNKNOWN.has(extension) ? undefined : lookUp(extension);
}

function lookUp(extension: string): string | undefined {
  const type = NO_EXTENSION.test(extension) ? undefined : findType(extension);
  if (type !== undefined) FOUND.set(extension, type);
  else if (extension.length <= LONGEST_KEPT) {
    if (UNKNOWN.size === MOST_UNKNOWN) UNKNOWN.clear();
    UNKNOWN.add(extension);
  }
  return type;
}

/**
 * The value of `Content-Type` for a media type: with `charset=utf-8` where the type is in UTF-8 by default and no charset is
 * named. That is text, and what mime-db says it of.
 *
 * @example
 * import { withDefaultCharset } from '@nextpress/semantics/content-type';
 *
 * withDefaultCharset('text/html'); // => "text/html; charset=utf-8"
 * withDefaultCharset('text/html; charset=latin1'); // => "text/html; charset=latin1"
 * withDefaultCharset('image/png'); // => "image/png"
 */
export function withDefaultCharset(type: string): string {
  if (type.includes('charset')) return type;
  const essence = ESSENCE.exec(type)?.[0].trimStart().toLowerCase() ?? '';
  return isUtf8(essence) ? `${type}; charset=utf-8` : type;
}

const ESSENCE = /^\s*[^;\s]*/;

/**
 * The value of `Content-Type` for a text that is sent in UTF-8, whatever charset was named. Parameters that can't be read
 * are dropped.
 *
 * @throws {TypeError} when it isn't a media type
 *
 * @example
 * import { withUtf8 } from '@nextpress/semantics/content-type';
 *
 * withUtf8('text/html; charset=latin1'); // => "text/html; charset=utf-8"
 */
export function withUtf8(type: string): string {
  if (IN_UTF8.test(type)) return type;
  const { value, parameters } = readLoosely(type);
  let text = value.toLowerCase();
  if (!MEDIA_TYPE.test(text)) throw new TypeError(`Invalid type: ${text}`);
  for (const [name, parameter] of new Map([...parameters, ['charset', 'utf-8']])) {
    if (!isToken(name)) throw new TypeError(`Invalid parameter name: ${name}`);
    text += `; ${name}=${quoted(parameter)}`;
  }
  return text;
}

const MEDIA_TYPE = /^[!#$%&'*+.^_`|~\da-z-]+\/[!#$%&'*+.^_`|~\da-z-]+$/;
/** As `res.type` and its like have set it. */
const IN_UTF8 = /^[!#$%&'*+.^_`|~\da-z-]+\/[!#$%&'*+.^_`|~\da-z-]+; charset=utf-8$/;
const TEXT = /^[\t -~\u0080-\u00ff]*$/;

function quoted(value: string): string {
  if (isToken(value)) return value;
  if (TEXT.test(value)) return `"${value.replace(/[\\"]/g, '\\$&')}"`;
  throw new TypeError(`Invalid parameter value: ${value}`);
}

function isUtf8(essence: string): boolean {
  if (essence.startsWith('text/')) return true;
  utf8Types ??= new Set(UTF8_TYPES.trim().split(/\s/));
  return utf8Types.has(essence);
}

/** Looks for a whole word of the table: a subtype that stands alone, or one of the extensions behind a subtype. */
function findType(extension: string): string | undefined {
  let at = MEDIA_TYPES.indexOf(extension);
  while (at !== -1) {
    const before = MEDIA_TYPES.charAt(at - 1);
    const after = MEDIA_TYPES.charAt(at + extension.length);
    if (BEFORE.includes(before) && AFTER.includes(after)) return typeAround(at);
    at = MEDIA_TYPES.indexOf(extension, at + 1);
  }
  return undefined;
}

/** The type that the word at an index belongs to: the kind in front of it, and its beginning up to the extensions. */
function typeAround(at: number): string {
  const kindEnd = MEDIA_TYPES.lastIndexOf('/', at) + 1;
  const kind = MEDIA_TYPES.slice(wordStart(kindEnd - 1), kindEnd);
  const rest = MEDIA_TYPES.slice(wordStart(at));
  return kind + rest.slice(0, rest.search(/[\s:]|$/));
}

function wordStart(at: number): number {
  return Math.max(MEDIA_TYPES.lastIndexOf(' ', at), MEDIA_TYPES.lastIndexOf('\n', at)) + 1;
}
