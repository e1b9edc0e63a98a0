import { createMatcher } from '@nextpress/router';
import { describe, expect, test } from 'vitest';
import { samplePaths } from '../../src/check/sample-paths.ts';

describe('samples of a pattern', () => {
  test('are the path itself where nothing is captured', () => {
    expect(samplePaths('/users/me')).toEqual(['/users/me']);
  });

  test('leave optional groups in and out', () => {
    expect(samplePaths('/a{/b{/c}}')).toEqual(expect.arrayContaining(['/a', '/a/b', '/a/b/c']));
  });

  test.each(['/users/:id', '/files/*path', '/:a-:b', '/v:major(\\d+)/x', '/:"odd name"', '/a\\:b'])(
    'of %s are matched by it, at least one',
    (pattern) => {
      const matcher = createMatcher(pattern);
      expect(samplePaths(pattern).some((path) => matcher.match(path) !== undefined)).toBe(true);
    },
  );
});
