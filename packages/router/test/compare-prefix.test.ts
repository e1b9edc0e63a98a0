import { comparePrefix, createMatcher, PatternError } from '@nextpress/router';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { path, pattern } from './arbitrary.ts';

test.each([
  ['/', '/anything/:x', 'always'],
  ['/users', '/users', 'always'],
  ['/users', '/users/:id', 'always'],
  ['/users', '/users/*', 'always'],
  ['/users', '/usersx/:id', 'never'],
  ['/users', '/:a/b', 'sometimes'],
  ['/users', '/*all', 'sometimes'],
  ['/:x', '/users/:id', 'always'],
  ['/:x', '/', 'never'],
  ['/a/:x', '/a', 'never'],
  ['/a/:x(\\d+)', '/a/:y(\\d+)/b', 'always'],
  ['/a/:x(\\d+)', '/a/:y/b', 'sometimes'],
  ['/a/:x(\\d+)', '/a/7/b', 'always'],
  ['/files/*p', '/files/:a/b', 'always'],
  ['/files/*p', '/files/*q', 'always'],
  ['/x/b', '/:a/c', 'never'],
  ['/a{/b}', '/a/:x', 'always'],
  ['/a/b', '/a{/b}', 'sometimes'],
] as const)('%s applies to %s: %s', (prefix, route, wanted) => {
  expect(comparePrefix(prefix, route)).toBe(wanted);
});

test('case and canonical form are those of the options', () => {
  expect(comparePrefix('/A', '/a/:x')).toBe('never');
  expect(comparePrefix('/A', '/a/:x', { caseSensitive: false })).toBe('always');
  expect(comparePrefix('/é', '/%C3%A9/:x', { canonicalize: encodeURI })).toBe('never');
  expect(comparePrefix('/é', '/é/:x', { canonicalize: encodeURI })).toBe('always');
});

test('what it is certain of holds for every path', () => {
  fc.assert(
    fc.property(
      pattern,
      pattern,
      fc.array(path, { minLength: 5, maxLength: 20 }),
      fc.boolean(),
      fc.boolean(),
      (prefix, route, paths, caseSensitive, strict) => {
        const options = { caseSensitive, strict };
        try {
          const relation = comparePrefix(prefix, route, options);
          if (relation === 'sometimes') return;
          const applies = createMatcher(prefix, { ...options, end: false });
          const matches = createMatcher(route, options);
          for (const each of paths.filter((candidate) => matches.match(candidate))) {
            const held = (applies.match(each) !== undefined) === (relation === 'always');
            expect(held, `${prefix} applies to ${route} ${relation}, but what of ${each}?`).toBe(true);
          }
        } catch (error) {
          if (!(error instanceof PatternError)) throw error;
        }
      },
    ),
    { numRuns: 4_000 },
  );
}, 60_000);
