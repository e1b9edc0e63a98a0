import { SETTINGS } from '@nextpress/core';
import type { Request, Response } from '../../messages.ts';
import type { ExpressVersion } from '../application/settings-store.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { answerOptionsAsExpress } from './express-answers.ts';

/** The applications that have passed a request on, with the path that each of them saw. */
const PASSED: unique symbol = Symbol('passed');

/** Why nothing answers: what the default handler reads of an error, without the stack that nobody would see. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface PassedRequest extends Request {
  [PASSED]?: [pipeline: Pipeline, pathname: string][];
}

/**
 * Notes that an application or a router has passed the request on; what it would have allowed is worked out if it matters.
 *
 * @returns whether the request has been answered with that, as Express does at once
 * @throws Error when the response has begun already
 */
export function notePassed(pipeline: Pipeline, pathname: string, req: Request, res: Response): boolean {
  const version = expressVersionIn(pipeline, req);
  if (version !== undefined) {
    if (req.method !== 'OPTIONS') return false;
    return answerOptionsAsExpress(res, pipeline.plan().methodsFor(pathname, 'OPTIONS'), version);
  }
  const passed = req as PassedRequest;
  passed[PASSED] ??= [];
  passed[PASSED].push([pipeline, pathname]);
  return false;
}

/** A router of `nextpress/express` behaves like Express's also outside of its applications. */
export function expressVersionIn({ expressVersion }: Pipeline, req: Request): ExpressVersion | undefined {
  return expressVersion ?? (req[SETTINGS] as Request[typeof SETTINGS] | undefined)?.expressVersion;
}

/**
 * Answers a request that everything has passed on: `OPTIONS` with what its path allows, a method that its path has no
 * route for with `405`, anything else with `404`. The last two are the default handler's to answer. A response that
 * has begun is left to whoever began it.
 */
export function answerUnmatched(req: Request, res: Response, refuse: (refusal: Refusal) => void): void {
  if (res.headersSent) return;
  const method = req.method as string;
  // `OPTIONS *` asks about the server, not about a resource (RFC 9110 §9.3.7).
  if (req.url === '*') {
    res.writeHead(204).end();
    return;
  }
  const allowed = methodsAllowed(req);
  const isOptions = method === 'OPTIONS';
  if (allowed.size === 0 || (allowed.has(method) && !isOptions)) {
    refuse({
      status: 404,
      code: 'ERR_NOT_FOUND',
      message: `Cannot ${method} ${req.pathname}: no route matches.`,
    });
    return;
  }
  const allow = [...allowed.add('OPTIONS')].sort().join(', ');
  if (isOptions) {
    res.writeHead(204, { Allow: allow }).end();
    return;
  }
  const message = `${req.pathname} does not answer ${method}, only ${allow}.`;
  refuse({ status: 405, code: 'ERR_METHOD_NOT_ALLOWED', message, headers: { Allow: allow } });
}

/** The methods that routes name. One for every method that has passed the request on says nothing of them. */
function methodsAllowed(req: Request): Set<string> {
  const methods = new Set<string>();
  for (const [pipeline, pathname] of (req as PassedRequest)[PASSED] ?? []) {
    for (const method of pipeline.plan().methodsFor(pathname)) methods.add(method);
  }
  return methods;
}
