/** @module Decides whether an origin may read responses. Cold, except for the functions that `compileOrigin` returns. */

import { invalidOption, invalidValue, printValue } from '@nextpress/semantics/options';
import { type CorsCallback, normalizeAsync, type Returned } from './normalize-async.ts';

/**
 * The result of an {@link OriginFunction}. `true`, the origin itself, and a `RegExp` or array that matches it allow an
 * origin; everything else does not. The origin `null` is allowed only by name.
 */
export type OriginResult = boolean | null | string | RegExp | readonly (string | RegExp)[];

/**
 * Decides whether to allow an origin. Returns the result or a promise, or uses the callback if it has a second
 * parameter.
 *
 * Called only for requests with the header `Origin`.
 */
export type OriginFunction = (origin: string, callback: CorsCallback<OriginResult>) => Returned<OriginResult>;

/** Values of the option `origin`. */
export type OriginOption = boolean | string | RegExp | readonly (string | RegExp)[] | OriginFunction;

/** Whether an origin may read the response. */
export type OriginTest = (origin: string) => boolean | Promise<boolean>;

/** `'any'` sends `*`, `'off'` sends nothing, and a function makes the response depend on `Origin`. */
export type OriginRule = 'any' | 'off' | OriginTest;

/** The origin of sandboxed frames and `data:` pages, which any site can use. */
const OPAQUE_ORIGIN = 'null';

/** A single origin with a scheme. Other values are never allowed by `true` or a `RegExp`. */
const TUPLE_ORIGIN = /^[\w+.-]+:\/\/[!-+\--~]*$/;

/**
 * Compiles the option `origin`.
 *
 * @throws {TypeError} if the type is wrong, or browsers never send such an origin
 */
export function compileOrigin(option: unknown): OriginRule {
  if (option === '*') return 'any';
  if (option === false) return 'off';
  if (option === true) return isTupleOrigin;
  if (typeof option === 'function') return normalizeAsync(option as OriginFunction, readResult);
  const test = compileTest(option);
  if (test !== undefined) return test;
  throw invalidOrigin(
    '"*", a boolean, an origin, a RegExp, an array of origins and RegExps, or a function',
    option,
  );
}

function isTupleOrigin(origin: string): boolean {
  return TUPLE_ORIGIN.test(origin);
}

function compileTest(option: unknown): ((origin: string) => boolean) | undefined {
  if (typeof option === 'string' || option instanceof RegExp) return compileList([option]);
  return Array.isArray(option) ? compileList(option) : undefined;
}

function compileList(list: readonly unknown[]): (origin: string) => boolean {
  const origins = new Set<string>();
  const patterns: RegExp[] = [];
  for (const entry of list) {
    if (typeof entry === 'string') origins.add(checkOrigin(entry));
    // A copy, because every use of a RegExp with the flag g or y changes its `lastIndex`.
    else if (entry instanceof RegExp) patterns.push(new RegExp(entry));
    else throw invalidOrigin('an array of origins and RegExps, without other items', entry);
  }
  if (patterns.length === 0) return (origin) => origins.has(origin);
  return (origin) => origins.has(origin) || (isTupleOrigin(origin) && matchesAny(patterns, origin));
}

function matchesAny(patterns: readonly RegExp[], origin: string): boolean {
  for (const pattern of patterns) {
    pattern.lastIndex = 0;
    if (pattern.test(origin)) return true;
  }
  return false;
}

function readResult(result: unknown, origin: string): boolean {
  if (typeof result === 'boolean') return result && isTupleOrigin(origin);
  if (result === null) return false;
  if (typeof result === 'string' && result !== '*') {
    return result === origin && (origin === OPAQUE_ORIGIN || isTupleOrigin(origin));
  }
  const allows = result === '*' ? undefined : compileTest(result);
  if (allows !== undefined) return allows(origin);
  throw invalidValue(
    'result of the function "origin" of cors()',
    'a boolean, null, an origin, a RegExp, an array of origins and RegExps, or a promise of one of these',
    result,
  );
}

/** Rejects a string that can never equal an `Origin` header, because it would silently allow no origin. */
function checkOrigin(text: string): string {
  if (text === OPAQUE_ORIGIN) return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.host === '' || text.includes('*')) {
    throw invalidOrigin(expectedFor(text), text);
  }
  // `URL.origin` is 'null' for schemes outside the URL standard, such as chrome-extension.
  const origin = url.origin === OPAQUE_ORIGIN ? `${url.protocol}//${url.host}` : url.origin;
  if (text !== origin) {
    throw invalidOrigin(`${printValue(origin)}, as browsers send it`, text);
  }
  return text;
}

function expectedFor(text: string): string {
  if (text === '*') return '"*" by itself, not in an array';
  if (text.includes('*')) return 'a RegExp with ^ and $ for a pattern of origins';
  return 'an origin such as "https://app.example" or "http://localhost:3000"';
}

function invalidOrigin(expected: string, value: unknown): TypeError {
  return invalidOption('cors', 'origin', expected, value);
}
