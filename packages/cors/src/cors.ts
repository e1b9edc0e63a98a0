/** @module Hot: runs once per request. Bench: `pnpm --filter @nextpress/cors bench`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { appendVary } from '@nextpress/semantics/vary';
import type { CorsOptions, CorsPolicy } from './cors-options.ts';
import { compilePolicy } from './cors-options.ts';
import type { OriginTest } from './origin-rule.ts';

/** A middleware for Express, Connect, Polka, Nextpress and, with a `next` of your own, for bare `node:http`. */
export type CorsMiddleware = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** Every response field that allows something. */
const PERMISSIONS = [
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Credentials',
  'Access-Control-Expose-Headers',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Headers',
  'Access-Control-Max-Age',
];

/** A list of field names as browsers send it; one pass, whatever its length. */
const FIELD_NAMES = /^[\w!#$%&'*+.^`|~, \t-]+$/;

/**
 * Answers CORS preflights and marks cross-origin responses, by the Fetch standard.
 *
 * A preflight is `OPTIONS` with `Origin` and `Access-Control-Request-Method`; it is answered here, for an origin that
 * isn't allowed without any permission. Every other request goes on.
 *
 * When a request meets several `cors()`, the last one decides. A preflight is answered by the first one, unless that has
 * `origin: false` or `preflightContinue`: put the narrower one first, or give the first one `preflightContinue`.
 *
 * @throws {TypeError} or {RangeError} at once, when an option makes no sense
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
export function cors(options: CorsOptions = {}): CorsMiddleware {
  const policy = compilePolicy(options);
  const rule = policy.origin;
  if (rule === 'off') return (_req, res, next) => withdraw(res, next);
  if (rule === 'any') return (req, res, next) => answer(policy, '*', req, res, next);
  return (req, res, next) => judgeOrigin(policy, rule, req, res, next);
}

function withdraw(res: ServerResponse, next: (error?: unknown) => void): void {
  if (!res.headersSent) for (const name of PERMISSIONS) res.removeHeader(name);
  next();
}

function judgeOrigin(
  policy: CorsPolicy,
  allows: OriginTest,
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
): void {
  const origin = req.headers.origin;
  let allowed: boolean | Promise<boolean>;
  try {
    allowed = origin !== undefined && allows(origin, req);
  } catch (error) {
    next(failure(error));
    return;
  }
  if (typeof allowed === 'boolean') {
    answer(policy, allowed ? origin : undefined, req, res, next);
    return;
  }
  // In a tick of its own: what `next` throws is its owner's exception, not a rejection of this promise.
  allowed.then(
    (late) => process.nextTick(answerLate, policy, late ? origin : undefined, req, res, next),
    (reason) => process.nextTick(next, failure(reason)),
  );
}

/** Nobody is left on the stack to catch what `setHeader` would throw. */
function answerLate(...given: Parameters<typeof answer>): void {
  const [, , , res, next] = given;
  if (res.headersSent) next(new Error('cors: the response was sent before the origin function had decided'));
  else answer(...given);
}

/** An error handler is called for a value that is one: `next(undefined)` would let the request go on. */
function failure(reason: unknown): unknown {
  return reason || new Error(`cors: the function given as "origin" failed with ${String(reason)}`);
}

function answer(
  policy: CorsPolicy,
  origin: string | undefined,
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
): void {
  setOrRemove(res, 'Access-Control-Allow-Origin', origin);
  setOrRemove(res, 'Access-Control-Allow-Credentials', origin === undefined ? undefined : policy.credentials);
  if (!isPreflight(req)) {
    setOrRemove(
      res,
      'Access-Control-Expose-Headers',
      origin === undefined ? undefined : policy.exposedHeaders,
    );
    addVary(res, policy.vary);
    next();
    return;
  }
  addVary(res, policy.preflightVary);
  permit(policy, origin !== undefined, req, res);
  if (policy.preflightContinue) next();
  else {
    res.statusCode = policy.preflightStatus;
    res.end();
  }
}

function isPreflight(req: IncomingMessage): boolean {
  return (
    req.method === 'OPTIONS' &&
    req.headers.origin !== undefined &&
    req.headers['access-control-request-method'] !== undefined
  );
}

function permit(policy: CorsPolicy, allowed: boolean, req: IncomingMessage, res: ServerResponse): void {
  const asked = req.headers['access-control-request-headers'];
  const named = policy.allowedHeaders;
  const reflected = asked !== undefined && FIELD_NAMES.test(asked) ? asked : undefined;
  setOrRemove(res, 'Access-Control-Allow-Methods', allowed ? policy.methods : undefined);
  setOrRemove(
    res,
    'Access-Control-Allow-Headers',
    allowed ? (named === true ? reflected : named) : undefined,
  );
  setOrRemove(res, 'Access-Control-Max-Age', allowed ? policy.maxAge : undefined);
}

/** Removes what an earlier `cors()` allowed, so that a stricter one behind it is not undone. */
function setOrRemove(res: ServerResponse, name: string, value: string | undefined): void {
  if (value !== undefined) res.setHeader(name, value);
  else if (res.hasHeader(name)) res.removeHeader(name);
}

function addVary(res: ServerResponse, fields: string | undefined): void {
  if (fields === undefined) return;
  const existing = res.getHeader('Vary');
  res.setHeader('Vary', existing === undefined ? fields : appendVary(String(existing), fields));
}
