import { expect, test } from 'vitest';
import { joinPaths, withPrefix } from '../../../src/internal/path/join-paths.ts';
import type { Path } from '../../../src/types/values.ts';

const expression = /a/;

test.each<[prefix: Path, path: Path, joined: Path]>([
  ['', '', '/'],
  ['', '/a', '/a'],
  ['/', '/a', '/a'],
  ['/api', '/', '/api'],
  ['/api/', '/a', '/api/a'],
  ['/api', '{/:id}', '/api{/:id}'],
  ['/api', '/a/', '/api/a/'],
  ['/api', 'a', '/api/a'],
  ['/', 'a', 'a'],
  ['', 'a', 'a'],
  ['/api', expression, expression],
  [expression, '/a', expression],
  [
    ['/a', ['/b', expression]],
    ['/c', '/d'],
    ['/a/c', '/a/d', '/b/c', '/b/d', expression, expression],
  ],
])('joinPaths joins %s and %s', (prefix, path, joined) => {
  expect(joinPaths(prefix, path)).toEqual(joined);
});

test.each<[prefix: string, path: Path, joined: Path]>([
  ['', '', ''],
  ['', expression, expression],
  ['/api', '', '/api'],
  ['/api', 'a', '/api/a'],
  ['/', 'a', '/a'],
  ['/', ['a', ['{/b}', '/', '']], ['/a', '{/b}', '/', '/']],
  ['/api', ['/a', ['/']], ['/api/a', '/api']],
])('withPrefix joins %s and %s', (prefix, path, joined) => {
  expect(withPrefix(prefix, path)).toEqual(joined);
});

test('withPrefix rejects a regular expression in an array', () => {
  expect(() => withPrefix('/api', ['/a', [expression]])).toThrow('got the regular expression /a/');
});
