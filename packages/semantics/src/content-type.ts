/** @module The media type of a file name, and its charset. */

import { isToken } from './internal/header-value.ts';
import { readLoosely } from './internal/loose-value.ts';
import { MEDIA_TYPES, UTF8_TYPES } from './internal/media-type-table.ts';

let typesByExtension: ReadonlyMap<string, string> | undefined;
let utf8Types: ReadonlySet<string> | undefined;

/**
 * The media type of a file extension (`html`, `.html`) or of a file name (`index.html`), from mime-db, as in Express.
 *
 * @returns `undefined` for an unknown extension
 *
 * @example
 * import { mediaTypeOf } from '@nextpress/semantics/content-type';
 *
 * mediaTypeOf('html'); // => "text/html"
 * mediaTypeOf('photo.JPEG'); // => "image/jpeg"
 * mediaTypeOf('LICENSE'); // => undefined
 */
export function mediaTypeOf(name: string): string | undefined {
  typesByExtension ??= readTable();
  return typesByExtension.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}

function readTable(): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  let kind = '';
  for (const word of MEDIA_TYPES.trim().split(/\s+/)) {
    if (word.endsWith('/')) {
      kind = word;
      continue;
    }
    const [subtype = '', extensions = subtype] = word.split(':');
    for (const extension of extensions.split(',')) types.set(extension, kind + subtype);
  }
  return types;
}

/**
 * Adds `charset=utf-8` to a media type that has no charset, if it is `text/*` or mime-db lists it as UTF-8.
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
 * Sets the charset of a media type to UTF-8, for text sent as UTF-8. Parameters without a value are removed.
 *
 * @throws {TypeError} if it is not a media type
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
/** A value as set by `res.type`. */
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
