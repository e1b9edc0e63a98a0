import { expect, test } from 'vitest';
import { methodList, nameList } from '../src/name-list.ts';

test('nameList joins names unchanged', () => {
  expect(nameList('exposedHeaders', ['X-A', ' x-b '], false)).toBe('X-A,x-b');
  expect(nameList('exposedHeaders', 'X-A , x-b', false)).toBe('X-A,x-b');
  expect(nameList('exposedHeaders', [], true)).toBeUndefined();
});

test("nameList accepts '*' without credentials", () => {
  expect(nameList('exposedHeaders', '*', false)).toBe('*');
  expect(() => nameList('exposedHeaders', '*', true)).toThrow(/literally/);
});

test('methodList throws for methods in lower case', () => {
  expect(methodList('GET, QUERY', true)).toBe('GET,QUERY');
  expect(() => methodList(['Patch'], true)).toThrow(/expected "PATCH"/);
});
