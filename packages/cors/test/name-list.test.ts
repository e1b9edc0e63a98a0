import { expect, test } from 'vitest';
import { methodList, nameList } from '../src/name-list.ts';

test('names are joined as they are', () => {
  expect(nameList('exposedHeaders', ['X-A', ' x-b '], false)).toBe('X-A,x-b');
  expect(nameList('exposedHeaders', 'X-A , x-b', false)).toBe('X-A,x-b');
  expect(nameList('exposedHeaders', [], true)).toBeUndefined();
});

test("'*' is a name where there are no credentials", () => {
  expect(nameList('exposedHeaders', '*', false)).toBe('*');
  expect(() => nameList('exposedHeaders', '*', true)).toThrow(/literally/);
});

test('methods are in upper case', () => {
  expect(methodList('GET, QUERY', true)).toBe('GET,QUERY');
  expect(() => methodList(['Patch'], true)).toThrow(/expected "PATCH"/);
});
