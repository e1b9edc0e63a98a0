import { expect, test } from 'vitest';
import { createRegExpMatcher, NO_PREFIX } from '../../../src/internal/path/regexp-matcher.ts';

test.each([
  [/^\/(a)\/(?<name>b)\/(c)$/, '/a/b/c', { 0: 'a', name: 'b', 1: 'c' }],
  [/^\/(?:a)(?=\/)\/(?!x)(b)$/, '/a/b', { 0: 'b' }],
  [/(?<=\/)(a)(?<!\/)$/, '/a', { 0: 'a' }],
  [/^\/\((a)\)[(](b)[)]$/, '/(a)(b)', { 0: 'a', 1: 'b' }],
  [/^\/[[(](a)$/, '/(a', { 0: 'a' }],
  [/^\/(a)?(b)?$/, '/b', { 1: 'b' }],
  [/^\/(.*)$/, '/a%20b', { 0: 'a b' }],
  [/^\/a$/, '/a', {}],
])('%s captures the params of %s', (pattern, path, params) => {
  expect({ ...createRegExpMatcher(pattern, true).match(path)?.params }).toEqual(params);
});

test('a sticky or global pattern is compared from the start of each path', () => {
  for (const pattern of [/\/a/g, /\/a/y]) {
    const matcher = createRegExpMatcher(pattern, true);
    expect(matcher.match('/a')).toBeDefined();
    expect(matcher.match('/a')).toBeDefined();
    expect(pattern.lastIndex).toBe(0);
  }
});

test.each([
  [/^\/a/, '/a/b', 2],
  [/^\/a/, '/a', 2],
  [/^\/a/, '/ab', NO_PREFIX],
  [/b/, '/a/b', NO_PREFIX],
  [/(?:)/, '/a', 0],
])('as a prefix, %s removes from %s %i characters', (pattern, path, length) => {
  expect(createRegExpMatcher(pattern, false).match(path)?.length).toBe(length);
});

test('a prefix of Express 4 may end before a dot', () => {
  const lengthOf = (isExpress4: boolean) =>
    createRegExpMatcher(/^\/a/, false, isExpress4).match('/a.b')?.length;
  expect([lengthOf(true), lengthOf(false)]).toEqual([2, NO_PREFIX]);
});

test('a regular expression returns undefined without a match, and covers paths only sometimes', () => {
  const matcher = createRegExpMatcher(/^\/a$/i, false);
  expect(matcher.match('/b')).toBeUndefined();
  expect(matcher.covers(matcher)).toBe('sometimes');
  expect(matcher.pattern).toBe('/^\\/a$/i');
});
