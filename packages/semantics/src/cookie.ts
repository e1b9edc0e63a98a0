/** @module Cookies (RFC 6265bis §4): the `Cookie` field read, the `Set-Cookie` field written. */

import { BareObject } from './internal/bare-object.ts';
import { DOUBLE_QUOTE } from './internal/char-code.ts';
import { isToken, trimmedSlice } from './internal/field-value.ts';
import { invalidValue, printValue } from './options.ts';

/** `cookie-octet`s, in quotes or not (§4.1.1). */
const VALUE = /^("?)[!#-+\--:<-[\]-~]*\1$/;
const ENCODED_VALUE = 'no controls, spaces, commas, semicolons, double quotes or backslashes once encoded';
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

/** Values by name. Nothing is inherited. */
export type Cookies = Record<string, string>;

/** What a cookie is sent with, beside its name and value. */
export interface CookieAttributes {
  /** Seconds until it is forgotten, rounded down; 0 or less forgets it at once. */
  readonly maxAge?: number | null | undefined;
  /** The host that it is for, and whose subdomains it is for. Without it, the host that sets it, alone. */
  readonly domain?: string | undefined;
  /** Where the paths begin that it is for. Without it, the directory of the request. */
  readonly path?: string | undefined;
  /** When it is forgotten, where there is no `maxAge`. */
  readonly expires?: Date | undefined;
  /** Whether scripts don't see it. */
  readonly httpOnly?: boolean | undefined;
  /** Whether it is sent over HTTPS alone. */
  readonly secure?: boolean | undefined;
  /** Whether each top-level site has its own, and no other sees it. Browsers want `secure` with it. */
  readonly partitioned?: boolean | undefined;
  /** Which of a host's cookies are forgotten first, when there are too many. */
  readonly priority?: 'low' | 'medium' | 'high' | undefined;
  /** Whether requests that another site causes have it; `true` is `'strict'`. Browsers want `secure` with `'none'`. */
  readonly sameSite?: boolean | 'lax' | 'strict' | 'none' | undefined;
  /**
   * Turns the value into the characters that a cookie can hold.
   * @defaultValue `encodeURIComponent`, which {@link parseCookies} undoes
   */
  readonly encode?: ((value: string) => string) | undefined;
}

/**
 * Reads the value of `Cookie` (§5.8.3): of a name that was sent twice the first counts, which is the one for the longer
 * path. Values are decoded; one with a malformed escape stays as it was sent. What has no `=` is no cookie.
 *
 * @example
 * import { parseCookies } from '@nextpress/semantics/cookie';
 *
 * const cookies = parseCookies('theme=dark; name="J%C3%BCrgen"; theme=light');
 * cookies.theme; // => "dark"
 * cookies.name; // => "Jürgen"
 */
export function parseCookies(field: string): Cookies {
  const cookies = new BareObject<Cookies>();
  let equals = -1;
  for (let start = 0; start < field.length; ) {
    // Looked for again only when passed, so that a thousand semicolons before it cost one search.
    if (equals < start) equals = field.indexOf('=', start);
    if (equals === -1) break;
    const semicolon = field.indexOf(';', start);
    const end = semicolon === -1 ? field.length : semicolon;
    if (equals < end) {
      const name = trimmedSlice(field, start, equals);
      cookies[name] ??= decoded(unquoted(trimmedSlice(field, equals + 1, end)));
    }
    start = end + 1;
  }
  return cookies;
}

function unquoted(value: string): string {
  const isQuoted =
    value.charCodeAt(0) === DOUBLE_QUOTE && value.charCodeAt(value.length - 1) === DOUBLE_QUOTE;
  return isQuoted ? value.slice(1, -1) : value;
}

function decoded(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * Writes the value of a `Set-Cookie` field (§4.1). Each attribute is checked, so that nothing ends the field or begins
 * another attribute.
 *
 * @throws {TypeError} naming what can't be sent
 * @throws {URIError} when the value has half a surrogate pair
 *
 * @example
 * import { formatSetCookie } from '@nextpress/semantics/cookie';
 *
 * formatSetCookie('name', 'Jürgen', { path: '/', httpOnly: true }); // => "name=J%C3%BCrgen; Path=/; HttpOnly"
 */
export function formatSetCookie(name: string, value: string, attributes: CookieAttributes = {}): string {
  if (!isToken(name)) throw invalidCookie('name', "letters, digits and !#$%&'*+-.^_`|~", name);
  const content = attributes.encode ? encoded(value, attributes.encode) : encodeURIComponent(value);
  return `${name}=${content}${whereAndWhen(attributes)}${toWhom(attributes)}`;
}

function encoded(value: string, encode: unknown): string {
  if (typeof encode !== 'function') throw invalidCookie('encode', 'a function', encode);
  const content = String(encode(value));
  if (!VALUE.test(content)) throw invalidCookie('value', ENCODED_VALUE, content);
  return content;
}

function whereAndWhen({ maxAge, domain, path, expires }: CookieAttributes): string {
  let text = '';
  if (maxAge !== undefined && maxAge !== null) {
    const seconds = Math.floor(maxAge);
    if (!Number.isFinite(seconds)) throw invalidCookie('maxAge', 'a number of seconds', maxAge);
    text = `; Max-Age=${seconds}`;
  }
  if (domain) {
    if (!DOMAIN.test(domain)) throw invalidCookie('domain', 'a host name such as "example.com"', domain);
    text += `; Domain=${domain}`;
  }
  if (path) {
    if (path !== '/' && !PATH.test(path)) {
      throw invalidCookie('path', 'an ASCII path without controls and semicolons', path);
    }
    text += `; Path=${path}`;
  }
  return expires ? `${text}; Expires=${dateOf(expires)}` : text;
}

function dateOf(expires: unknown): string {
  if (expires instanceof Date && !Number.isNaN(expires.getTime())) return expires.toUTCString();
  throw invalidCookie('expires', 'a valid Date', expires);
}

function toWhom({ httpOnly, secure, partitioned, priority, sameSite }: CookieAttributes): string {
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
  throw invalidCookie(option, `one of ${[...names.keys()].map(printValue).join(', ')}`, value);
}

function invalidCookie(what: string, expected: string, value: unknown): TypeError {
  return invalidValue(`cookie ${what}`, expected, value);
}
