/** @module The `Content-Disposition` field (RFC 6266), file names in any script included (RFC 8187). */

import { isToken } from './internal/field-value.ts';
import { invalidOption, invalidValue } from './options.ts';

/** Options of {@link formatContentDisposition}. */
export interface ContentDispositionOptions {
  /**
   * `attachment` asks a browser to save the content, `inline` to show it.
   * @defaultValue 'attachment'
   */
  readonly type?: string;
  /**
   * The name, in ASCII, for clients that don't know the extended notation; `false` sends none.
   * @defaultValue the name with `?` for what isn't ASCII
   */
  readonly fallback?: string | false;
}

const OWNER = 'formatContentDisposition';

const ASCII_TEXT = /^[ -~]*$/;
const NOT_ASCII_TEXT = /[^ -~]/g;
const ESCAPE = /%[\dA-Fa-f]{2}/;
/** What `encodeURIComponent` leaves as it is and an `attr-char` (RFC 8187 §3.2.1) is not. */
const NOT_ATTR_CHAR = /['()*]/g;

/**
 * Writes the value of `Content-Disposition`. A name that isn't plain ASCII is sent twice: as `filename*`, in UTF-8, and
 * as the fallback. So is one with what looks like an escape, because some browsers decode that (RFC 6266 appendix D).
 * Whatever the name holds, no character of it ends the field or the parameter. A path in front of the name is for the
 * caller to take off.
 *
 * @param filename - without it, the type alone
 * @throws {TypeError} when the name isn't a text, the type no token, or the fallback not ASCII
 * @throws {URIError} when the name has half a surrogate pair
 *
 * @example
 * import { formatContentDisposition } from '@nextpress/semantics/content-disposition';
 *
 * formatContentDisposition('plan "b".txt'); // => "attachment; filename=\"plan \\\"b\\\".txt\""
 * formatContentDisposition('€.txt'); // => "attachment; filename=\"?.txt\"; filename*=UTF-8''%E2%82%AC.txt"
 * formatContentDisposition(undefined, { type: 'inline' }); // => "inline"
 */
export function formatContentDisposition(filename?: string, options: ContentDispositionOptions = {}): string {
  const { type = 'attachment', fallback } = options;
  if (!isToken(type)) throw invalidOption(OWNER, 'type', 'a token such as "attachment"', type);
  if (filename === undefined) return type;
  if (typeof filename !== 'string') throw invalidValue('file name', 'a string', filename);
  if (typeof fallback === 'string' && !ASCII_TEXT.test(fallback)) {
    throw invalidOption(OWNER, 'fallback', 'ASCII characters', fallback);
  }
  const isPlain = ASCII_TEXT.test(filename) && !ESCAPE.test(filename);
  if (isPlain && (typeof fallback !== 'string' || fallback === filename)) return type + plainName(filename);
  if (fallback === false) return type + extendedName(filename);
  return type + plainName(fallback ?? filename.replace(NOT_ASCII_TEXT, '?')) + extendedName(filename);
}

function plainName(name: string): string {
  return `; filename=${isToken(name) ? name : `"${name.replace(/[\\"]/g, '\\$&')}"`}`;
}

function extendedName(name: string): string {
  const encoded = encodeURIComponent(name);
  return `; filename*=UTF-8''${encoded.replace(NOT_ATTR_CHAR, escapeOf)}`;
}

function escapeOf(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}
