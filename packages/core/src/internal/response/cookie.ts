import { type CookieAttributes, formatSetCookie } from '@nextpress/semantics/cookie';
import { signCookie } from '@nextpress/semantics/signed-cookie';
import type { CookieOptions } from '../../cookie-options.ts';
import type { HelpedResponse } from './helped-response.ts';

/** The time that Express clears cookies with. */
const LONG_AGO = new Date(1);

/** Without options. */
const EVERYWHERE: CookieAttributes = { path: '/' };

/** `res.cookie`. */
export function cookie(
  this: HelpedResponse,
  name: string,
  value: unknown,
  options?: CookieOptions,
): HelpedResponse {
  const { secret } = this.req as { secret?: unknown };
  const signed = options?.signed;
  if (signed && !secret) throw new Error('cookieParser("secret") required for signed cookies');
  const text = typeof value === 'object' ? `j:${JSON.stringify(value)}` : String(value);
  const content = signed ? `s:${signCookie(text, secret as string)}` : text;
  return this.append('Set-Cookie', formatSetCookie(String(name), content, attributesOf(options)));
}

/** As a cookie has them: seconds, and the time that they end. */
function attributesOf(options: CookieOptions | undefined): CookieAttributes {
  if (options === undefined || options === null) return EVERYWHERE;
  const { path, maxAge } = options;
  const attributes = { ...options, path: path ?? '/' };
  const milliseconds = (maxAge ?? Number.NaN) - 0;
  if (Number.isNaN(milliseconds)) return attributes;
  const expires = new Date(Date.now() + milliseconds);
  return { ...attributes, maxAge: Math.floor(milliseconds / 1000), expires };
}

/** `res.clearCookie`. */
export function clearCookie(this: HelpedResponse, name: string, options?: CookieOptions): HelpedResponse {
  return this.cookie(name, '', { path: '/', ...options, maxAge: undefined, expires: LONG_AGO });
}
