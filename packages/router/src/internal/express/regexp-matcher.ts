/** @module Hot: matches Express patterns that the route tree cannot handle. */
import type { Matcher, MatcherResult } from '../../create-matcher.ts';
import type { Params, PatternForm } from '../../router-types.ts';
import type { Decode } from '../pattern/matching-options.ts';
import { PatternMatcher, type PatternReading } from '../pattern/pattern-matcher.ts';
import { compileRegExp } from '../regexp/compile-regexp.ts';
import type { RegExpProgram } from '../regexp/regexp-program.ts';
import type { PathExpression } from './path-expression.ts';

/** How paths are compared, and which params a match has. */
export interface RegExpMatcherOptions extends PatternReading {
  readonly decode: Decode;
  /** Whether a group that did not take part in the match has a param with the value `undefined`, as in Express 4. */
  readonly keepsUnmatched: boolean;
}

type Values = Record<string, string | readonly string[] | undefined>;

/** Matches paths with the regular expression of a pattern, in linear time. */
export class RegExpMatcher extends PatternMatcher implements Matcher {
  readonly isRoutable = false;
  readonly captures: boolean;
  readonly #program: RegExpProgram;
  readonly #expression: PathExpression;
  readonly #options: RegExpMatcherOptions;
  #forms: readonly PatternForm[] | undefined = undefined;

  constructor(pattern: string, expression: PathExpression, options: RegExpMatcherOptions) {
    super(pattern, options);
    this.captures = expression.names.length > 0;
    this.#expression = expression;
    this.#options = options;
    this.#program = compileRegExp(expression.syntax, expression.names.length, options.caseSensitive);
  }

  match(path: string): MatcherResult | undefined {
    const length = this.#program.run(path, 0);
    return length === -1 ? undefined : { length, params: this.#readParams(path) };
  }

  get forms(): readonly PatternForm[] | undefined {
    this.#forms ??= this.#expression.forms();
    return this.#forms;
  }

  #readParams(path: string): Params {
    const { slots } = this.#program;
    const { names, lists } = this.#expression;
    // Read before decoding, because the application's `decode` may match another path.
    const values = names.map((_, at) => {
      const start = slots[2 * at] as number;
      return start === -1 ? undefined : path.slice(start, slots[2 * at + 1]);
    });
    const params: Values = Object.create(null);
    for (const [at, value] of values.entries()) {
      const name = names[at] as string;
      if (value === undefined) {
        if (this.#options.keepsUnmatched && !(name in params)) params[name] = undefined;
      } else params[name] = lists[at] ? value.split('/').map(this.#decode) : this.#decode(value);
    }
    return params as Params;
  }

  readonly #decode = (raw: string): string => (raw.includes('%') ? this.#options.decode(raw) : raw);
}
