import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRawHeaders } from '../../../src/internal/head/raw-headers.ts';
import { fields, linesOf, rawHeadersOf } from '../arbitrary-headers.ts';

describe('parseRawHeaders', () => {
  test('returns names as sent and values without the spaces around them', () => {
    fc.assert(
      fc.property(fields, fc.string({ maxLength: 5 }), (list, before) => {
        expect(parseRawHeaders(before + linesOf(list), before.length)).toEqual(rawHeadersOf(list));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['', ''],
    [' ', ''],
    [' \t ', ''],
    [' a', 'a'],
    ['\ta\t', 'a'],
    ['  a  b  ', 'a  b'],
    [' a:b', 'a:b'],
    [' \xa0a\xa0', '\xa0a\xa0'],
    ['\xff', '\xff'],
  ])('reads the value %j as %j', (written, value) => {
    expect(parseRawHeaders(`X:${written}\r\n\r\n`, 0)).toEqual(['X', value]);
  });

  test('finds nothing before an empty line', () => {
    expect(parseRawHeaders('\r\n', 0)).toEqual([]);
  });
});
