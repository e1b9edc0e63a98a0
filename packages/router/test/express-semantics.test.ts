import { createMatcher, type Matcher, PatternError } from '@nextpress/router';
import fc from 'fast-check';
import { match } from 'path-to-regexp';
import { expect, test } from 'vitest';
import { path, pattern } from './arbitrary.ts';

const RUNS = 2_000;

/** What Express's `router` does before it hands a pattern on. */
const loosened = (text: string) => (text === '/' ? text : text.replace(/\/+$/, ''));

function expected(source: string, options: { end: boolean; sensitive: boolean; strict: boolean }) {
  const { strict, ...rest } = options;
  try {
    return match(strict ? source : loosened(source), { ...rest, trailing: !strict });
  } catch {
    return undefined;
  }
}

test('createMatcher matches as path-to-regexp 8 for every pattern that both accept', () => {
  fc.assert(
    fc.property(
      pattern,
      fc.array(path, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (source, paths, end, sensitive, strict) => {
        const reference = expected(source, { end, sensitive, strict });
        let matcher: Matcher;
        try {
          matcher = createMatcher(source, { end, caseSensitive: sensitive, strict });
        } catch (error) {
          expect(error).toBeInstanceOf(PatternError);

          return;
        }
        if (source === '/' && !end) return;
        expect(reference, `${source} is refused by path-to-regexp`).toBeDefined();
        if (reference === undefined) return;
        for (const each of paths) {
          const wanted = reference(each);
          const got = matcher.match(each);
          if (wanted === false) expect(got, `${source} on ${each}`).toBeUndefined();
          else {
            expect(
              got && { path: each.slice(0, got.length), params: { ...got.params } },
              `${source} on ${each}`,
            ).toEqual({ path: wanted.path, params: { ...wanted.params } });
          }
        }
      },
    ),
    { numRuns: RUNS },
  );
});
