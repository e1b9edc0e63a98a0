import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatHttpDate, parseHttpDate } from '../src/http-date.ts';

const EXAMPLE = 784_111_777_000;
const anyTime = fc.integer({
  min: Date.parse('0000-01-01T00:00:00Z') / 1000,
  max: Date.parse('9999-12-31T23:59:59Z') / 1000,
});

describe('formatHttpDate', () => {
  test('formats IMF-fixdate', () => {
    expect(formatHttpDate(EXAMPLE)).toBe('Sun, 06 Nov 1994 08:49:37 GMT');
    expect(formatHttpDate(EXAMPLE + 999)).toBe('Sun, 06 Nov 1994 08:49:37 GMT');
  });

  test.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Date.UTC(10_000, 0, 1),
    Date.parse('-000001-12-31T23:59:59Z'),
  ])('throws for %s', (time) => {
    expect(() => formatHttpDate(time)).toThrow(TypeError);
  });

  test('formats dates that parseHttpDate parses', () => {
    fc.assert(
      fc.property(anyTime, (seconds) => {
        expect(parseHttpDate(formatHttpDate(seconds * 1000))).toBe(seconds * 1000);
      }),
    );
  });
});

describe('parseHttpDate', () => {
  test.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
    'reads %s',
    (text) => {
      expect(parseHttpDate(text, Date.UTC(2026, 0, 1))).toBe(EXAMPLE);
    },
  );

  test('reads a two-digit year as at most fifty years ahead', () => {
    const now = Date.UTC(2026, 0, 1);
    expect(parseHttpDate('Sunday, 06-Nov-76 08:49:37 GMT', now)).toBe(Date.UTC(2076, 10, 6, 8, 49, 37));
    expect(parseHttpDate('Sunday, 06-Nov-77 08:49:37 GMT', now)).toBe(Date.UTC(1977, 10, 6, 8, 49, 37));
    // At the end of a century, low years belong to the next one.
    expect(parseHttpDate('Sunday, 06-Nov-05 08:49:37 GMT', Date.UTC(2099, 0, 1))).toBe(
      Date.UTC(2105, 10, 6, 8, 49, 37),
    );
  });

  test('reads a leap second as the first second of the next minute', () => {
    expect(parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT')).toBe(Date.UTC(2017, 0, 1));
  });

  test.each([
    '',
    '784111777',
    '1994-11-06T08:49:37Z',
    'sun, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 nov 1994 08:49:37 GMT',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun, 06 Nov 1994 08:49:37 +0000',
    'Sun, 06 Nov 1994 08:49:37 GMT ',
    ' Sun, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:60:00 GMT',
    'Sun, 06 Nov 1994 08:00:61 GMT',
    'Sun, 00 Nov 1994 08:49:37 GMT',
    'Sun, 31 Nov 1994 08:49:37 GMT',
    'Wed, 29 Feb 2023 08:49:37 GMT',
    'Sun, 06 Foo 1994 08:49:37 GMT',
    'Sun, 06-Nov-94 08:49:37 GMT',
    'Sun Nov 6 08:49:37 1994',
    'Sun Nov 06 08:49:37 1994 GMT',
  ])('returns undefined for %j', (text) => {
    expect(parseHttpDate(text)).toBeUndefined();
  });

  test('agrees with Date.parse on every IMF-fixdate and asctime date since the year 100', () => {
    fc.assert(
      fc.property(anyTime, fc.boolean(), (seconds, asctime) => {
        const date = new Date(seconds * 1000);
        fc.pre(date.getUTCFullYear() >= 100);
        const imf = date.toUTCString();
        const [day = '', dayOfMonth = '', month = '', year = '', time = ''] = imf.replace(',', '').split(' ');
        const text = asctime ? `${day} ${month} ${dayOfMonth.replace(/^0/, ' ')} ${time} ${year}` : imf;
        expect(parseHttpDate(text)).toBe(Date.parse(asctime ? `${text} GMT` : text));
      }),
      { numRuns: 300 },
    );
  });
});
