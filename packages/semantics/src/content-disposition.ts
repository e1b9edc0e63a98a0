/** @module Formats `Content-Disposition` (RFC 6266) with file names in any script (RFC 8187). */

import { isToken } from './internal/header-value.ts';
import { invalidOption, invalidValue } from './options.ts';

/** Options of {@link formatContentDisposition}. */
export interface ContentDispositionOptions {
  /**
   * `attachment` makes browsers save the content, `inline` display it.
   * @defaultValue 'attachment'
   */
  readonly type?: string;
  /**
   * The file name in ASCII for clients that do not support RFC 8187; `false` sends none.
   * @defaultValue the file name with `?` for other characters
   */
  readonly fallback?: string | false;
}

const OWNER = 'formatContentDisposition';

const ASCII_TEXT = /^[ -~]*$/;
const NOT_ASCII_TEXT = /[^ -~]/g;
const ESCAPE = /%[\dA-Fa-f]{2}/;
/** Characters that `encodeURIComponent` keeps, but RFC 8187 §3.2.1 does not allow. */
const NOT_ATTR_CHAR = /['()*]/g;

/**
 * Formats the value of `Content-Disposition`. A file name that is not plain ASCII is sent twice: as `filename*`, in
 * UTF-8, and as the fallback. The same applies to a name with a percent escape, because some browsers decode it (RFC
 * 6266 appendix D). The name is escaped, so it cannot end the header or the parameter. Directories in it are kept.
 *
 * @param filename - if omitted, the value is the type alone
 * @throws {TypeError} for an invalid file name, type or fallback
 * @throws {URIError} if the name has a lone surrogate
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
