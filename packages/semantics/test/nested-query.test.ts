import fc from 'fast-check';
import qs from 'qs';
import { describe, expect, test } from 'vitest';
import { parseNestedQuery } from '../src/nested-query.ts';

const expressOptions = { allowPrototypes: true };

describe('parseNestedQuery', () => {
  test.each([
    ['', {}],
    ['&&=1&', {}],
    ['a', { a: '' }],
    ['a=1&b=two+words&c=%C3%A9', { a: '1', b: 'two words', c: 'é' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a[b]=1&a[c]=2', { a: { b: '1', c: '2' } }],
    ['a%5Bb%5d=1', { a: { b: '1' } }],
    ['a[]=1', { a: ['1'] }],
    ['a[]=1&a=2&a[]=3', { a: ['1', '3', '2'] }],
    ['a[2]=c&a[0]=a', { a: ['a', 'c'] }],
    ['a[20]=x', { a: { 20: 'x' } }],
    ['a[][b]=1&a[][c]=2', { a: [{ b: '1', c: '2' }] }],
    ['a[b]=1&a=2', { a: [{ b: '1' }, '2'] }],
    ['a=1&a[b]=2', { a: ['1', { b: '2' }] }],
    ['a=1&a[0]=2', { a: ['1', '2'] }],
    ['a[b][c][d][e][f][g][h]=1', { a: { b: { c: { d: { e: { f: { '[g][h]': '1' } } } } } } }],
    ['a[b=1', { a: { '[b': '1' } }],
    ['a[b]c[d]=1', { a: { b: { d: '1' } } }],
    ['a[b[c]]=1', { a: { 'b[c]': '1' } }],
    ['[]=1&[]=2', { 0: '1', 1: '2' }],
    ['[a]=1&a=2', { a: ['1', '2'] }],
    ['1[[]=x&1=a', { 1: ['a', { '[[]': 'x' }] }],
    ['a[b]=c]=d', { a: { b: 'c]=d' } }],
    ['a=b]=c', { 'a=b]': 'c' }],
    ['a[toString]=1&hasOwnProperty=2', { a: { toString: '1' }, hasOwnProperty: '2' }],
  ])('reads %j', (text, expected) => {
    expect(parseNestedQuery(text)).toEqual(expected);
    expect(qs.parse(text, expressOptions)).toEqual(expected);
  });

  test.each([
    '__proto__=1',
    '__proto__[x]=1',
    'a[__proto__][x]=1',
    'a[0][__proto__][x]=1',
    '[__proto__][x]=1',
  ])('does not change a prototype for %j', (text) => {
    const query = parseNestedQuery(`${text}&b=1`);
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype);
    expect('x' in {}).toBe(false);
    expect(JSON.stringify(query)).not.toContain('__proto__');
    expect(query).toEqual(qs.parse(`${text}&b=1`, expressOptions));
  });

  test('parses at most parameterLimit pairs, including empty ones', () => {
    expect(parseNestedQuery('a=1&&b=2', { parameterLimit: 2 })).toEqual({ a: '1' });
    expect(
      Object.keys(parseNestedQuery('a=1&b=2&c=3', { parameterLimit: Number.POSITIVE_INFINITY })),
    ).toHaveLength(3);
  });

  test('returns undefined for too many levels with strictDepth', () => {
    expect(parseNestedQuery('a[b][c]=1', { depth: 1, strictDepth: true })).toBeUndefined();
    expect(parseNestedQuery('a[b][c]=1', { depth: 2, strictDepth: true })).toEqual({ a: { b: { c: '1' } } });
    expect(parseNestedQuery('a[b]=1', { depth: 0, strictDepth: true })).toEqual({ 'a[b]': '1' });
  });

  test('keeps every escape of a component if one of them is malformed', () => {
    expect(parseNestedQuery('a%zz%20b=+%FF%20&c=%20')).toEqual({ 'a%zz%20b': ' %FF%20', c: ' ' });
  });

  test.each([
    { depth: -1 },
    { depth: 1001 },
    { depth: Number.POSITIVE_INFINITY },
    { arrayLimit: 1.5 },
    { arrayLimit: Number.NaN },
    { parameterLimit: 0 },
  ])('throws for the limits %j', (limits) => {
    expect(() => parseNestedQuery('a=1', limits)).toThrow(TypeError);
    expect(() => parseNestedQuery('a=1', limits)).toThrow(/expected an integer/);
  });

  const segment = fc.constantFrom(
    '[]',
    '[0]',
    '[1]',
    '[2]',
    '[3]',
    '[7]',
    '[01]',
    '[b]',
    '[b]',
    '[c]',
    '[',
    ']',
    '[[b]]',
    'x',
  );
  const name = fc.tuple(
    fc.constantFrom('a', 'a', 'a', 'b', '', '[a]', '1'),
    fc.array(segment, { maxLength: 4 }),
  );
  const pair = fc
    .tuple(name, fc.constantFrom('', '=', '=x', '=y', '=z', '=]='))
    .map(([[parent, rest], value]) => `${parent}${rest.join('')}${value}`);
  const queries = fc.array(pair, { maxLength: 12 }).map((pairs) => pairs.join('&'));
  const limits = fc.record({
    depth: fc.integer({ min: 0, max: 4 }),
    arrayLimit: fc.constantFrom(0, 1, 2, 3, 5, 20),
    parameterLimit: fc.constantFrom(3, 8, 1000),
  });

  test('agrees with the qs package on every generated query', () => {
    fc.assert(
      fc.property(queries, limits, (text, options) => {
        expect(parseNestedQuery(text, options)).toEqual(qs.parse(text, { ...expressOptions, ...options }));
      }),
      { numRuns: 1000 },
    );
  });
});
