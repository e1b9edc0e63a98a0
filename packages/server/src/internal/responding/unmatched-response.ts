import { pathnameOf } from '@nextpress/core';
import type { Request, Response } from '../../types/application.ts';
import type { RouteMethods } from '../dialect.ts';

/** The applications and routers that a request has left, with the path in each. */
const MISSES: unique symbol = Symbol('misses');

interface MissedRequest extends Request {
  [MISSES]?: [routes: RouteMethods, pathname: string][];
}

/** A 404 or 405: the visible part of an error, without a stack. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Records that no layer of an application or a router has responded. Its methods are looked up only if they are needed. */
export function recordMiss(req: MissedRequest, routes: RouteMethods, pathname: string | undefined): void {
  if (pathname === undefined) return;
  req[MISSES] ??= [];
  req[MISSES].push([routes, pathname]);
}

/** Whether an unhandled request gets 404, rather than 405 or the methods of its path. */
export function isNotFound(req: Request, allowed: ReadonlySet<string> = allowedMethods(req)): boolean {
  return allowed.size === 0 || (allowed.has(req.method as string) && req.method !== 'OPTIONS');
}

/**
 * Responds when no layer has: to `OPTIONS` with the methods of the path, otherwise by `refuse` with 405 when the path has
 * routes of other methods, or with 404. A response that has already started is left alone.
 */
export function respondToUnmatched(req: Request, res: Response, refuse: (refusal: Refusal) => void): void {
  if (res.headersSent) return;
  const method = req.method as string;
  // `OPTIONS *` is about the server, not about a resource (RFC 9110 §9.3.7).
  if (req.url === '*') {
    res.writeHead(204).end();
    return;
  }
  const allowed = allowedMethods(req);
  if (isNotFound(req, allowed)) {
    const message = `Cannot ${method} ${pathnameOf(req)}: no route matches.`;
    refuse({ status: 404, code: 'ERR_NOT_FOUND', message });
    return;
  }
  const allow = [...allowed.add('OPTIONS')].sort().join(', ');
  if (method === 'OPTIONS') {
    res.setHeader('Allow', allow);
    res.writeHead(204).end();
    return;
  }
  const message = `Cannot ${method} ${pathnameOf(req)}: expected one of ${allow}.`;
  refuse({ status: 405, code: 'ERR_METHOD_NOT_ALLOWED', message, headers: { Allow: allow } });
}

/** The methods that routes for the request name. */
function allowedMethods(req: MissedRequest): Set<string> {
  const allowed = new Set<string>();
  for (const [routes, pathname] of req[MISSES] ?? []) {
    for (const method of routes.methodsFor(pathname)) allowed.add(method);
  }
  return allowed;
}
