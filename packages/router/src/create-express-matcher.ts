import { type Matcher, type MatcherOptions, TreeMatcher } from './create-matcher.ts';
import { express4Expression } from './internal/express/express4-expression.ts';
import { express5Expression } from './internal/express/express5-expression.ts';
import type { ExpressionOptions, PathExpression } from './internal/express/path-expression.ts';
import { RegExpMatcher, type RegExpMatcherOptions } from './internal/express/regexp-matcher.ts';
import { type MatchingOptions, matchingOptions } from './internal/pattern/matching-options.ts';
import { parsePattern } from './internal/pattern/parse-pattern.ts';
import { RegExpError } from './internal/regexp/parse-regexp.ts';
import { PatternError } from './pattern-error.ts';

/** Options of a matcher for Express patterns. */
export interface ExpressMatcherOptions extends Omit<MatcherOptions, 'lenient'> {
  /** The Express version whose pattern syntax is used. */
  readonly version: 4 | 5;
}

/** A matcher for an Express pattern. */
export interface ExpressMatcher extends Matcher {
  /** Whether a router with the option `lenient` matches the same paths with this pattern. */
  readonly isRoutable: boolean;
}

/**
 * Compiles one Express pattern: for version 5, the syntax of path-to-regexp 8 plus version 4 patterns that are errors
 * there; for version 4, the syntax of path-to-regexp 0.1. All are matched in linear time.
 *
 * @throws PatternError if Express rejects the pattern, or it cannot be matched in linear time
 * @throws TypeError if an option is invalid
 *
 * @example
 * import { createExpressMatcher } from '@nextpress/router';
 *
 * const files = createExpressMatcher('/*dir-*name', { version: 5 });
 * files.match('/a/b-c')?.params.name; // => ['c']
 * const legacy = createExpressMatcher('/users(/page/:page)?', { version: 4 });
 * legacy.match('/users/page/2')?.params.page; // => '2'
 */
export function createExpressMatcher(pattern: string, options: ExpressMatcherOptions): ExpressMatcher {
  const { version } = options;
  const reading = matchingOptions(options, true);
  const { end } = reading;
  const routable = (): ExpressMatcher => new TreeMatcher(pattern, reading);
  const express4 = (): ExpressMatcher =>
    regExpMatcher(pattern, express4Expression, { ...reading, keepsUnmatched: version === 4 });
  const express5 = (): ExpressMatcher =>
    regExpMatcher(pattern, express5Expression, { ...reading, keepsUnmatched: false });
  const isOptional = pattern.includes('?');
  const isPlain = PLAIN.test(pattern) && !OPTIONAL_START.test(pattern) && (end || !reading.strict);
  if (version === 4) {
    // A version 4 prefix includes the slash after it, so that mounted routers see `/x` of `/api//x`. The tree excludes
    // it.
    const isAlike = end && isPlain && !isOptional && pattern !== '/';
    return isAlike ? firstAccepted(routable, express4) : express4();
  }
  if (isPlain && (!isOptional || (end && !reading.strict))) return firstAccepted(routable, express4);
  if (isExpress5(pattern, reading)) return firstAccepted(routable, express5);
  return isExpress4(pattern) ? firstAccepted(express4, routable) : routable();
}

type ReadExpression = (pattern: string, options: ExpressionOptions) => PathExpression;

function regExpMatcher(
  pattern: string,
  read: ReadExpression,
  options: ExpressionOptions & RegExpMatcherOptions,
): ExpressMatcher {
  try {
    return new RegExpMatcher(pattern, read(pattern, options), options);
  } catch (cause) {
    if (!(cause instanceof RegExpError)) throw cause;
    throw new PatternError(pattern, 0, `Invalid pattern: ${cause.message}`);
  }
}

/** Returns the result of `first`, or of `second` if `first` rejects the pattern. */
function firstAccepted(first: () => ExpressMatcher, second: () => ExpressMatcher): ExpressMatcher {
  try {
    return first();
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return second();
  }
}

/** Whole segments with the same meaning in both versions of Express and in a router: text, a parameter, a final wildcard. */
const PLAIN =
  /^(?:\/(?:[\w.~@&',;=-]|%[\dA-F]{2})+|\/:[A-Za-z_]\w*(?:\((?:[\w|-]|\\[dws]|\[(?:[\w-]|\\[dw])+\]|[+?]|\{\d+(?:,\d*)?\})+\))?\??)*(?:\/?\*)?\/?$/;

/** A first segment with an optional part, which Express versions read differently. */
const OPTIONAL_START = /^\/[^/]*\?./;

function isExpress5(pattern: string, reading: MatchingOptions): boolean {
  try {
    parsePattern(pattern, { ...reading, isExpress5: true });
    return true;
  } catch (error) {
    if (error instanceof PatternError) return false;
    throw error;
  }
}

/** Whether a pattern that Express 5 rejects is for Express 4: it uses version 4 syntax and no version 5 syntax. */
function isExpress4(pattern: string): boolean {
  if (!/[()[\]?+*]/.test(pattern) || /[{}"]|\*[$_\p{ID_Start}]/u.test(pattern)) return false;
  return !MISREAD.test(pattern.replace(ESCAPE, '\\').replace(CONSTRAINT, ':'));
}

const ESCAPE = /\\./g;
/** A parameter with its regular expression, which may contain nested parentheses. */
const CONSTRAINT = /:\w+\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

/**
 * Syntax that Express 4 interprets differently than intended, so that the route would never match: `[id]` as one
 * character, `(.*)` and `(\\d*)` as a dot or a digit and then anything, the `?` of `?x=1` as an optional character.
 */
const MISREAD = /[[\]]|\([^()]*(?:\.[*+?]|\\\*)|\(\.\)|(?<!\()\?[^/()]*=/;
