import fc from 'fast-check';
import rangeParser from 'range-parser';
import { describe, expect, test } from 'vitest';
import { combineRanges, parseRange } from '../src/range.ts';

describe('parseRange', () => {
  test.each([
    ['bytes=0-4', [{ start: 0, end: 4 }]],
    ['Bytes=0-4', [{ start: 0, end: 4 }]],
    ['bytes=0-0', [{ start: 0, end: 0 }]],
    ['bytes=5-', [{ start: 5, end: 9 }]],
    ['bytes=-3', [{ start: 7, end: 9 }]],
    ['bytes=-99', [{ start: 0, end: 9 }]],
    ['bytes=8-99', [{ start: 8, end: 9 }]],
    ['bytes=0-99999999999999999999999', [{ start: 0, end: 9 }]],
    [
      'bytes= 0-1 ,\t3-4',
      [
        { start: 0, end: 1 },
        { start: 3, end: 4 },
      ],
    ],
    [
      'bytes=,0-1,,3-4,',
      [
        { start: 0, end: 1 },
        { start: 3, end: 4 },
      ],
    ],
    [
      'bytes=3-4,0-1',
      [
        { start: 3, end: 4 },
        { start: 0, end: 1 },
      ],
    ],
    ['bytes=20-30,0-1', [{ start: 0, end: 1 }]],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=99999999999999999999999-', 'unsatisfiable'],
    ['bytes=4-2', undefined],
    ['bytes=0-1,4-2', undefined],
    ['bytes=-', undefined],
    ['bytes=--1', undefined],
    ['bytes=1', undefined],
    ['bytes=a-b', undefined],
    ['bytes=1-2-3', undefined],
    ['bytes=1 - 2', undefined],
    ['bytes=+1-2', undefined],
    ['bytes=1.0-2', undefined],
    ['bytes=0x1-2', undefined],
    ['bytes=', undefined],
    ['bytes', undefined],
    ['bytes = 0-5', undefined],
    ['bytes =0-5', undefined],
    ['', undefined],
    ['items=0-1', undefined],
  ])('parses %j for ten bytes', (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected);
  });

  test('returns unsatisfiable for an empty representation, and ignores a suffix range of it', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseRange('bytes=-0', 0)).toBe('unsatisfiable');
    expect(parseRange('bytes=-5', 0)).toBeUndefined();
  });

  test('ignores a header with more ranges than maxRanges, including unsatisfiable ones', () => {
    expect(parseRange('bytes=0-0,1-1,2-2', 10, { maxRanges: 2 })).toBeUndefined();
    expect(parseRange('bytes=0-0,99-', 10, { maxRanges: 1 })).toBeUndefined();
    expect(parseRange('bytes=0-0,1-1', 10, { maxRanges: 2 })).toHaveLength(2);
    expect(parseRange(`bytes=${'0-0,'.repeat(16)}`, 10)).toHaveLength(16);
    expect(parseRange(`bytes=${'0-0,'.repeat(17)}`, 10)).toBeUndefined();
  });

  test.each([-1, 1.5, Number.NaN])('throws when the size or maxRanges is %s', (value) => {
    expect(() => parseRange('bytes=0-', value)).toThrow('Invalid size: expected an integer of at least 0');
    expect(() => parseRange('bytes=0-', 10, { maxRanges: value })).toThrow(TypeError);
  });

  // Intended differences: range-parser accepts `end < start` and whitespace around the dash, which are invalid, and
  // rejects a suffix longer than the representation, which means all of it (RFC 9110 §14.1.2).
  test('agrees with the range-parser package on valid headers', () => {
    const size = 50;
    const range = fc.oneof(
      fc.tuple(fc.nat(80), fc.nat(80)).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
      fc.nat(80).map((start) => `${start}-`),
      fc.nat(size).map((suffix) => `-${suffix}`),
    );
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 6 }), (ranges) => {
        const header = `bytes=${ranges.join(', ')}`;
        const theirs = rangeParser(size, header);
        expect(parseRange(header, size)).toEqual(
          theirs === -1 ? 'unsatisfiable' : [...(theirs === -2 ? [] : theirs)],
        );
      }),
      { numRuns: 500 },
    );
  });

  test('returns only ranges within the representation', () => {
    const piece = fc.constantFrom('0', '1', '9', '-', ',', ' ', '00', '18446744073709551616');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), fc.nat(20), (pieces, size) => {
        const ranges = parseRange(`bytes=${pieces.join('')}`, size);
        if (ranges === undefined || ranges === 'unsatisfiable') return;
        expect(ranges.length).toBeGreaterThan(0);
        for (const { start, end } of ranges) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThan(size);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('combineRanges', () => {
  test('keeps separate ranges in the requested order', () => {
    const apart = [
      { start: 90, end: 99 },
      { start: 0, end: 4 },
      { start: 6, end: 9 },
    ];
    expect(combineRanges(apart)).toEqual(apart);
    expect(combineRanges([])).toEqual([]);
  });

  test('agrees with the range-parser package', () => {
    const range = fc
      .tuple(fc.nat(40), fc.nat(40))
      .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 8 }), (ranges) => {
        const header = `bytes=${ranges.map(({ start, end }) => `${start}-${end}`).join(',')}`;
        const theirs = rangeParser(50, header, { combine: true });
        expect(combineRanges(ranges)).toEqual([...(typeof theirs === 'number' ? [] : theirs)]);
      }),
      { numRuns: 500 },
    );
  });
});
