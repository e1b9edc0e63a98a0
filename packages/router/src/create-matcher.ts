import { TreeBuilder } from './internal/build-tree.ts';
import { compilePattern, type PatternForm } from './internal/compile-pattern.ts';
import { finishTree } from './internal/finish-tree.ts';
import { Leaf } from './internal/leaf.ts';
import { check, checkOptions, type MatchingOptions, matchingOptions } from './internal/matching-options.ts';
import { type Decode, NO_PARAMS, readParams } from './internal/params.ts';
import {
  type PrefixRelation,
  relateForms,
  type SegmentedForm,
  segmentForm,
} from './internal/relate-forms.ts';
import { TreeSearch } from './internal/tree-search.ts';
import type { Params, PatternMatchingOptions } from './router-types.ts';

/** Options of a matcher. */
export interface MatcherOptions extends PatternMatchingOptions {
  /**
   * Whether the pattern has to match the whole path. Otherwise it matches a prefix that ends where a
   * segment does, as Express's `use('/p')`; `/` is then a prefix of every path.
   * @defaultValue true
   */
  readonly end?: boolean;
}

/** What a matcher found. */
export interface MatcherResult {
  /** How much of the path was matched, in UTF-16 code units. */
  readonly length: number;
  readonly params: Params;
}

/** Compares paths with one pattern. */
export interface Matcher {
  readonly pattern: string;
  match(path: string): MatcherResult | undefined;
  /**
   * Tells whether this matcher, made with `end: false`, applies to the paths that another one matches whole.
   *
   * `'always'` and `'never'` are certain; `'sometimes'` is also the answer when it is not worked out. It is not when
   * the two differ in `caseSensitive` or `canonicalize`, when only this one is `strict`, and when the other is
   * a prefix as well or no matcher of {@link createMatcher}.
   *
   * @throws TypeError when this matcher was not made with `end: false`
   */
  covers(other: Matcher): PrefixRelation;
}

/**
 * Compiles one pattern, for a caller that does not need a router.
 *
 * @throws {@link PatternError} when the pattern is bad
 * @throws TypeError when an option is not what it has to be
 *
 * @example
 * import { createMatcher } from '@nextpress/router';
 *
 * const admin = createMatcher('/admin/:area', { end: false });
 * admin.match('/admin/users/7')?.params.area; // => 'users'
 * admin.match('/admin/users/7')?.length; // => 12
 * admin.match('/admins'); // => undefined
 */
export function createMatcher(pattern: string, options: MatcherOptions = {}): Matcher {
  return new TreeMatcher(pattern, options);
}

class TreeMatcher implements Matcher {
  readonly pattern: string;
  readonly #search: TreeSearch<undefined>;
  readonly #decode: Decode;
  readonly #matchesAll: boolean;
  readonly #end: boolean;
  readonly #reading: MatchingOptions;
  readonly #forms: readonly PatternForm[];
  /** The forms again, once the pattern has been compared with another. */
  #segments: readonly SegmentedForm[] | undefined = undefined;
  readonly #matches = (path: string): boolean => this.#search.run(path) !== undefined;

  constructor(pattern: string, options: MatcherOptions) {
    checkOptions(options);
    const { end = true } = options;
    check('pattern', pattern, 'string');
    check('end', end, 'boolean');
    const reading = matchingOptions(options);
    this.pattern = pattern;
    this.#decode = reading.decode;
    this.#end = end;
    this.#reading = reading;
    this.#matchesAll = pattern === '/' && !end;
    const tree = new TreeBuilder<undefined>();
    const forms = compilePattern(pattern, reading);
    this.#forms = forms;
    forms.forEach((form, index) => {
      const leaf = new Leaf(
        { method: '', pattern, value: undefined },
        form.names,
        form.lists,
        NO_PARAMS,
        index,
      );
      tree.plant(form.steps, leaf);
    });
    finishTree(tree.root, !end);
    const captures = Math.max(...forms.map((form) => form.names.length));
    this.#search = new TreeSearch(tree.root, captures, {
      strict: reading.strict,
      fold: !reading.caseSensitive,
      prefix: !end,
    });
  }

  match(path: string): MatcherResult | undefined {
    if (this.#matchesAll) return { length: 0, params: NO_PARAMS };
    const search = this.#search;
    const leaf = search.run(path);
    if (leaf === undefined) return undefined;
    // `decode` may come back here: the length is read before it runs.
    const { length } = search;
    const params = leaf.names.length === 0 ? NO_PARAMS : readParams(leaf, path, search.slots, this.#decode);
    return { length, params };
  }

  covers(other: Matcher): PrefixRelation {
    if (this.#end) {
      const fault = `The matcher of ${JSON.stringify(this.pattern)} is no prefix, so it covers nothing`;
      throw new TypeError(`${fault}: make it with \`end: false\``);
    }
    if (this.#matchesAll) return 'always';
    // A matcher of somebody else's making tells nothing of its pattern.
    if (!(other instanceof TreeMatcher) || !this.#readsAs(other)) return 'sometimes';
    return relateForms(this.#segmented(), this.#matches, other.#segmented(), other.#reading.strict);
  }

  /** Whether the patterns of both can be compared, as the options mean the same in both. */
  #readsAs(other: TreeMatcher): boolean {
    const mine = this.#reading;
    const others = other.#reading;
    const isAsLoose = !mine.strict || others.strict;
    return (
      other.#end &&
      isAsLoose &&
      mine.caseSensitive === others.caseSensitive &&
      mine.canonicalize === others.canonicalize
    );
  }

  #segmented(): readonly SegmentedForm[] {
    this.#segments ??= this.#forms.map(segmentForm);
    return this.#segments;
  }
}
