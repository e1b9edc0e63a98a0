import { createMatcher } from '@nextpress/router';
import { describe, expect, test } from 'vitest';
import { samplePaths } from '../../src/check/sample-paths.ts';

describe('samplePaths', () => {
  test('returns the path itself when it has no captures', () => {
    expect(samplePaths('/users/me')).toEqual(['/users/me']);
  });

  test('keeps and drops optional groups', () => {
    expect(samplePaths('/a{/b{/c}}')).toEqual(expect.arrayContaining(['/a', '/a/b', '/a/b/c']));
  });

  test.each(['/users/:id', '/files/*path', '/:a-:b', '/v:major(\\d+)/x', '/:"odd name"', '/a\\:b'])(
    'returns a path that %s matches',
    (pattern) => {
      const matcher = createMatcher(pattern);
      expect(samplePaths(pattern).some((path) => matcher.match(path) !== undefined)).toBe(true);
    },
  );
});
