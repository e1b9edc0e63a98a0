import { expect, test } from 'vitest';
import { queryOf, simpleText, textOf } from '../src/texts.ts';

test.each([
  [{}, ''],
  [{ a: undefined, b: [] }, ''],
  [
    { a: 'x y', b: 1, c: true, d: new Date(0), e: 5n },
    '?a=x+y&b=1&c=true&d=1970-01-01T00%3A00%3A00.000Z&e=5',
  ],
  [{ a: ['x', 'y,z', undefined] }, '?a=x&a=y%2Cz'],
  [
    { a: { b: 1, c: ['x', 'y'], d: { e: '' }, f: undefined } },
    '?a%5Bb%5D=1&a%5Bc%5D=x&a%5Bc%5D=y&a%5Bd%5D%5Be%5D=',
  ],
])('the query of %o is %s', (query, text) => {
  expect(queryOf(query)).toBe(text);
});

test.each([
  [{ a: null }, 'query "a": expected a string, a number, a boolean or a Date, got null'],
  [{ a: [{ b: 1 }] }, 'query "a": expected a string, a number, a boolean or a Date, got an object'],
  [{ a: { b: null } }, 'query "a[b]"'],
  [{ a: new Map() }, 'got an instance of Map'],
  [{ a: () => 1 }, 'query "a"'],
  [{ a: { 'b]': 1 } }, 'query "a": expected names without brackets, got "b]"'],
])('the query of %o throws', (query, message) => {
  expect(() => queryOf(query)).toThrow(message);
});

test('an array in one string is joined with commas, and an item with a comma throws', () => {
  expect(simpleText('header "a"', ['x', 1])).toBe('x,1');
  expect(simpleText('param "a"', ['x/y', 1], encodeURIComponent)).toBe('x%2Fy,1');
  expect(() => simpleText('header "a"', ['x,y'])).toThrow('header "a": expected items without commas');
});

test('an invalid date throws', () => {
  expect(() => textOf('query "a"', new Date(Number.NaN))).toThrow(RangeError);
});
