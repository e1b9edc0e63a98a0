import { comparePrefix, createExpressMatcher, createMatcher, PatternError } from '@nextpress/router';
import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { path, richPattern as pattern, pattern4 } from './arbitrary.ts';

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
] as const)('comparePrefix(%j, %j) returns %j', (prefix, route, wanted) => {
  expect(comparePrefix(prefix, route)).toBe(wanted);
});

test('comparePrefix follows caseSensitive and canonicalize', () => {
  expect(comparePrefix('/A', '/a/:x')).toBe('never');
  expect(comparePrefix('/A', '/a/:x', { caseSensitive: false })).toBe('always');
  expect(comparePrefix('/é', '/%C3%A9/:x', { canonicalize: encodeURI })).toBe('never');
  expect(comparePrefix('/é', '/é/:x', { canonicalize: encodeURI })).toBe('always');
});

test('covers returns always or never only if that holds for every path', () => {
  const options = fc.record({ caseSensitive: fc.boolean(), strict: fc.boolean() });
  fc.assert(
    fc.property(
      pattern,
      pattern,
      fc.array(path, { minLength: 5, maxLength: 20 }),
      options,
      options,
      (prefix, route, paths, ofPrefix, ofRoute) => {
        try {
          const applies = createMatcher(prefix, { ...ofPrefix, end: false });
          const matches = createMatcher(route, ofRoute);
          const relation = applies.covers(matches);
          if (relation === 'sometimes') return;
          for (const each of paths.filter((candidate) => matches.match(candidate))) {
            const held = (applies.match(each) !== undefined) === (relation === 'always');
            expect(held, `${prefix} applies to ${route} ${relation}, but what of ${each}?`).toBe(true);
          }
        } catch (error) {
          if (!(error instanceof PatternError)) throw error;
        }
      },
    ),
    { numRuns: caseCount(6_000) },
  );
});

const written = fc.oneof(
  fc.constantFrom('/', '/a', '/A', '/a/', '/a/b', '/ab', '/a-b', '/a.b'),
  pattern,
  pattern4,
);

test('covers returns always or never only if that holds for every path, for Express patterns', () => {
  const found = { always: 0, never: 0, sometimes: 0 };
  fc.assert(
    fc.property(
      written,
      written,
      fc.constantFrom(4 as const, 5 as const),
      fc.record({ caseSensitive: fc.boolean(), strict: fc.boolean() }),
      fc.array(path, { minLength: 5, maxLength: 20 }),
      (prefix, route, version, options, paths) => {
        try {
          const applies = createExpressMatcher(prefix, { ...options, version, strict: false, end: false });
          const matches = createExpressMatcher(route, { ...options, version });
          const relation = applies.covers(matches);
          found[relation]++;
          if (relation === 'sometimes') return;
          for (const each of [...paths, ...matches.samplePaths()].filter((one) => matches.match(one))) {
            const held = (applies.match(each) !== undefined) === (relation === 'always');
            expect(held, `${prefix} applies to ${route} ${relation}, but what of ${each}?`).toBe(true);
          }
        } catch (error) {
          if (!(error instanceof PatternError)) throw error;
        }
      },
    ),
    { numRuns: caseCount(6_000) },
  );
  expect(Math.min(...Object.values(found))).toBeGreaterThan(50);
});

test.each([
  ['/admin', '/admin/users', 'always'],
  ['/admin', '/admin', 'always'],
  ['/admin', '/Admin/:id', 'always'],
  ['/admin', '/admin:id', 'sometimes'],
  ['/admin', '/admin-:id', 'never'],
  ['/admin', '/a*', 'sometimes'],
  ['/admin', '/api/v[12]', 'sometimes'],
  ['/admin', '/(admin|api)/:id', 'sometimes'],
  ['/', '/(a|b)/:id', 'always'],
  ['/:x', '/a', 'sometimes'],
] as const)('a prefix %j of Express 4 covers %j %s', (prefix, route, wanted) => {
  const options = { version: 4, caseSensitive: false, strict: false } as const;
  const applies = createExpressMatcher(prefix, { ...options, end: false });
  expect(applies.covers(createExpressMatcher(route, options))).toBe(wanted);
});

test('covers returns sometimes when the matchers read patterns differently', () => {
  const prefix = createMatcher('/a', { end: false });
  expect(prefix.covers(createMatcher('/a/:x'))).toBe('always');
  expect(prefix.covers(createMatcher('/A/:x', { caseSensitive: false }))).toBe('sometimes');
  expect(prefix.covers(createMatcher('/a/:x', { canonicalize: encodeURI }))).toBe('sometimes');
  expect(prefix.covers(createMatcher('/a/:x', { strict: false }))).toBe('sometimes');
  expect(prefix.covers(createMatcher('/a/:x', { end: false }))).toBe('sometimes');
});

test('covers compares a prefix that ignores a trailing slash with strict routes', () => {
  const prefix = createMatcher('/a/', { end: false, strict: false });
  expect(prefix.covers(createMatcher('/a'))).toBe('always');
  expect(prefix.covers(createMatcher('/a/:x'))).toBe('always');
  expect(prefix.covers(createMatcher('/b/:x'))).toBe('never');
});

test('covers throws for a matcher of whole paths', () => {
  expect(() => createMatcher('/a').covers(createMatcher('/a'))).toThrow(/"\/a".*`end: false`/);
});
