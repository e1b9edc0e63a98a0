import { createMatcher } from '@nextpress/router';
import { expect, test } from 'vitest';
import { serverDialect } from '../../../src/internal/application/server-dialect.ts';
import { express4 } from '../../../src/internal/express/express4.ts';
import { express5 } from '../../../src/internal/express/express5.ts';
import { compilePrefix, compileRoutePath, createPathRules } from '../../../src/internal/path/path-matcher.ts';

const rules = createPathRules(false, false, serverDialect);

test('compileRoutePath() uses the first match of a list', () => {
  const { matcher, patterns } = compileRoutePath(['/a/:x', ['/:y/b', '/c']], rules);
  expect(patterns?.map(({ pattern }) => pattern)).toEqual(['/a/:x', '/:y/b', '/c']);
  expect({ ...matcher.match('/a/b')?.params }).toEqual({ x: 'b' });
  expect({ ...matcher.match('/z/b')?.params }).toEqual({ y: 'z' });
  expect(matcher.match('/z')).toBeUndefined();
});

test('compileRoutePath() has no patterns for the router when a list contains a regular expression', () => {
  expect(compileRoutePath(['/a', /b/], rules).patterns).toBeUndefined();
  expect(compileRoutePath(/b/, rules).patterns).toBeUndefined();
});

test('compilePrefix() returns undefined for / but not for a list that contains it', () => {
  expect(compilePrefix('/', rules)).toBeUndefined();
  expect(compilePrefix('', rules)).toBeUndefined();
  const inList = compilePrefix(['/'], rules);
  expect(inList?.match('/')?.length).toBe(1);
  expect(inList?.match('/a')).toBeUndefined();
});

test('a list covers the paths that one of its elements covers', () => {
  const list = compilePrefix(['/a', '/b/c'], rules);
  const covers = (path: string): unknown => list?.covers(createMatcher(path, rules));
  expect([covers('/a/x'), covers('/b/:x'), covers('/c')]).toEqual(['always', 'sometimes', 'never']);
  expect(compilePrefix([], rules)?.covers(createMatcher('/a', rules))).toBe('never');
});

test('a list is described by its elements', () => {
  const { matcher } = compileRoutePath(['/a', '/b/*rest', /^\/c$/], rules);
  expect(matcher).toMatchObject({
    captures: true,
    isLiteral: false,
    literalStart: '',
    endsInWildcard: false,
  });
  expect(matcher.samplePaths()).toEqual(['/a', '/b/sample', '/b/deep/er/7.txt']);
  expect(compileRoutePath(['/a', /b/], rules).matcher.captures).toBe(false);
  expect(compilePrefix(['/a/*x', '/*y'], rules)?.endsInWildcard).toBe(true);
});

test.each([
  [undefined, 'Invalid path for a route: expected a pattern'],
  [null, 'got null'],
  [['/a', 7], 'got a list with number in it'],
])('createServer() throws for the path %o', (path, message) => {
  expect(() => compileRoutePath(path as never, rules)).toThrow(message);
});

test('compileRoutePath() converts other primitives to strings for Express 5', () => {
  const express = createPathRules(false, false, express5);
  expect(compileRoutePath(7 as never, express).matcher.pattern).toBe('7');
  expect(compilePrefix(undefined as never, express)?.match('/undefined')).toBeUndefined();
  expect(() => compileRoutePath({} as never, express)).toThrow('got object');
});

test('a pattern with dot segments matches the normalized path', () => {
  expect(compileRoutePath('/a/../b', rules).matcher.match('/b')).toBeDefined();
  expect(compilePrefix('/%2e/admin', rules)?.match('/admin/x')).toBeDefined();
  expect(compileRoutePath('/:a/../b', rules).matcher.match('/b')).toBeUndefined();
  expect(compilePrefix('/x/../b.c', createPathRules(false, false, express4))?.match('/b.c/d')).toBeDefined();
});

test('a percent sign without digits is literal', () => {
  expect(compileRoutePath('/100%', rules).matcher.match('/100%')).toBeDefined();
});

test('compileRoutePath() has no patterns when the router cannot find one of them', () => {
  expect(compileRoutePath(['/a', '/*a-*b'], rules).patterns).toBeUndefined();
  expect(compileRoutePath('', rules).patterns).toHaveLength(1);
});
