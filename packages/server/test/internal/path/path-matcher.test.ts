import { createMatcher } from '@nextpress/router';
import { expect, test } from 'vitest';
import { compilePrefix, compileRoutePath } from '../../../src/internal/path/path-matcher.ts';
import { createPathRules } from '../../../src/internal/path/path-rules.ts';

const rules = createPathRules(false, false);

test('of a list the first that matches counts', () => {
  const { matcher, patterns } = compileRoutePath(['/a/:x', ['/:y/b', '/c']], rules);
  expect(patterns?.map(({ pattern }) => pattern)).toEqual(['/a/:x', '/:y/b', '/c']);
  expect({ ...matcher.match('/a/b')?.params }).toEqual({ x: 'b' });
  expect({ ...matcher.match('/z/b')?.params }).toEqual({ y: 'z' });
  expect(matcher.match('/z')).toBeUndefined();
});

test('with a regular expression in it, no table can find a path', () => {
  expect(compileRoutePath(['/a', /b/], rules).patterns).toBeUndefined();
  expect(compileRoutePath(/b/, rules).patterns).toBeUndefined();
});

test('a prefix of every path is none; in a list / stands for itself', () => {
  expect(compilePrefix('/', rules)).toBeUndefined();
  expect(compilePrefix('', rules)).toBeUndefined();
  const inList = compilePrefix(['/'], rules);
  expect(inList?.match('/')?.length).toBe(1);
  expect(inList?.match('/a')).toBeUndefined();
});

test('a list covers what one of it covers', () => {
  const list = compilePrefix(['/a', '/b/c'], rules);
  const covers = (path: string): unknown => list?.covers(createMatcher(path, rules));
  expect([covers('/a/x'), covers('/b/:x'), covers('/c')]).toEqual(['always', 'sometimes', 'never']);
  expect(compilePrefix([], rules)?.covers(createMatcher('/a', rules))).toBe('never');
});

test.each([
  [undefined, 'the path of a route is undefined: write a pattern'],
  [null, 'the path of a route is null'],
  [['/a', 7], 'the path of a route is a list with number in it'],
  ['/a/../b', '"/a/../b" has a dot segment'],
])('%o is refused', (path, message) => {
  expect(() => compileRoutePath(path as never, rules)).toThrow(message);
});
