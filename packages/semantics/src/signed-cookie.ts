/** @module Signs values with HMAC-SHA-256 (RFC 2104), as the cookie-signature package does. */

import { crypto } from './internal/crypto.ts';
import { invalidValue } from './options.ts';

/**
 * Signs a value: returns the value, a dot and the signature.
 *
 * @throws {TypeError} if the value is not a string, or the secret is missing or empty
 *
 * @example
 * import { signCookie } from '@nextpress/semantics/signed-cookie';
 *
 * signCookie('hello', 'tobiiscool'); // => "hello.DGDUkGlIkCzPz+C0B064FNgHdEjox7ch8tOBGslZ5QI"
 */
export function signCookie(value: string, secret: string): string {
  if (typeof value !== 'string') throw invalidValue('cookie value', 'a string', value);
  if (typeof secret !== 'string' || secret === '') {
    throw invalidValue('cookie secret', 'a non-empty string', secret);
  }
  const signature = crypto().createHmac('sha256', secret).update(value).digest('base64');
  return `${value}.${signature.replace(/=+$/, '')}`;
}

/**
 * Verifies a signed value and returns it without its signature. To rotate secrets, pass the new and the old ones. The
 * comparison takes constant time.
 *
 * @returns `undefined` if no secret matches the signature
 * @throws {TypeError} if the value is not a string, or a secret is missing or empty
 *
 * @example
 * import { signCookie, unsignCookie } from '@nextpress/semantics/signed-cookie';
 *
 * const signed = signCookie('hello', 'old secret');
 * unsignCookie(signed, ['new secret', 'old secret']); // => "hello"
 * unsignCookie(signed, 'new secret'); // => undefined
 */
export function unsignCookie(signed: string, secrets: string | readonly string[]): string | undefined {
  if (typeof signed !== 'string') throw invalidValue('signed cookie value', 'a string', signed);
  const value = signed.slice(0, signed.lastIndexOf('.'));
  const given = Buffer.from(signed);
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    const expected = Buffer.from(signCookie(value, secret));
    if (expected.length === given.length && crypto().timingSafeEqual(expected, given)) return value;
  }
  return undefined;
}
