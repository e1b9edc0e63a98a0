import type { Router } from '@nextpress/router';
import { HttpError } from '@nextpress/semantics/http-error';
import type { Request, Response } from '../messages.ts';
import { ALL } from './methods.ts';

/** The applications that have passed a request on, with the path that each of them saw. */
const PASSED: unique symbol = Symbol('passed');

interface PassedRequest extends Request {
  [PASSED]?: [router: Router<unknown>, pathname: string][];
}

/** Notes that an application has passed the request on; what it would have allowed is worked out if it matters. */
export function notePassed(router: Router<unknown>, req: Request): void {
  const passed = req as PassedRequest;
  passed[PASSED] ??= [];
  passed[PASSED].push([router, req.pathname]);
}

/**
 * Answers a request that everything has passed on: `OPTIONS` with what its path allows, a method that its path has no
 * route for with `405`, anything else with `404`. The last two are errors for the default handler. A response that
 * has begun is left to whoever began it.
 */
export function answerUnmatched(req: Request, res: Response, refuse: (error: HttpError) => void): void {
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
    refuse(new HttpError(404, 'ERR_NOT_FOUND', `Nothing answers ${method} ${req.pathname}.`));
    return;
  }
  const allow = [...allowed.add('OPTIONS')].sort().join(', ');
  if (isOptions) {
    res.writeHead(204, { Allow: allow }).end();
    return;
  }
  const message = `${req.pathname} does not answer ${method}, only ${allow}.`;
  refuse(new HttpError(405, 'ERR_METHOD_NOT_ALLOWED', message, { headers: { Allow: allow } }));
}

/** The methods that routes name. One for every method that has passed the request on says nothing of them. */
function methodsAllowed(req: Request): Set<string> {
  const passed = (req as PassedRequest)[PASSED] ?? [];
  const methods = new Set(passed.flatMap(([router, pathname]) => router.methodsFor(pathname)));
  methods.delete(ALL);
  return methods;
}
