/** @module Hot: runs once per request. Bench: `pnpm --filter @nextpress/cors bench`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, type Next, withdraw } from './cors-answer.ts';
import type { CorsOptions, CorsOptionsFunction } from './cors-options.ts';
import type { CorsPolicy } from './cors-policy.ts';
import { compilePolicy } from './cors-policy.ts';
import type { OriginTest } from './origin-rule.ts';
import { compileChoice, type PolicyChoice } from './policy-choice.ts';

/** A middleware for Express, Connect, Polka, Nextpress and, with a `next` of your own, for bare `node:http`. */
export type CorsMiddleware<Request extends IncomingMessage = IncomingMessage> = (
  req: Request,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Answers CORS preflights and marks cross-origin responses, by the Fetch standard.
 *
 * A preflight is `OPTIONS` with `Origin` and `Access-Control-Request-Method`; it is answered here, for an origin that
 * isn't allowed without any permission. Every other request goes on.
 *
 * When a request meets several `cors()`, the last one decides. A preflight is answered by the first one, unless that has
 * `origin: false` or `preflightContinue`: put the narrower one first, or give the first one `preflightContinue`.
 *
 * @param options - the options, or a function that chooses them for each request; what it throws, and options that make
 *   no sense, go to `next`
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
    return (req, res, next) => askOptions(choose, req, res, next);
  }
  const policy = compilePolicy(options);
  return (req, res, next) => applyPolicy(policy, req, res, next);
}

// Tells an application that `use(cors)` is a mistake for `use(cors())`.
Object.defineProperty(cors, Symbol.for('nextpress.factory'), { value: true });

function applyPolicy(policy: CorsPolicy, req: IncomingMessage, res: ServerResponse, next: Next): void {
  const rule = policy.origin;
  if (rule === 'any') answer(policy, '*', req, res, next);
  else if (rule === 'off') withdraw(policy, res, next);
  else askOrigin(policy, rule, req, res, next);
}

function askOptions<Request extends IncomingMessage>(
  choose: PolicyChoice<Request>,
  req: Request,
  res: ServerResponse,
  next: Next,
): void {
  let policy: CorsPolicy | Promise<CorsPolicy>;
  try {
    policy = choose(req);
  } catch (error) {
    next(failure('options', error));
    return;
  }
  if (!(policy instanceof Promise)) {
    applyPolicy(policy, req, res, next);
    return;
  }
  policy.then(
    (late) => process.nextTick(applyLate, late, req, res, next),
    (reason) => process.nextTick(next, failure('options', reason)),
  );
}

function askOrigin(
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
    next(failure('"origin"', error));
    return;
  }
  if (typeof allowed === 'boolean') {
    answer(policy, allowed ? origin : undefined, req, res, next);
    return;
  }
  // In a tick of its own: what `next` throws is its owner's exception, not a rejection of this promise.
  allowed.then(
    (late) => process.nextTick(answerLate, policy, late ? origin : undefined, req, res, next),
    (reason) => process.nextTick(next, failure('"origin"', reason)),
  );
}

/** Nobody is left on the stack to catch what `setHeader` would throw. */
function applyLate(...given: Parameters<typeof applyPolicy>): void {
  const [, , res, next] = given;
  if (res.headersSent) next(tooLate('options'));
  else applyPolicy(...given);
}

function answerLate(...given: Parameters<typeof answer>): void {
  const [, , , res, next] = given;
  if (res.headersSent) next(tooLate('"origin"'));
  else answer(...given);
}

function tooLate(role: string): Error {
  return new Error(`cors: the response was sent before the function given as ${role} had decided`);
}

/** An error handler is called for a value that is one: `next(undefined)` would let the request go on. */
function failure(role: string, reason: unknown): unknown {
  return reason || new Error(`cors: the function given as ${role} failed with ${String(reason)}`);
}
