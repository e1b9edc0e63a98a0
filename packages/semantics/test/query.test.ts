import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuery, type Query } from '../src/query.ts';

/** The query's own entries, in order. */
const entriesOf = (query: Query): [string, string | string[]][] => Object.entries(query);

describe('parseQuery', () => {
  test.each([
    ['', []],
    ['?', []],
    ['&&', []],
    ['a', [['a', '']]],
    ['a=', [['a', '']]],
    ['=a', [['', 'a']]],
    ['=', [['', '']]],
    [
      '?a=1&b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'a=1&b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['??a=1', [['?a', '1']]],
    ['a=b=c', [['a', 'b=c']]],
    ['a=1&a=2&a=3', [['a', ['1', '2', '3']]]],
    ['a=1&%61=2', [['a', ['1', '2']]]],
    ['a+b=c+d', [['a b', 'c d']]],
    ['a=%2B%26%3D%3F', [['a', '+&=?']]],
    ['a%3D=1', [['a=', '1']]],
    [
      'a[b]=1&a[]=2&a.b=3',
      [
        ['a[b]', '1'],
        ['a[]', '2'],
        ['a.b', '3'],
      ],
    ],
    ['a;b=1', [['a;b', '1']]],
    ['a=%', [['a', '%']]],
    ['a=%4', [['a', '%4']]],
    ['a=%zz%41', [['a', '%zzA']]],
    ['a=%%41', [['a', '%A']]],
    ['a=%c3%a9', [['a', 'é']]],
    ['a=\u00c3\u00a9', [['a', 'é']]],
    ['a=%ff', [['a', '\ufffd']]],
    ['a=%e2%82', [['a', '\ufffd']]],
    ['a=%ef%bb%bfx', [['a', '\ufeffx']]],
    ['a=%00', [['a', '\0']]],
    ['a=漢', [['a', '漢']]],
    ['a=b#c', [['a', 'b#c']]],
  ])('reads %j', (search, entries) => {
    expect(entriesOf(parseQuery(search))).toEqual(entries);
  });

  test('reads the names of inherited properties like any other', () => {
    const query = parseQuery('__proto__=1&constructor=2&toString=3&hasOwnProperty=4&__proto__=5');
    expect(entriesOf(query)).toEqual([
      ['__proto__', ['1', '5']],
      ['constructor', '2'],
      ['toString', '3'],
      ['hasOwnProperty', '4'],
    ]);
    expect(({} as Record<string, unknown>).toString).toBe(Object.prototype.toString);
  });

  test('returns an object without inherited properties', () => {
    const query = parseQuery('a=1');
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf']) {
      expect(query[name]).toBeUndefined();
      expect(name in query).toBe(false);
    }
  });

  test('parses at most maxKeys pairs, by default 1000', () => {
    const search = Array.from({ length: 1001 }, (_, index) => `k${index}=`).join('&');
    expect(Object.keys(parseQuery(search))).toHaveLength(1000);
    expect(Object.keys(parseQuery(search, { maxKeys: Number.POSITIVE_INFINITY }))).toHaveLength(1001);
    expect(entriesOf(parseQuery('a&b&c', { maxKeys: 2 }))).toEqual([
      ['a', ''],
      ['b', ''],
    ]);
    expect(parseQuery('a&a&a', { maxKeys: 2 }).a).toEqual(['', '']);
    expect(entriesOf(parseQuery('&&a&&b', { maxKeys: 1 }))).toEqual([['a', '']]);
  });

  test.each([0, -1, 1.5, Number.NaN, Number.NEGATIVE_INFINITY])('throws when maxKeys is %s', (maxKeys) => {
    expect(() => parseQuery('', { maxKeys })).toThrow(TypeError);
  });

  test('agrees with URLSearchParams on every ASCII query', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'a',
        'b',
        '=',
        '&',
        '+',
        '%',
        '%20',
        '%2B',
        '%c3',
        '%a9',
        '%C3%A9',
        '%ff',
        '%zz',
        '%4',
        '__proto__',
        '1',
        '0',
      ),
      fc.integer({ min: 0, max: 0x7f }).map((code) => String.fromCharCode(code)),
      fc.integer({ min: 0, max: 0xff }).map((code) => `%${code.toString(16).padStart(2, '0')}`),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const search = pieces.join('');
        const theirs = new URLSearchParams(search);
        const query = parseQuery(search);
        expect(Object.keys(query).sort()).toEqual([...new Set(theirs.keys())].sort());
        for (const [name, value] of entriesOf(query)) {
          const all = theirs.getAll(name);
          expect(value).toEqual(all.length === 1 ? all[0] : all);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('parses what URLSearchParams formats', () => {
    const pair = fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.uniqueArray(pair, { selector: ([name]) => name }), (pairs) => {
        const query = parseQuery(new URLSearchParams(pairs).toString());
        for (const [name, value] of pairs) expect(query[name]).toBe(value);
        expect(Object.keys(query)).toHaveLength(pairs.length);
      }),
    );
  });
});
