import { type ExpressVersion, SETTINGS } from '@nextpress/core';
import type { ApplicationSettings, Request, Response } from '../../types/application.ts';
import { respondToOptions } from './express-response.ts';
import { type RouteMethods, recordMiss } from './unmatched-response.ts';

/** The routes of an application or a router that a request has left. */
interface LeftRoutes extends RouteMethods {
  readonly expressVersion: ExpressVersion | undefined;
}

/** A router of `nextpress/express` behaves like Express's also outside of its applications. */
export function expressVersionOf(routes: LeftRoutes, req: Request): ExpressVersion | undefined {
  return routes.expressVersion ?? (req[SETTINGS] as ApplicationSettings | undefined)?.expressVersion;
}

/**
 * Records that no layer of an application or a router has responded; its methods are looked up only if they are needed. Express's routers
 * respond to `OPTIONS` themselves.
 *
 * @param pathname - `undefined` for a target without a path
 * @returns whether the request got a response
 * @throws Error when the response has already started
 */
export function respondToMiss(
  req: Request,
  res: Response,
  routes: LeftRoutes,
  pathname: string | undefined,
): boolean {
  if (pathname === undefined) return false;
  const version = expressVersionOf(routes, req);
  if (version === undefined) recordMiss(req, routes, pathname);
  else if (req.method === 'OPTIONS') {
    return respondToOptions(res, routes.methodsFor(pathname, 'OPTIONS'), version);
  }
  return false;
}
