import { expect, test } from 'vitest';
import { gatherObjects } from '../src/json-schema/coercion.ts';

const names = new Set(['filter', 'sort']);

test.each([
  [
    { 'filter[a]': '1', 'filter[b]': ['2', '3'], page: '1' },
    { page: '1', filter: { a: '1', b: ['2', '3'] } },
  ],
  [
    { 'filter[a][b]': '1', 'filter[a][c]': '2', 'sort[a]': 'x' },
    { filter: { a: { b: '1', c: '2' } }, sort: { a: 'x' } },
  ],
  [{ 'filter[a]': undefined }, { filter: { a: undefined } }],
  [{ 'filter[]': '1' }, { filter: { '': '1' } }],
  [{ 'filter[constructor]': '1' }, { filter: { constructor: '1' } }],
])('%j becomes %j', (query, gathered) => {
  expect(gatherObjects(query, names)).toStrictEqual(gathered);
});

test.each([
  {},
  { 'other[a]': '1' },
  { 'filter[a': '1', 'filter]a[': '1', 'filter[a]b': '1', '[a]': '1', 'filter[[a]]': '1' },
  { filter: 'x', 'filter[a]': '1' },
  { [`filter${'[a]'.repeat(40)}`]: '1' },
])('%j stays as it is', (query) => {
  expect(gatherObjects(query, names)).toEqual(query);
});

test('a name that is both an object and a value keeps both', () => {
  expect(gatherObjects({ 'filter[a]': '1', 'filter[a][b]': '2' }, names)).toEqual({
    filter: { a: '1' },
    'filter[a][b]': '2',
  });
});

test('neither a prototype nor the query is changed', () => {
  const query = Object.freeze({ 'filter[__proto__][admin]': 'true', 'filter[a]': '1' });
  const { filter } = gatherObjects(query, names) as { filter: Record<string, unknown> };
  expect(Object.getPrototypeOf(filter)).toBe(Object.prototype);
  expect(Object.entries(filter)).toEqual([
    ['__proto__', { admin: 'true' }],
    ['a', '1'],
  ]);
  expect(({} as { admin?: unknown }).admin).toBeUndefined();
});
