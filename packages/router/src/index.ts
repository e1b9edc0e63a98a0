export { comparePrefix } from './compare-prefix.ts';
export type { ExpressMatcher, ExpressMatcherOptions } from './create-express-matcher.ts';
export { createExpressMatcher } from './create-express-matcher.ts';
export type { Matcher, MatcherOptions, MatcherResult } from './create-matcher.ts';
export { createMatcher } from './create-matcher.ts';
export { createRouter } from './create-router.ts';
export type { Express4Key, Express4Path, Express4RegExp, Express4RegExpOptions } from './express4-regexp.ts';
export { express4RegExp } from './express4-regexp.ts';
export type { PrefixRelation } from './internal/pattern/relate-forms.ts';
export { NO_PARAMS } from './internal/tree/params.ts';
export type { PathParams } from './path-params.ts';
export type { PatternErrorCode } from './pattern-error.ts';
export { PatternError } from './pattern-error.ts';
export type {
  CompiledPattern,
  Params,
  PatternForm,
  PatternMatchingOptions,
  PatternPart,
  Precedence,
  RouteListing,
  RouteMatch,
  Router,
  RouterOptions,
} from './router-types.ts';
