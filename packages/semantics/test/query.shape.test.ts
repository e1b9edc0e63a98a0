import { isFast, sameShape } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { parseQuery } from '../src/query.ts';

test('a query has fast properties', () => {
  expect(isFast(parseQuery(''))).toBe(true);
  expect(isFast(parseQuery('?page=2&size=50'))).toBe(true);
  expect(isFast(Object.create(null) as object)).toBe(false);
});

test('two queries with the same names in the same order share a shape', () => {
  expect(sameShape(parseQuery('?page=2&size=50'), parseQuery('?page=3&size=%31'))).toBe(true);
});
