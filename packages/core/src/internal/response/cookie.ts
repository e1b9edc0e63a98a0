import { type CookieAttributes, formatSetCookie } from '@nextpress/semantics/cookie';
import { signCookie } from '@nextpress/semantics/signed-cookie';
import type { CookieOptions } from '../../cookie-options.ts';
import { shown } from '../shown.ts';
import type { HelpedResponse } from './helped-response.ts';

/** The last moment that an HTTP date can name, for a `maxAge` that means for ever. */
const LAST_DATE = Date.UTC(9999, 11, 31, 23, 59, 59);

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
  const text = typeof value === 'object' ? `j:${JSON.stringify(value)}` : String(value);
  const content = options?.signed ? `s:${signCookie(text, secretOf(this))}` : text;
  return this.append('Set-Cookie', formatSetCookie(name, content, attributesOf(options)));
}

/** As a cookie has them: seconds, and the time that they end. */
function attributesOf(options: CookieOptions | undefined): CookieAttributes {
  if (options === undefined || options === null) return EVERYWHERE;
  const { path, maxAge } = options;
  if (maxAge === undefined || maxAge === null) return { ...options, path: path ?? '/' };
  const milliseconds = Number(maxAge);
  if (!Number.isFinite(milliseconds)) {
    throw new TypeError(`res.cookie() takes maxAge in milliseconds; got ${shown(maxAge)}.`);
  }
  const expires = new Date(Math.min(Date.now() + milliseconds, LAST_DATE));
  return { ...options, path: path ?? '/', maxAge: Math.floor(milliseconds / 1000), expires };
}

function secretOf(res: HelpedResponse): string {
  const { secret } = res.req as { secret?: unknown };
  if (typeof secret === 'string' && secret !== '') return secret;
  throw new Error(
    'res.cookie() signs with req.secret, and there is none: put cookieParser(secret) before, or assign req.secret.',
  );
}

/** `res.clearCookie`. */
export function clearCookie(this: HelpedResponse, name: string, options?: CookieOptions): HelpedResponse {
  return this.cookie(name, '', { path: '/', ...options, maxAge: undefined, expires: LONG_AGO });
}
