import { formatSetCookie } from '@nextpress/semantics/cookie';
import { signCookie } from '@nextpress/semantics/signed-cookie';
import type { CookieOptions } from '../cookie-options.ts';
import type { HelpedResponse } from './helped-response.ts';
import { shown } from './shown.ts';

/** The last moment that an HTTP date can name, for a `maxAge` that means for ever. */
const LAST_DATE = Date.UTC(9999, 11, 31, 23, 59, 59);

/** `res.cookie`. */
export function cookie(
  this: HelpedResponse,
  name: string,
  value: unknown,
  options: CookieOptions = {},
): HelpedResponse {
  const { signed, maxAge, path, ...attributes } = options;
  const text = typeof value === 'object' ? `j:${JSON.stringify(value)}` : String(value);
  const content = signed ? `s:${signCookie(text, secretOf(this))}` : text;
  const field = formatSetCookie(name, content, { path: path ?? '/', ...attributes, ...lifetime(maxAge) });
  return this.append('Set-Cookie', field);
}

/** As attributes have it: seconds, and the time that they end. */
function lifetime(maxAge: unknown): { maxAge: number; expires: Date } | undefined {
  if (maxAge === undefined || maxAge === null) return undefined;
  const milliseconds = Number(maxAge);
  if (!Number.isFinite(milliseconds)) {
    throw new TypeError(`res.cookie() takes maxAge in milliseconds; got ${shown(maxAge)}.`);
  }
  const expires = new Date(Math.min(Date.now() + milliseconds, LAST_DATE));
  return { maxAge: Math.floor(milliseconds / 1000), expires };
}

function secretOf(res: HelpedResponse): string {
  const { secret } = res.req as { secret?: unknown };
  if (typeof secret === 'string' && secret !== '') return secret;
  throw new Error(
    'res.cookie() signs with req.secret, and there is none: put cookieParser(secret) before, or assign req.secret.',
  );
}

/** `res.clearCookie`. */
export function clearCookie(this: HelpedResponse, name: string, options: CookieOptions = {}): HelpedResponse {
  const { maxAge: _maxAge, ...others } = options;
  return this.cookie(name, '', { path: '/', ...others, expires: new Date(1) });
}
