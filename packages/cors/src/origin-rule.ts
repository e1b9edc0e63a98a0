/** @module Cold, but for the function that `compileOrigin` returns: which origins may read the answers. */

import { invalidOption, invalidValue, printValue } from '@nextpress/semantics/options';
import { askedFunction, type CorsCallback, type Returned } from './asked-function.ts';

/**
 * What a function says about an origin. `true`, that same origin, or a pattern or list that it is in allow it; `false`,
 * `null` and anything else don't. The origin `null` is allowed only by its name.
 */
export type OriginAnswer = boolean | null | string | RegExp | readonly (string | RegExp)[];

/**
 * Decides about one origin, by what it returns, a promise of that or, when it has a second parameter, by a callback alone.
 *
 * Runs only for requests that carry an `Origin` field.
 */
export type OriginFunction = (origin: string, callback: CorsCallback<OriginAnswer>) => Returned<OriginAnswer>;

/** Every form that the option `origin` takes. */
export type OriginOption = boolean | string | RegExp | readonly (string | RegExp)[] | OriginFunction;

/** Whether an origin may read the answer. */
export type OriginTest = (origin: string) => boolean | Promise<boolean>;

/** `'any'` answers `*`; `'off'` answers nothing; a test makes the answer depend on `Origin`. */
export type OriginRule = 'any' | 'off' | OriginTest;

/** What a sandboxed frame, a `data:` page and some redirects send: anybody can be `null`. */
const OPAQUE_ORIGIN = 'null';

/** What may be allowed without being named: an origin with a scheme, and not two of them in one field. */
const TUPLE_ORIGIN = /^[\w+.-]+:\/\/[!-+\--~]*$/;

/**
 * Turns the option into a rule, once.
 *
 * @throws {TypeError} when it is of another type, or a string that no browser sends as an origin
 */
export function compileOrigin(option: unknown): OriginRule {
  if (option === '*') return 'any';
  if (option === false) return 'off';
  if (option === true) return isTupleOrigin;
  if (typeof option === 'function') return askedFunction(option as OriginFunction, judge);
  const named = compileNamed(option);
  if (named !== undefined) return named;
  throw invalidOrigin('"*", a boolean, an origin, a RegExp, a list of these two, or a function', option);
}

function isTupleOrigin(origin: string): boolean {
  return TUPLE_ORIGIN.test(origin);
}

function compileNamed(named: unknown): ((origin: string) => boolean) | undefined {
  if (typeof named === 'string' || named instanceof RegExp) return compileList([named]);
  return Array.isArray(named) ? compileList(named) : undefined;
}

function compileList(list: readonly unknown[]): (origin: string) => boolean {
  const origins = new Set<string>();
  const patterns: RegExp[] = [];
  for (const entry of list) {
    if (typeof entry === 'string') origins.add(checkOrigin(entry));
    // A copy: the caller's may be in use elsewhere, and with a flag g or y it remembers where it stopped.
    else if (entry instanceof RegExp) patterns.push(new RegExp(entry));
    else throw invalidOrigin('a list of origins and RegExps', entry);
  }
  if (patterns.length === 0) return (origin) => origins.has(origin);
  return (origin) => origins.has(origin) || (isTupleOrigin(origin) && matchesOne(patterns, origin));
}

function matchesOne(patterns: readonly RegExp[], origin: string): boolean {
  for (const pattern of patterns) {
    pattern.lastIndex = 0;
    if (pattern.test(origin)) return true;
  }
  return false;
}

function judge(answer: unknown, origin: string): boolean {
  if (typeof answer === 'boolean') return answer && isTupleOrigin(origin);
  if (answer === null) return false;
  if (typeof answer === 'string' && answer !== '*') {
    return answer === origin && (origin === OPAQUE_ORIGIN || isTupleOrigin(origin));
  }
  const allows = answer === '*' ? undefined : compileNamed(answer);
  if (allows !== undefined) return allows(origin);
  throw invalidValue(
    'result of the function "origin" of cors()',
    'a boolean, an origin, a RegExp, a list of these two, or a promise of one of them',
    answer,
  );
}

/** Refuses what never equals the value of an `Origin` field, which would silently allow nobody. */
function checkOrigin(text: string): string {
  if (text === OPAQUE_ORIGIN) return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.host === '' || text.includes('*')) {
    throw invalidOrigin(expectedFor(text), text);
  }
  // `URL.origin` is 'null' for schemes that the URL standard doesn't know, such as chrome-extension.
  const origin = url.origin === OPAQUE_ORIGIN ? `${url.protocol}//${url.host}` : url.origin;
  if (text !== origin) {
    throw invalidOrigin(`${printValue(origin)}, as browsers send it`, text);
  }
  return text;
}

function expectedFor(text: string): string {
  if (text === '*') return '"*" alone, not in a list';
  if (text.includes('*')) return 'a RegExp with ^ and $ for a pattern of origins';
  return 'an origin such as "https://app.example" or "http://localhost:3000"';
}

function invalidOrigin(expected: string, value: unknown): TypeError {
  return invalidOption('cors', 'origin', expected, value);
}
