import { createMatcher, createRouter, type Matcher, PatternError } from '@nextpress/router';
import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePattern } from '../src/internal/pattern/compile-pattern.ts';
import { path, pattern, richPattern } from './arbitrary.ts';

const settings = fc.record({ caseSensitive: fc.boolean(), strict: fc.boolean() });
const patterns = fc.array(richPattern, { minLength: 1, maxLength: 8 });
const paths = fc.array(path, { minLength: 5, maxLength: 20 });

/** The patterns that are valid, each with a matcher of its own. */
function matchersOf(sources: readonly string[], options: object): { source: string; matcher: Matcher }[] {
  return sources.flatMap((source) => {
    try {
      return [{ source, matcher: createMatcher(source, options) }];
    } catch (error) {
      if (error instanceof PatternError) return [];
      throw error;
    }
  });
}

test('find returns the same match as matchers tried in order when precedence is registration', () => {
  fc.assert(
    fc.property(patterns, paths, settings, (sources, requests, options) => {
      const list = matchersOf(sources, options);
      const router = createRouter<number>({ ...options, precedence: 'registration' });
      for (const [index, { source }] of list.entries()) router.add('GET', source, index);
      for (const request of requests) {
        const wanted = list.flatMap(({ source, matcher }, value) => {
          const match = matcher.match(request);
          return match === undefined ? [] : [{ value, params: match.params, pattern: source }];
        });
        const found = router.find('GET', request);
        expect(found && { value: found.value, params: found.params }, request).toEqual(
          wanted[0] && { value: wanted[0].value, params: wanted[0].params },
        );
        // A route of several forms is listed once for each that matches.
        const all = router.findAll('GET', request).map(({ value }) => value);
        expect([...new Set(all)], request).toEqual(wanted.map(({ value }) => value));
      }
    }),
    { numRuns: caseCount(1_000) },
  );
});

/** Adds each pattern that is no duplicate of one before it; the values are the patterns. */
function routerOf(list: readonly string[], options: object) {
  const router = createRouter<string>(options);
  const accepted = list.filter((source) => {
    try {
      router.add('GET', source, source);
      return true;
    } catch (error) {
      if (error instanceof PatternError) return false;
      throw error;
    }
  });
  return { router, accepted };
}

test('routesFor returns the routes whose matchers match, whatever their methods', () => {
  const methods = fc.array(fc.constantFrom('GET', 'PUT', '*'), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(patterns, methods, paths, settings, (sources, chosen, requests, options) => {
      const list = matchersOf(sources, options);
      const router = createRouter<number>({ ...options, precedence: 'registration' });
      for (const [at, { source }] of list.entries()) router.add(chosen[at] as string, source, at);
      for (const request of requests) {
        const wanted = router.routes().filter((_, at) => list[at]?.matcher.match(request) !== undefined);
        expect(router.routesFor(request), request).toEqual(wanted);
      }
    }),
    { numRuns: caseCount(1_000) },
  );
});

test('find returns the first match of findAll when precedence is specificity', () => {
  fc.assert(
    fc.property(patterns, paths, settings, (sources, requests, options) => {
      const { router, accepted } = routerOf(sources, options);
      const list = matchersOf(accepted, options);
      for (const request of requests) {
        const wanted = list
          .filter(({ matcher }) => matcher.match(request) !== undefined)
          .map(({ source }) => source);
        const all = router.findAll('GET', request).map(({ value }) => value);
        expect(new Set(all), request).toEqual(new Set(wanted));
        expect(router.find('GET', request)?.value, request).toBe(all[0]);
      }
    }),
    { numRuns: caseCount(1_000) },
  );
});

/** Whether no segment is divided among captures: such patterns can be equally specific and match one path. */
function isUndivided(source: string): boolean {
  const options = { caseSensitive: true, strict: true, canonicalize: undefined, lenient: false };
  return compilePattern(source, options).every(({ steps }) =>
    steps.every(
      (step) => step.kind !== 'until' && (step.kind !== 'composite' || step.separators.length === 1),
    ),
  );
}

test('find ignores the order of registration when no two routes are equally specific', () => {
  fc.assert(
    fc.property(
      fc.array(pattern, { minLength: 1, maxLength: 8 }),
      paths,
      settings,
      (sources, requests, options) => {
        const valid = matchersOf(sources, options).map(({ source }) => source);
        const { router, accepted } = routerOf(valid.filter(isUndivided), options);
        const reversed = routerOf(accepted.toReversed(), options).router;
        for (const request of requests) {
          expect(reversed.find('GET', request)?.value, request).toBe(router.find('GET', request)?.value);
        }
      },
    ),
    { numRuns: caseCount(1_000) },
  );
});

test.each([
  ['/:a(\\d+)', '/:b(\\w+)', '/7'],
  ['/:a-:b', '/:a.:b', '/x-y.z'],
])('find returns the first added of %s and %s, which are equally specific', (one, other, request) => {
  expect(routerOf([one, other], {}).router.find('GET', request)?.value).toBe(one);
  expect(routerOf([other, one], {}).router.find('GET', request)?.value).toBe(other);
});

test.each(['', '/:id', '/*rest/x'])(
  'find prefers the exact match of slashes after "%s" to one that ignores a slash',
  (start) => {
    const router = createRouter<string>({ strict: false });
    router
      .add('GET', `${start}/{b}`, 'one')
      .add('GET', `${start}//{b}`, 'two')
      .add('GET', `${start}///{b}`, 'three');
    const path = start.replace(':id', '7').replace('*rest', 'a');
    expect(router.findAll('GET', `${path}/`).map(({ value }) => value)).toEqual(['one']);
    expect(router.findAll('GET', `${path}//`).map(({ value }) => value)).toEqual(['two', 'one']);
    expect(router.find('GET', `${path}///`)?.value).toBe('three');
  },
);
