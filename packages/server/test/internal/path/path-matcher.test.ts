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
  [undefined, 'Invalid path for a route: expected a pattern'],
  [null, 'got null'],
  [['/a', 7], 'got a list with number in it'],
])('createServer() refuses %o', (path, message) => {
  expect(() => compileRoutePath(path as never, rules)).toThrow(message);
});

test('Express 5 makes text of what is not an object', () => {
  const express = createPathRules(false, false, 5);
  expect(compileRoutePath(7 as never, express).matcher.pattern).toBe('7');
  expect(compilePrefix(undefined as never, express)?.match('/undefined')).toBeUndefined();
  expect(() => compileRoutePath({} as never, express)).toThrow('got object');
});

test('a path with dot segments is the path that requests for it have', () => {
  expect(compileRoutePath('/a/../b', rules).matcher.match('/b')).toBeDefined();
  expect(compilePrefix('/%2e/admin', rules)?.match('/admin/x')).toBeDefined();
  expect(compileRoutePath('/:a/../b', rules).matcher.match('/b')).toBeUndefined();
});

test('a percent sign without digits after it is text', () => {
  expect(compileRoutePath('/100%', rules).matcher.match('/100%')).toBeDefined();
});

test('the router is not asked for patterns that it cannot find', () => {
  expect(compileRoutePath(['/a', '/*a-*b'], rules).patterns).toBeUndefined();
  expect(compileRoutePath('', rules).patterns).toHaveLength(1);
});
