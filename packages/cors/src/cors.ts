/** @module The middleware `cors()`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorForNext } from '@nextpress/semantics/thrown-value';
import type { CorsOptions, CorsOptionsFunction } from './cors-options.ts';
import type { CorsPolicy } from './cors-policy.ts';
import { compilePolicy } from './cors-policy.ts';
import type { OriginTest } from './origin-rule.ts';
import { compileChoice, type PolicyChoice } from './policy-choice.ts';
import { type Next, removePermissions, respond } from './respond.ts';

const { nextTick } = process;

/** Middleware for Express, Connect, Polka and Nextpress. With bare `node:http`, call it with your own `next`. */
export type CorsMiddleware<Request extends IncomingMessage = IncomingMessage> = (
  req: Request,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Creates middleware that responds to CORS preflights and sets the CORS headers of other responses, by the Fetch standard.
 *
 * A preflight is an `OPTIONS` request with `Origin` and `Access-Control-Request-Method`. For an origin that is not allowed,
 * the response has no CORS headers. Every other request continues with `next`.
 *
 * If a request passes several `cors()`, the last one decides. A preflight ends at the first one, unless that has
 * `origin: false` or `preflightContinue`. So put the narrower one first, or set `preflightContinue` on the first one.
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
 *
 * @example
 * import { cors } from '@nextpress/cors';
 *
 * const open = Object.freeze({ origin: '*' });
 * const closed = Object.freeze({ origin: 'https://app.example', credentials: true });
 * cors((req) => (req.url?.startsWith('/public/') ? open : closed));
 */
export function cors<Request extends IncomingMessage = IncomingMessage>(
  options: CorsOptions | CorsOptionsFunction<Request> = {},
): CorsMiddleware<Request> {
  if (typeof options === 'function') {
    const choose = compileChoice(options);
    return (req, res, next) => chooseOptions(choose, req, res, next);
  }
  const policy = compilePolicy(options);
  return (req, res, next) => applyPolicy(policy, req, res, next);
}

/** Lets `use()` report `app.use(cors)`, where the call is missing. */
Object.defineProperty(cors, Symbol.for('nextpress.factory'), { value: true });

function applyPolicy(policy: CorsPolicy, req: IncomingMessage, res: ServerResponse, next: Next): void {
  const rule = policy.origin;
  if (rule === 'any') respond(policy, '*', req, res, next);
  else if (rule === 'off') removePermissions(policy, res, next);
  else testOrigin(policy, rule, req, res, next);
}

function chooseOptions<Request extends IncomingMessage>(
  choose: PolicyChoice<Request>,
  req: Request,
  res: ServerResponse,
  next: Next,
): void {
  let policy: CorsPolicy | Promise<CorsPolicy>;
  try {
    policy = choose(req);
  } catch (error) {
    next(failure('that chooses options', error));
    return;
  }
  if (!(policy instanceof Promise)) {
    applyPolicy(policy, req, res, next);
    return;
  }
  policy.then(
    (late) => nextTick(applyLate, late, req, res, next),
    (reason) => nextTick(next, failure('that chooses options', reason)),
  );
}

function testOrigin(
  policy: CorsPolicy,
  allows: OriginTest,
  req: IncomingMessage,
  res: ServerResponse,
  next: Next,
): void {
  const origin = req.headers.origin;
  let allowed: boolean | Promise<boolean>;
  try {
    allowed = origin !== undefined && allows(origin);
  } catch (error) {
    next(failure('of the option "origin"', error));
    return;
  }
  if (typeof allowed === 'boolean') {
    respond(policy, allowed ? origin : undefined, req, res, next);
    return;
  }
  // In its own tick, so that an error thrown by `next` is not a rejection of this promise.
  allowed.then(
    (late) => nextTick(respondLate, policy, late ? origin : undefined, req, res, next),
    (reason) => nextTick(next, failure('of the option "origin"', reason)),
  );
}

/** Like `applyPolicy`, but passes an error to `next` if the headers have been sent in the meantime. */
function applyLate(...args: Parameters<typeof applyPolicy>): void {
  const [, , res, next] = args;
  if (res.headersSent) next(tooLate('that chooses options'));
  else applyPolicy(...args);
}

function respondLate(...args: Parameters<typeof respond>): void {
  const [, , , res, next] = args;
  if (res.headersSent) next(tooLate('of the option "origin"'));
  else respond(...args);
}

function tooLate(role: string): Error {
  return new Error(`cors(): the response was sent before the function ${role} has decided.`);
}

function failure(role: string, reason: unknown): unknown {
  return errorForNext(reason, `cors(): the function ${role}`);
}
