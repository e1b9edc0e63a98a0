/** @module Cold, but for the function that `compileOrigin` returns: which origins may read the answers. */

import type { IncomingMessage } from 'node:http';

/**
 * Decides about one origin: `true` or that same origin allows it, `false` or another one doesn't. `true` never
 * allows the origin `null`; returning `'null'` does.
 *
 * Runs only for requests that carry an `Origin` field.
 */
export type OriginFunction = (
  origin: string,
  req: IncomingMessage,
) => boolean | string | PromiseLike<boolean | string>;

/** Every form that the option `origin` takes. */
export type OriginOption = boolean | string | RegExp | readonly (string | RegExp)[] | OriginFunction;

/** Whether an origin may read the answer. */
export type OriginTest = (origin: string, req: IncomingMessage) => boolean | Promise<boolean>;

/** `'any'` answers `*`; `'off'` answers nothing; a test makes the answer depend on `Origin`. */
export type OriginRule = 'any' | 'off' | OriginTest;

/** What a sandboxed frame, a `data:` page and some redirects send: anybody can be `null`. */
const OPAQUE_ORIGIN = 'null';

/**
 * Turns the option into a rule, once.
 *
 * @throws {TypeError} when it is of another type, or a string that no browser sends as an origin
 */
export function compileOrigin(option: unknown): OriginRule {
  if (option === '*') return 'any';
  if (option === false) return 'off';
  if (option === true) return (origin) => origin !== OPAQUE_ORIGIN;
  if (typeof option === 'function') return askFunction(option as OriginFunction);
  if (typeof option === 'string' || option instanceof RegExp) return compileList([option]);
  if (Array.isArray(option)) return compileList(option);
  throw new TypeError(
    `cors: option "origin" is ${describe(option)}; write '*', true, false, an origin such as ` +
      "'https://app.example', a RegExp, a list of these two, or a function",
  );
}

function compileList(list: readonly unknown[]): OriginTest {
  const origins = new Set<string>();
  const patterns: RegExp[] = [];
  for (const entry of list) {
    if (typeof entry === 'string') origins.add(checkOrigin(entry));
    // A copy: the caller's may be in use elsewhere, and with a flag g or y it remembers where it stopped.
    else if (entry instanceof RegExp) patterns.push(new RegExp(entry));
    else throw new TypeError(`cors: option "origin" lists ${describe(entry)}; list strings and RegExps`);
  }
  if (patterns.length === 0) return (origin) => origins.has(origin);
  return (origin) => origins.has(origin) || (origin !== OPAQUE_ORIGIN && matchesOne(patterns, origin));
}

function matchesOne(patterns: readonly RegExp[], origin: string): boolean {
  for (const pattern of patterns) {
    pattern.lastIndex = 0;
    if (pattern.test(origin)) return true;
  }
  return false;
}

function askFunction(ask: OriginFunction): OriginTest {
  return (origin, req) => {
    const answer = ask(origin, req);
    if (!isThenable(answer)) return judge(answer, origin);
    return Promise.resolve(answer).then((late) => judge(late, origin));
  };
}

function isThenable(answer: unknown): answer is PromiseLike<boolean | string> {
  return typeof (answer as PromiseLike<unknown> | null | undefined)?.then === 'function';
}

function judge(answer: unknown, origin: string): boolean {
  if (typeof answer === 'boolean') return answer && origin !== OPAQUE_ORIGIN;
  if (typeof answer === 'string' && answer !== '*') return answer === origin;
  throw new TypeError(
    `cors: the function given as "origin" returned ${describe(answer)}; ` +
      'return true, false, an origin, or a promise of one of them (there is no callback)',
  );
}

/** Refuses what never equals the value of an `Origin` field, which would silently allow nobody. */
function checkOrigin(text: string): string {
  if (text === OPAQUE_ORIGIN) return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.host === '' || text.includes('*')) {
    throw new TypeError(
      `cors: option "origin" has ${JSON.stringify(text)}, which is not an origin; ${remedyFor(text)}`,
    );
  }
  // `URL.origin` is 'null' for schemes that the URL standard doesn't know, such as chrome-extension.
  const origin = url.origin === OPAQUE_ORIGIN ? `${url.protocol}//${url.host}` : url.origin;
  if (text !== origin) {
    throw new TypeError(
      `cors: option "origin" has ${JSON.stringify(text)}, which no browser sends; write '${origin}'`,
    );
  }
  return text;
}

function remedyFor(text: string): string {
  if (text === '*') return "'*' allows every origin, so it stands alone: write origin: '*'";
  if (text.includes('*')) return 'for a family of origins write a RegExp, with ^ and $';
  return "write a scheme, '://', a host and, unless it is the default one, a port: 'https://app.example'";
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'string' ? JSON.stringify(value) : `of type ${typeof value}`;
}
