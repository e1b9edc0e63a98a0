/**
 * @module The middleware `cors()`: sets response headers and responds to preflights. Bench: `npm run bench -- cors`.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { invalidValue } from '@nextpress/semantics/options';
import { errorForNext } from '@nextpress/semantics/thrown-value';
import { appendVary } from '@nextpress/semantics/vary';
import { FACTORY } from '@nextpress-internal/internals/keys';
import type { CorsOptions, CorsOptionsFunction } from './cors-options.ts';
import { type CorsPolicy, compilePolicy } from './cors-policy.ts';
import { normalizeAsync } from './normalize-async.ts';

const { nextTick } = process;

type Next = (error?: unknown) => void;

/** Middleware for Express, Connect, Polka and Nextpress. With bare `node:http`, call it with your own `next`. */
export type CorsMiddleware<Request extends IncomingMessage = IncomingMessage> = (
  req: Request,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Creates middleware that responds to CORS preflights and sets the CORS headers of other responses, as in the Fetch
 * standard.
 *
 * A preflight is an `OPTIONS` request with `Origin` and `Access-Control-Request-Method`. If the origin is not allowed,
 * the response has no CORS headers. Requests that are not preflights always continue with `next`.
 *
 * If a request passes several `cors()`, the last one wins. A preflight ends at the first one, unless that has `origin:
 * false` or `preflightContinue`. So put the stricter one first, or set `preflightContinue` on the first one.
 *
 * @param options - the options, or a function that chooses them for each request. Its errors, and invalid options, are
 *   passed to `next`.
 * @throws {TypeError} for an invalid option
 *
 * @example
 * import { createServer } from 'node:http';
 * import { cors } from '@nextpress/cors';
 *
 * const allow = cors({ origin: ['https://app.example', /^https:\/\/[a-z]+\.app\.example$/], maxAge: 600 });
 * createServer((req, res) => {
 *   allow(req, res, () => res.end('hello'));
 * });
 */
export function cors<Request extends IncomingMessage = IncomingMessage>(
  options: CorsOptions | CorsOptionsFunction<Request> = {},
): CorsMiddleware<Request> {
  if (typeof options !== 'function') {
    const policy = compilePolicy(options);
    // Tools identify middleware by its name.
    return function cors(req, res, next) {
      applyPolicy(policy, req, res, next);
    };
  }
  const choose = normalizeAsync(options, compileChosen);
  return function cors(req, res, next) {
    settle(
      'options',
      () => choose(req),
      res,
      next,
      (policy) => applyPolicy(policy, req, res, next),
    );
  };
}

/** Lets `use()` report `app.use(cors)`, where the call is missing. */
Object.defineProperty(cors, FACTORY, { value: true });

function compileChosen(options: unknown): CorsPolicy {
  if (typeof options === 'object' && options !== null) return compilePolicy(options, true);
  throw invalidValue(
    'result of the function passed to cors()',
    'an object of options, or a promise of one',
    options,
  );
}

function applyPolicy(policy: CorsPolicy, req: IncomingMessage, res: ServerResponse, next: Next): void {
  const { origin: rule } = policy;
  const { origin } = req.headers;
  if (rule === 'any') respond(policy, '*', req, res, next);
  else if (rule === 'off') removePermissions(policy, res, next);
  else if (origin === undefined) respond(policy, undefined, req, res, next);
  else {
    settle(
      '`origin`',
      () => rule(origin),
      res,
      next,
      (isAllowed) => respond(policy, isAllowed ? origin : undefined, req, res, next),
    );
  }
}

/**
 * Calls `use` with the result of the application's function, or `next` with its error. A result that arrives after the
 * response was sent is also an error.
 */
function settle<Result>(
  role: string,
  decide: () => Result | Promise<Result>,
  res: ServerResponse,
  next: Next,
  use: (result: Result) => void,
): void {
  const fail = (reason: unknown): void => next(errorForNext(reason, `cors(): the ${role} function`));
  let result: Result | Promise<Result>;
  try {
    result = decide();
  } catch (error) {
    fail(error);
    return;
  }
  if (!(result instanceof Promise)) {
    use(result);
    return;
  }
  const useLate = (late: Result): void => {
    if (!res.headersSent) use(late);
    else next(new Error(`cors(): the response was sent before the ${role} function settled.`));
  };
  // In its own tick, so that an error thrown by `next` doesn't reject this promise.
  result.then(
    (late) => nextTick(useLate, late),
    (reason) => nextTick(fail, reason),
  );
}

/** Every response header that grants something. */
const PERMISSIONS = [
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Credentials',
  'Access-Control-Expose-Headers',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Headers',
  'Access-Control-Max-Age',
];

/** Header names as browsers list them. Matches in linear time. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~, \t-]+$/;

/**
 * Sets the headers for an origin, responds to a preflight, and calls `next` for other requests.
 *
 * @param origin - `undefined` if the origin is not allowed
 */
function respond(
  policy: CorsPolicy,
  origin: string | undefined,
  req: IncomingMessage,
  res: ServerResponse,
  next: Next,
): void {
  // An earlier `cors()` that granted anything set this header. A stricter one after it must win.
  const hasEarlier = res.hasHeader('Access-Control-Allow-Origin');
  const permit = (name: string, value: string | undefined): void => {
    if (origin !== undefined && value !== undefined) res.setHeader(name, value);
    else if (hasEarlier) res.removeHeader(name);
  };
  permit('Access-Control-Allow-Origin', origin);
  permit('Access-Control-Allow-Credentials', policy.credentials);
  if (!isPreflight(req)) {
    permit('Access-Control-Expose-Headers', policy.exposedHeaders);
    addVary(res, policy.vary);
    next();
    return;
  }
  const { allowedHeaders, cacheControl, preflightContinue, preflightStatus } = policy;
  permit('Access-Control-Allow-Methods', policy.methods);
  permit('Access-Control-Allow-Headers', allowedHeaders === true ? requestedHeaders(req) : allowedHeaders);
  permit('Access-Control-Max-Age', policy.maxAge);
  addVary(res, policy.preflightVary);
  if (preflightContinue) {
    next();
    return;
  }
  if (origin !== undefined && cacheControl !== undefined) res.setHeader('Cache-Control', cacheControl);
  res.statusCode = preflightStatus;
  res.end();
}

/** Removes the headers of an earlier `cors()`, and calls `next` for every request. */
function removePermissions(policy: CorsPolicy, res: ServerResponse, next: Next): void {
  if (!res.headersSent) {
    for (const name of PERMISSIONS) res.removeHeader(name);
    addVary(res, policy.vary);
  }
  next();
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

function requestedHeaders(req: IncomingMessage): string | undefined {
  const names = req.headers['access-control-request-headers'];
  return names !== undefined && HEADER_NAMES.test(names) ? names : undefined;
}

function addVary(res: ServerResponse, names: string | undefined): void {
  if (names === undefined) return;
  const existing = res.getHeader('Vary');
  res.setHeader('Vary', existing === undefined ? names : appendVary(String(existing), names));
}
