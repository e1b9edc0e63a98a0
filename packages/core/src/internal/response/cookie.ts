import { type CookieAttributes, formatSetCookie } from '@nextpress/semantics/cookie';
import { checkOptionNames, invalidOption } from '@nextpress/semantics/options';
import { signCookie } from '@nextpress/semantics/signed-cookie';
import type { CookieOptions } from '../../response-helpers.ts';
import { SETTINGS } from '../../settings.ts';
import type { PatchedResponse } from '../patched-messages.ts';

/** Known option names. */
const NAMES = [
  'domain',
  'encode',
  'expires',
  'httpOnly',
  'maxAge',
  'partitioned',
  'path',
  'priority',
  'sameSite',
  'secure',
  'signed',
];

/** The expiry date that Express uses to clear cookies. */
const LONG_AGO = new Date(1);

const DEFAULT_ATTRIBUTES: CookieAttributes = { path: '/' };

/** `res.cookie`. */
export function cookie(
  this: PatchedResponse,
  name: string,
  value: unknown,
  options?: CookieOptions,
): PatchedResponse {
  const { secret } = this.req as { secret?: unknown };
  // Express silently ignores `httponly` and `maxAge: '1h'`.
  if (options && !this[SETTINGS]?.dialect.isLenient) checkOptions(options);
  const signed = options?.signed;
  if (signed && !secret) throw new Error('cookieParser("secret") required for signed cookies');
  const text = typeof value === 'object' ? `j:${JSON.stringify(value)}` : String(value);
  const content = signed ? `s:${signCookie(text, secret as string)}` : text;
  return this.append('Set-Cookie', formatSetCookie(String(name), content, attributesOf(options)));
}

function checkOptions(options: CookieOptions): void {
  checkOptionNames('cookie', options, NAMES);
  const { maxAge } = options;
  if (maxAge === undefined || maxAge === null || Number.isFinite(Number(maxAge))) return;
  throw invalidOption('cookie', 'maxAge', 'milliseconds, such as 3_600_000 for an hour', maxAge);
}

/** Converts `maxAge` from milliseconds to seconds, and adds `expires`. */
function attributesOf(options: CookieOptions | undefined): CookieAttributes {
  if (options === undefined || options === null) return DEFAULT_ATTRIBUTES;
  const { path, maxAge } = options;
  const attributes = { ...options, path: path ?? '/' };
  const milliseconds = (maxAge ?? Number.NaN) - 0;
  if (Number.isNaN(milliseconds)) return attributes;
  const expires = new Date(Date.now() + milliseconds);
  return { ...attributes, maxAge: Math.floor(milliseconds / 1000), expires };
}

/** `res.clearCookie`. */
export function clearCookie(this: PatchedResponse, name: string, options?: CookieOptions): PatchedResponse {
  return this.cookie(name, '', { path: '/', ...options, maxAge: undefined, expires: LONG_AGO });
}
