import { createMatcher } from './create-matcher.ts';
import { expectOptions } from './internal/pattern/matching-options.ts';
import type { PrefixRelation } from './internal/pattern/relate-forms.ts';
import type { PatternMatchingOptions } from './router-types.ts';

/**
 * Compares a prefix, as of `use(prefix)`, with the paths that `pattern` matches.
 *
 * `'always'` and `'never'` are certain; `'sometimes'` also means that the comparison is not supported. For many comparisons,
 * create matchers once: `createMatcher(prefix, { end: false }).covers(matcher)`.
 *
 * @throws PatternError if either pattern is invalid
 *
 * @example
 * import { comparePrefix } from '@nextpress/router';
 *
 * comparePrefix('/users', '/users/:id'); // => 'always'
 * comparePrefix('/admin', '/users/:id'); // => 'never'
 * comparePrefix('/users/me', '/users/:id'); // => 'sometimes'
 */
export function comparePrefix(
  prefix: string,
  pattern: string,
  options: PatternMatchingOptions = {},
): PrefixRelation {
  expectOptions(options);
  return createMatcher(prefix, { ...options, end: false }).covers(createMatcher(pattern, options));
}
