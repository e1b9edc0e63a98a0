import { createMatcher } from './create-matcher.ts';
import { expectOptions } from './internal/pattern/matching-options.ts';
import type { PrefixRelation } from './internal/pattern/relate-forms.ts';
import type { PatternMatchingOptions } from './router-types.ts';

/**
 * Tells whether `use(prefix)` applies to the paths that `pattern` matches.
 *
 * `'always'` and `'never'` are certain; `'sometimes'` is also the answer when it is not worked out. Many
 * comparisons are cheaper with matchers that are kept: `createMatcher(prefix, { end: false }).covers(matcher)`.
 *
 * @throws {@link PatternError} when either pattern is bad
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
