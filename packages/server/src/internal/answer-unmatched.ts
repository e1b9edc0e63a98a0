import type { Router } from '@nextpress/router';
import { HttpError } from '@nextpress/semantics/http-error';
import type { Request, Response } from '../messages.ts';
import { ALL } from './methods.ts';

/** Methods that mounted applications would have answered for this request; written once they have passed it on. */
const ALLOWED: unique symbol = Symbol('allowed');

interface NotedRequest extends Request {
  [ALLOWED]?: Set<string>;
}

/** Notes the methods that an application has routes for at the request's path. */
export function noteAllowed(router: Router<unknown>, req: Request): void {
  const methods = router.methodsFor(req.pathname);
  if (methods.length === 0) return;
  const noted = req as NotedRequest;
  noted[ALLOWED] ??= new Set();
  for (const method of methods) noted[ALLOWED].add(method);
}

/**
 * Answers a request that everything has passed on: `OPTIONS` with what its path allows, a method that its path has no
 * route for with `405`, anything else with `404`. The last two are errors for the default handler.
 */
export function answerUnmatched(req: Request, res: Response, answerError: (error: HttpError) => void): void {
  const allowed = (req as NotedRequest)[ALLOWED];
  const method = req.method as string;
  if (req.pathname === '*') {
    // `OPTIONS *` asks about the server, not about a resource (RFC 9110 §9.3.7).
    res.writeHead(204).end();
    return;
  }
  if (allowed === undefined || allowed.has(ALL) || allowed.has(method)) {
    answerError(new HttpError(404, 'ERR_NOT_FOUND', `Nothing answers ${method} ${req.pathname}.`));
    return;
  }
  const allow = [...allowed, 'OPTIONS'].sort().join(', ');
  if (method === 'OPTIONS') {
    res.writeHead(204, { Allow: allow }).end();
    return;
  }
  const message = `${req.pathname} does not answer ${method}, only ${allow}.`;
  answerError(new HttpError(405, 'ERR_METHOD_NOT_ALLOWED', message, { headers: { Allow: allow } }));
}
