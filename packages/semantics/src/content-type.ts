/** @module The media type that a file's name stands for, and the charset that it is sent with. */

import { MEDIA_TYPES, UTF8_TYPES } from './internal/media-type-table.ts';
import { parseMediaType } from './media-type.ts';

/** Read from the table when the first of them is asked for. */
let types: ReadonlyMap<string, string> | undefined;
let utf8Types: ReadonlySet<string> | undefined;

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
  types ??= readTypes();
  return types.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}

/**
 * The value of `Content-Type` for a media type: with `charset=utf-8` where the type is in UTF-8 by default and no charset is
 * named. That is text, and what mime-db says it of. Parameters that can't be read stay as they are.
 *
 * @example
 * import { withDefaultCharset } from '@nextpress/semantics/content-type';
 *
 * withDefaultCharset('text/html'); // => "text/html; charset=utf-8"
 * withDefaultCharset('text/html; charset=latin1'); // => "text/html; charset=latin1"
 * withDefaultCharset('image/png'); // => "image/png"
 */
export function withDefaultCharset(type: string): string {
  if (!type.includes(';')) return isUtf8(type.toLowerCase()) ? `${type}; charset=utf-8` : type;
  const parsed = parseMediaType(type);
  if (parsed === undefined || parsed.parameters.has('charset')) return type;
  return isUtf8(parsed.essence) ? `${type}; charset=utf-8` : type;
}

function isUtf8(essence: string): boolean {
  if (essence.startsWith('text/')) return true;
  utf8Types ??= new Set(UTF8_TYPES.trim().split(/\s/));
  return utf8Types.has(essence);
}

function readTypes(): Map<string, string> {
  const read = new Map<string, string>();
  let kind = '';
  for (const word of MEDIA_TYPES.trim().split(/\s/)) {
    if (word.endsWith('/')) {
      kind = word;
      continue;
    }
    const [subtype = '', extensions = subtype] = word.split(':');
    for (const extension of extensions.split(',')) read.set(extension, kind + subtype);
  }
  return read;
}
