import cookie from 'cookie';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CookieAttributes, formatSetCookie, parseCookies } from '../src/cookie.ts';

describe('parseCookies', () => {
  test.each([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1; b=2;c=3', { a: '1', b: '2', c: '3' }],
    ['a=1; a=2', { a: '1' }],
    ['a="1"; b="; c="', { a: '1', b: '', c: '' }],
    ['a=b=c', { a: 'b=c' }],
    [' a \t= 1 ;', { a: '1' }],
    ['a=%20%C3%A9; b=%zz; c=%ff', { a: ' é', b: '%zz', c: '%ff' }],
    ['flag; a=1; flag', { a: '1' }],
    ['=a', { '': 'a' }],
  ])('reads %j', (header, expected) => {
    expect({ ...parseCookies(header) }).toEqual(expected);
    expect(cookie.parse(header)).toEqual(expected);
  });

  test('returns exactly the names that were sent', () => {
    expect(parseCookies('a=1').constructor).toBeUndefined();
    const cookies = parseCookies('constructor=1; __proto__=2; hasOwnProperty=3');
    expect(Object.entries(cookies)).toEqual([
      ['constructor', '1'],
      ['__proto__', '2'],
      ['hasOwnProperty', '3'],
    ]);
  });

  test('agrees with the cookie package', () => {
    const header = fc.array(
      fc.constantFrom('a', 'b', '=', '=', ';', ';', '"', ' ', '\t', '%', '%41', '%C3%A9', ',', 'é'),
    );
    fc.assert(
      fc.property(header, (parts) => {
        const text = parts.join('');
        // The package ignores a header of one character, although it accepts `=;`.
        fc.pre(text.length > 1);
        expect({ ...parseCookies(text) }).toEqual(cookie.parse(text));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('formatSetCookie', () => {
  test('formats every attribute', () => {
    expect(
      formatSetCookie('a', 'b c', {
        maxAge: 3.7,
        domain: '.example.com',
        path: '/x',
        expires: new Date(784111777000),
        httpOnly: true,
        secure: true,
        partitioned: true,
        priority: 'high',
        sameSite: 'lax',
      }),
    ).toBe(
      'a=b%20c; Max-Age=3; Domain=.example.com; Path=/x; Expires=Sun, 06 Nov 1994 08:49:37 GMT; HttpOnly; Secure; Partitioned; Priority=High; SameSite=Lax',
    );
  });

  test('omits attributes that are not set', () => {
    const nothing = {
      maxAge: undefined,
      domain: '',
      path: '',
      expires: undefined,
      secure: false,
      sameSite: false,
    } as const;
    expect(formatSetCookie('a', '', nothing)).toBe('a=');
    expect(formatSetCookie('a', 'b', { maxAge: null })).toBe('a=b');
    expect(formatSetCookie('a', 'b', { maxAge: 0 })).toBe('a=b; Max-Age=0');
  });

  test('throws for a lone surrogate', () => {
    expect(() => formatSetCookie('a', 'b\ud800c')).toThrow(URIError);
  });

  test.each<[string, unknown, CookieAttributes, string]>([
    ['a b', '', {}, 'Cookie argument name is invalid: expected letters, digits and'],
    ['', '', {}, 'Cookie argument name is invalid'],
    ['é', '', {}, 'Cookie argument name is invalid'],
    ['a', 'b;', { encode: String }, 'Cookie argument val is invalid: expected no control characters'],
    ['a', '"', { encode: String }, 'Cookie argument val is invalid: expected no control characters'],
    ['a', 'b', { encode: 'x' as never }, 'Cookie option encode is invalid: expected a function, got "x"'],
    [
      'a',
      'b',
      { maxAge: Number.NaN },
      'Cookie option maxAge is invalid: expected a number of seconds, got NaN',
    ],
    ['a', 'b', { domain: 'example.com\r\nX: y' }, 'Cookie option domain is invalid: expected a host name'],
    ['a', 'b', { domain: 'a..b' }, 'Cookie option domain is invalid: expected a host name'],
    ['a', 'b', { path: '/;HttpOnly' }, 'Cookie option path is invalid: expected an ASCII path'],
    ['a', 'b', { path: '/\n' }, 'Cookie option path is invalid: expected an ASCII path'],
    [
      'a',
      'b',
      { expires: new Date(Number.NaN) },
      'Cookie option expires is invalid: expected a valid Date, got an instance of Date',
    ],
    ['a', 'b', { expires: 1 as never }, 'Cookie option expires is invalid: expected a valid Date, got 1'],
    [
      'a',
      'b',
      { priority: 'top' as never },
      'Cookie option priority is invalid: expected one of "low", "medium", "high", got "top"',
    ],
    [
      'a',
      'b',
      { sameSite: 'no' as never },
      'Cookie option sameSite is invalid: expected one of true, "lax", "strict", "none", got "no"',
    ],
  ])('throws for %j = %j with %j', (name, value, attributes, message) => {
    expect(() => formatSetCookie(name, value as string, attributes)).toThrow(TypeError);
    expect(() => formatSetCookie(name, value as string, attributes)).toThrow(message);
  });

  const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
  const someAttributes = fc.record({
    maxAge: optional(fc.integer({ min: -10, max: 1e7 })),
    domain: optional(
      fc.constantFrom(
        'a',
        'a.b',
        '.a.b',
        'a..b',
        '-a',
        'a-',
        'A-1.b',
        `${'a'.repeat(63)}.b`,
        `${'a'.repeat(64)}.b`,
        '',
        'a\n',
        'é',
      ),
    ),
    path: optional(fc.constantFrom('/', '/a b', '/a;b', 'x', '', '/é', '/\n', '/"', '/\x7f')),
    expires: optional(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })),
    httpOnly: optional(fc.boolean()),
    secure: optional(fc.boolean()),
    partitioned: optional(fc.boolean()),
    priority: optional(fc.constantFrom('low', 'Medium', 'high', 'top')),
    sameSite: optional(fc.constantFrom(true, false, 'lax', 'Strict', 'none', 'no')),
  });

  // Intended differences: cookie rejects "<" in a path, which RFC 6265bis allows, and treats every truthy value as
  // true.
  test('agrees with the cookie package', () => {
    const name = fc.constantFrom('a', 'a-b', 'a b', '', 'a=', 'é', '__Host-a');
    fc.assert(
      fc.property(name, fc.string({ unit: 'grapheme' }), someAttributes, (key, value, attributes) => {
        const outcome = (make: () => string) => {
          try {
            return make();
          } catch (error) {
            return (error as Error).constructor;
          }
        };
        expect(outcome(() => formatSetCookie(key, value, attributes as CookieAttributes))).toEqual(
          outcome(() => cookie.serialize(key, value, attributes)),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
