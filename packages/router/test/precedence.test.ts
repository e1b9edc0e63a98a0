import { createMatcher, createRouter, type Matcher, PatternError } from '@nextpress/router';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { path, pattern } from './arbitrary.ts';

const settings = fc.record({ caseSensitive: fc.boolean(), strict: fc.boolean() });
const patterns = fc.array(pattern, { minLength: 1, maxLength: 8 });
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

test('by registration a router answers as a list of matchers tried in order', () => {
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
    { numRuns: 1_000 },
  );
}, 60_000);

test('by specificity the answer is one of the matches and does not depend on the order', () => {
  fc.assert(
    fc.property(patterns, paths, settings, (sources, requests, options) => {
      const accepted = createRouter<string>(options);
      const list = matchersOf(sources, options).filter(({ source }) => {
        try {
          accepted.add('GET', source, source);
          return true;
        } catch {
          return false;
        }
      });
      const reversed = createRouter<string>(options);
      for (const { source } of list.toReversed()) reversed.add('GET', source, source);
      for (const request of requests) {
        const wanted = list
          .filter(({ matcher }) => matcher.match(request) !== undefined)
          .map(({ source }) => source);
        const found = accepted.find('GET', request)?.value;
        expect(wanted.includes(found ?? ''), request).toBe(wanted.length > 0);
        expect(reversed.find('GET', request)?.value, request).toBe(found);
        expect(new Set(accepted.findAll('GET', request).map(({ value }) => value))).toEqual(new Set(wanted));
        expect(accepted.findAll('GET', request)[0]?.value).toBe(found);
      }
    }),
    { numRuns: 1_000 },
  );
}, 60_000);
