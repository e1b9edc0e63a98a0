import { compilePattern, type LoweredForm } from './internal/pattern/compile-pattern.ts';
import {
  expectOptions,
  expectType,
  type MatchingOptions,
  matchingOptions,
  readAlike,
} from './internal/pattern/matching-options.ts';
import { PatternMatcher } from './internal/pattern/pattern-matcher.ts';
import {
  type PrefixRelation,
  relateForms,
  type SegmentedForm,
  segmentForm,
} from './internal/pattern/relate-forms.ts';
import { finishTree } from './internal/tree/finish-tree.ts';
import { Leaf } from './internal/tree/leaf.ts';
import { NO_PARAMS, readParams } from './internal/tree/params.ts';
import { TreeBuilder } from './internal/tree/tree-builder.ts';
import { TreeSearch } from './internal/tree/tree-search.ts';
import type { CompiledPattern, Params, PatternForm, PatternMatchingOptions } from './router-types.ts';

/** Options of a matcher. */
export interface MatcherOptions extends PatternMatchingOptions {
  /**
   * Whether the pattern must match the whole path. Otherwise it matches a prefix of whole segments, like Express's
   * `use('/p')`; `/` is then a prefix of every path.
   * @defaultValue true
   */
  readonly end?: boolean;
}

/** A match of one pattern. */
export interface MatcherResult {
  /** How much of the path was matched, in UTF-16 code units. */
  readonly length: number;
  readonly params: Params;
}

/** Compares paths with one pattern. */
export interface Matcher {
  readonly pattern: string;
  /** Whether matches have params. Those in optional groups may be missing. */
  readonly captures: boolean;
  /** Whether the pattern is only text: `literalStart` and maybe a slash. */
  readonly isLiteral: boolean;
  /**
   * The text that every matching path begins with: canonical, without a trailing slash, in lower case unless the
   * matcher is `caseSensitive`. It may end within a segment, e.g. for `/v:major`.
   */
  readonly literalStart: string;
  /** Whether any matching path may continue with a slash and more text, because of a wildcard. */
  readonly endsInWildcard: boolean;
  /** The pattern in each of its forms; `undefined` for an Express 4 expression that is more than text and captures. */
  readonly forms: readonly PatternForm[] | undefined;
  /** Lists some paths that it matches, with various capture values; none if `forms` is `undefined`. */
  samplePaths(): string[];
  match(path: string): MatcherResult | undefined;
  /**
   * Whether this matcher, created with `end: false`, matches the paths that another matcher matches completely.
   *
   * `'always'` and `'never'` are certain; `'sometimes'` also means that the comparison is not supported: the two differ in
   * `caseSensitive` or `canonicalize`, only this one is `strict`, the other is a prefix, or one of them is not from
   * {@link createMatcher} and this one is more than text.
   *
   * @throws TypeError if this matcher was not created with `end: false`
   */
  covers(other: Matcher): PrefixRelation;
}

/**
 * Compiles one pattern, to match it without a router.
 *
 * @throws PatternError if the pattern is invalid
 * @throws TypeError if an option is invalid
 *
 * @example
 * import { createMatcher } from '@nextpress/router';
 *
 * const admin = createMatcher('/admin/:area', { end: false });
 * admin.match('/admin/users/7')?.params.area; // => 'users'
 * admin.match('/admin/users/7')?.length; // => 12
 * admin.match('/admins'); // => undefined
 *
 * const files = createMatcher('/files{/*path}');
 * files.literalStart; // => '/files'
 * files.endsInWildcard; // => true
 * files.samplePaths(); // => ['/files/sample', '/files/deep/er/7.txt', '/files']
 * files.forms?.map((form) => form.map(({ kind }) => kind)); // => [['text', 'wildcard'], ['text']]
 */
export function createMatcher(pattern: string, options: MatcherOptions = {}): Matcher {
  expectOptions(options);
  expectType('pattern', pattern, 'string');
  return new TreeMatcher(pattern, matchingOptions(options));
}

/** Compiles a pattern, or reuses the forms of a matcher that compiled it with the same options. */
export function compileForms(
  pattern: string | CompiledPattern,
  options: MatchingOptions,
): readonly LoweredForm[] {
  if (typeof pattern === 'string') return compilePattern(pattern, options);
  return TreeMatcher.formsOf(pattern, options) ?? compilePattern(pattern.pattern, options);
}

/** Compares paths by a search of the pattern's forms. */
export class TreeMatcher extends PatternMatcher implements Matcher {
  readonly #options: MatchingOptions;
  readonly #matchesAll: boolean;
  readonly #forms: readonly LoweredForm[];
  /** Built on first match: applications with thousands of routes start faster. */
  #search: TreeSearch<undefined> | undefined = undefined;
  /** Built on first comparison with another pattern. */
  #segments: readonly SegmentedForm[] | undefined = undefined;

  constructor(pattern: string, options: MatchingOptions) {
    super(pattern, options);
    this.#options = options;
    this.#matchesAll = pattern === '/' && !options.end;
    this.#forms = compilePattern(pattern, options);
  }

  static formsOf(matcher: object, options: MatchingOptions): readonly LoweredForm[] | undefined {
    if (!(matcher instanceof TreeMatcher)) return undefined;
    return readAlike(matcher.#options, options) ? matcher.#forms : undefined;
  }

  /** Whether a router with the same options matches the same paths. */
  get isRoutable(): true {
    return true;
  }

  get captures(): boolean {
    return this.#forms.some(({ names }) => names.length > 0);
  }

  get forms(): readonly PatternForm[] {
    return this.#forms.map(({ parts }) => parts);
  }

  match(path: string): MatcherResult | undefined {
    if (this.#matchesAll) return { length: 0, params: NO_PARAMS };
    const search = this.#search ?? this.#searchTree();
    const leaf = search.run(path);
    if (leaf === undefined) return undefined;
    // Read before `decode` runs, which may match another path.
    const { length } = search;
    return { length, params: readParams(leaf, path, search.slots, this.#options.decode) };
  }

  override covers(other: object): PrefixRelation {
    return this.#matchesAll ? 'always' : super.covers(other);
  }

  protected override relate(other: PatternMatcher): PrefixRelation {
    if (!(other instanceof TreeMatcher)) return super.relate(other);
    const matches = (path: string): boolean => this.#searchTree().run(path) !== undefined;
    return relateForms(this.#segmented(), matches, other.#segmented(), other.#options.strict);
  }

  #searchTree(): TreeSearch<undefined> {
    this.#search ??= buildSearch(this.pattern, this.#forms, this.#options);
    return this.#search;
  }

  #segmented(): readonly SegmentedForm[] {
    this.#segments ??= this.#forms.map(segmentForm);
    return this.#segments;
  }
}

function buildSearch(
  pattern: string,
  forms: readonly LoweredForm[],
  { strict, caseSensitive, end }: MatchingOptions,
): TreeSearch<undefined> {
  const tree = new TreeBuilder<undefined>();
  const route = { method: '', pattern, value: undefined };
  for (const [rank, form] of forms.entries()) {
    tree.insert(form.steps, new Leaf(route, form.names, form.lists, rank));
  }
  const captures = Math.max(...forms.map((form) => form.names.length));
  return new TreeSearch(finishTree(tree.root, !end), captures, {
    strict,
    fold: !caseSensitive,
    prefix: !end,
  });
}
