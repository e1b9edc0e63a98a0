/** @module Parses `Cookie` and formats `Set-Cookie` (RFC 6265bis §4). */

import { bareObject } from './internal/bare-object.ts';
import { DOUBLE_QUOTE } from './internal/char-code.ts';
import { isToken, trimmedSlice } from './internal/header-value.ts';
import { printValue } from './options.ts';

/** A `cookie-value` (§4.1.1). */
const VALUE = /^("?)[!#-+\--:<-[\]-~]*\1$/;
const ENCODED_VALUE =
  'no control characters, spaces, commas, semicolons, double quotes or backslashes once encoded';
const DOMAIN = /^\.?[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;
const PATH = /^[ -:=-~]*$/;
const PRIORITIES = new Map<unknown, string>([
  ['low', 'Low'],
  ['medium', 'Medium'],
  ['high', 'High'],
]);
const SAME_SITES = new Map<unknown, string>([
  [true, 'Strict'],
  ['lax', 'Lax'],
  ['strict', 'Strict'],
  ['none', 'None'],
]);

/** Cookie values by name, in an object without inherited properties. */
export type Cookies = Record<string, string>;

/** Attributes of a cookie. */
export interface CookieAttributes {
  /** Seconds until the cookie expires, rounded down. 0 or less removes it. */
  readonly maxAge?: number | null | undefined;
  /**
   * The host that the cookie is sent to, along with its subdomains.
   * @defaultValue none: only the host that set the cookie
   */
  readonly domain?: string | undefined;
  /** The path prefix that the cookie is sent for. By default, the directory of the request. */
  readonly path?: string | undefined;
  /**
   * When the cookie expires, unless `maxAge` is set.
   * @defaultValue none: at the end of the browser session
   */
  readonly expires?: Date | undefined;
  /**
   * Whether to hide the cookie from scripts (`HttpOnly`).
   * @defaultValue false
   */
  readonly httpOnly?: boolean | undefined;
  /**
   * Whether clients send the cookie only over HTTPS (`Secure`).
   * @defaultValue false
   */
  readonly secure?: boolean | undefined;
  /**
   * Whether each top-level site gets its own copy of the cookie (`Partitioned`). Browsers require `secure`.
   * @defaultValue false
   */
  readonly partitioned?: boolean | undefined;
  /**
   * Which cookies browsers evict first when a host has too many: those with the lowest priority.
   * @defaultValue none, which browsers read as `'medium'`
   */
  readonly priority?: 'low' | 'medium' | 'high' | undefined;
  /**
   * Whether cross-site requests carry the cookie. `true` means `'strict'`. Browsers require `secure` for `'none'`.
   * @defaultValue none, which browsers read as `'lax'`
   */
  readonly sameSite?: boolean | 'lax' | 'strict' | 'none' | undefined;
  /**
   * Encodes the value into the characters that a cookie allows.
   * @defaultValue `encodeURIComponent`, which {@link parseCookies} decodes
   */
  readonly encode?: ((value: string) => string) | undefined;
}

/**
 * Parses the value of `Cookie` (§5.8.3). If a name is repeated, the first cookie wins, because clients send the one
 * with the longer path first. Values are decoded, except those with a malformed escape. A part without `=` is ignored.
 *
 * @example
 * import { parseCookies } from '@nextpress/semantics/cookie';
 *
 * const cookies = parseCookies('theme=dark; name="J%C3%BCrgen"; theme=light');
 * cookies.theme; // => "dark"
 * cookies.name; // => "Jürgen"
 */
export function parseCookies(header: string): Cookies {
  const cookies = bareObject<Cookies>();
  let equals = -1;
  for (let start = 0; start < header.length; ) {
    // Search for the next `=` only after passing this one, so that parsing takes linear time.
    if (equals < start) equals = header.indexOf('=', start);
    if (equals === -1) break;
    const semicolon = header.indexOf(';', start);
    const end = semicolon === -1 ? header.length : semicolon;
    if (equals < end) {
      const name = trimmedSlice(header, start, equals);
      cookies[name] ??= decodeValue(unquote(trimmedSlice(header, equals + 1, end)));
    }
    start = end + 1;
  }
  return cookies;
}

function unquote(value: string): string {
  const isQuoted =
    value.charCodeAt(0) === DOUBLE_QUOTE && value.charCodeAt(value.length - 1) === DOUBLE_QUOTE;
  return isQuoted ? value.slice(1, -1) : value;
}

function decodeValue(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * Formats the value of `Set-Cookie` (§4.1). Attributes are validated, so none can end the header or add another
 * attribute.
 *
 * @throws {TypeError} for an invalid name, value or attribute
 * @throws {URIError} if the value has a lone surrogate
 *
 * @example
 * import { formatSetCookie } from '@nextpress/semantics/cookie';
 *
 * formatSetCookie('name', 'Jürgen', { path: '/', httpOnly: true }); // => "name=J%C3%BCrgen; Path=/; HttpOnly"
 */
export function formatSetCookie(name: string, value: string, attributes: CookieAttributes = {}): string {
  if (!isToken(name)) throw invalidCookie('argument name', "letters, digits and !#$%&'*+-.^_`|~", name);
  const content = attributes.encode ? encodeWith(attributes.encode, value) : encodeURIComponent(value);
  return `${name}=${content}${scopeAttributes(attributes)}${flagAttributes(attributes)}`;
}

function encodeWith(encode: unknown, value: string): string {
  if (typeof encode !== 'function') throw invalidCookie('option encode', 'a function', encode);
  const content = String(encode(value));
  if (!VALUE.test(content)) throw invalidCookie('argument val', ENCODED_VALUE, content);
  return content;
}

function scopeAttributes({ maxAge, domain, path, expires }: CookieAttributes): string {
  let text = '';
  if (maxAge !== undefined && maxAge !== null) {
    const seconds = Math.floor(maxAge);
    if (!Number.isFinite(seconds)) throw invalidCookie('option maxAge', 'a number of seconds', maxAge);
    text = `; Max-Age=${seconds}`;
  }
  if (domain) {
    if (!DOMAIN.test(domain))
      throw invalidCookie('option domain', 'a host name such as "example.com"', domain);
    text += `; Domain=${domain}`;
  }
  if (path) {
    if (path !== '/' && !PATH.test(path)) {
      throw invalidCookie('option path', 'an ASCII path without control characters or semicolons', path);
    }
    text += `; Path=${path}`;
  }
  return expires ? `${text}; Expires=${formatExpires(expires)}` : text;
}

function formatExpires(expires: unknown): string {
  if (expires instanceof Date && !Number.isNaN(expires.getTime())) return expires.toUTCString();
  throw invalidCookie('option expires', 'a valid Date', expires);
}

function flagAttributes({ httpOnly, secure, partitioned, priority, sameSite }: CookieAttributes): string {
  let text = '';
  if (httpOnly) text = '; HttpOnly';
  if (secure) text += '; Secure';
  if (partitioned) text += '; Partitioned';
  if (priority) text += `; Priority=${oneOf(PRIORITIES, 'priority', priority)}`;
  return sameSite ? `${text}; SameSite=${oneOf(SAME_SITES, 'sameSite', sameSite)}` : text;
}

function oneOf(names: ReadonlyMap<unknown, string>, option: string, value: unknown): string {
  const name = names.get(typeof value === 'string' ? value.toLowerCase() : value);
  if (name !== undefined) return name;
  throw invalidCookie(`option ${option}`, `one of ${[...names.keys()].map(printValue).join(', ')}`, value);
}

/** The message contains the `cookie` package's, which people and tests search for. */
function invalidCookie(what: string, expected: string, value: unknown): TypeError {
  return new TypeError(`Cookie ${what} is invalid: expected ${expected}, got ${printValue(value)}.`);
}
