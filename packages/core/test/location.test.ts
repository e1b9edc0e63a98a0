import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeLocation } from '../src/internal/response/location.ts';

describe('encodeLocation', () => {
  test.each([
    ['/a b', '/a%20b'],
    ['/a\r\nX: y', '/a%0D%0AX:%20y'],
    ['/é', '/%C3%A9'],
    ['/%C3%A9', '/%C3%A9'],
    ['/100%', '/100%25'],
    ['/%zz', '/%25zz'],
    ['/\ud83d', '/%EF%BF%BD'],
    ['"<>`{}', '%22%3C%3E%60%7B%7D'],
    ['http://a\\@b', 'http://a\\@b'],
  ])('encodes %j as %j', (url, encoded) => {
    expect(encodeLocation(url)).toBe(encoded);
  });

  test('escapes characters that end a header or an attribute, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (url) => {
        const encoded = encodeLocation(url);
        expect(encoded).toMatch(/^[!#-;=?-_a-z|~]*$/);
        expect(encodeLocation(encoded)).toBe(encoded);
      }),
      { numRuns: caseCount(500) },
    );
  });

  // A quadratic implementation would exceed the timeout of the test.
  test.each(['%', '%4', ' ', 'é', '\ud83d', '"a', 'a', '%41'])(
    'of half a million %j takes linear time',
    (unit) => {
      expect(encodeLocation(unit.repeat(500_000))).toMatch(/^[%a\dB-F]/);
    },
  );
});
