import reference from 'cookie-signature';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signCookie, unsignCookie } from '../src/signed-cookie.ts';

describe('signCookie and unsignCookie', () => {
  test('agree with the cookie-signature package', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 1 }), (value, secret) => {
        const signed = signCookie(value, secret);
        expect(signed).toBe(reference.sign(value, secret));
        expect(unsignCookie(signed, secret)).toBe(value);
        for (const text of [value, `${signed}x`, signed.slice(1), `x${signed}`]) {
          expect(unsignCookie(text, secret) ?? false).toBe(reference.unsign(text, secret));
        }
      }),
    );
  });

  test('verify with a previous secret', () => {
    const signed = signCookie('a.b', 'old');
    expect(unsignCookie(signed, ['new', 'old'])).toBe('a.b');
    expect(unsignCookie(signed, ['new', 'newer'])).toBeUndefined();
    expect(unsignCookie(signed, [])).toBeUndefined();
  });

  test.each([
    [() => signCookie(1 as never, 's'), 'Invalid cookie value: expected a string, got 1.'],
    [() => signCookie('a', ''), 'Invalid cookie secret: expected a non-empty string, got "".'],
    [() => signCookie('a', undefined as never), 'Invalid cookie secret'],
    [
      () => unsignCookie(undefined as never, 's'),
      'Invalid signed cookie value: expected a string, got undefined.',
    ],
    [() => unsignCookie('a.b', ''), 'Invalid cookie secret'],
  ])('throw for %s', (call, message) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
  });
});
