/** @module Hot: runs once per request. Bench: `pnpm --filter @nextpress/cors bench`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { appendVary } from '@nextpress/semantics/vary';
import type { CorsPolicy } from './cors-policy.ts';

/** Continues the chain; an argument other than `undefined` is an error. */
export type Next = (error?: unknown) => void;

/** Every response field that allows something. */
const PERMISSIONS = [
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Credentials',
  'Access-Control-Expose-Headers',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Headers',
  'Access-Control-Allow-Private-Network',
  'Access-Control-Max-Age',
];

/** The `Cache-Control` of preflights that a `cors()` has let go on, so that a later one tells it from somebody else's. */
const cacheControls = new WeakMap<ServerResponse, string>();

/** A list of field names as browsers send it; one pass, whatever its length. */
const FIELD_NAMES = /^[\w!#$%&'*+.^`|~, \t-]+$/;

/** Sets the fields for an origin, or for one that isn't allowed; answers a preflight, and lets the rest go on. */
export function answer(
  policy: CorsPolicy,
  origin: string | undefined,
  req: IncomingMessage,
  res: ServerResponse,
  next: Next,
): void {
  const allowed = origin !== undefined;
  // Whatever an earlier `cors()` allowed, it allowed it to an origin.
  const again = res.hasHeader('Access-Control-Allow-Origin');
  put(res, again, 'Access-Control-Allow-Origin', origin);
  put(res, again, 'Access-Control-Allow-Credentials', allowed ? policy.credentials : undefined);
  if (!isPreflight(req)) {
    put(res, again, 'Access-Control-Expose-Headers', allowed ? policy.exposedHeaders : undefined);
    addVary(res, policy.vary);
    next();
    return;
  }
  addVary(res, policy.preflightVary);
  permit(policy, allowed, again, req, res);
  if (policy.preflightContinue) next();
  else {
    res.statusCode = policy.preflightStatus;
    res.end();
  }
}

/** Takes back what an earlier `cors()` allowed, and lets every request go on. */
export function withdraw(policy: CorsPolicy, res: ServerResponse, next: Next): void {
  if (!res.headersSent) {
    for (const name of PERMISSIONS) res.removeHeader(name);
    removeCacheControl(res);
    addVary(res, policy.vary);
  }
  next();
}

function isPreflight(req: IncomingMessage): boolean {
  return (
    req.method === 'OPTIONS' &&
    req.headers.origin !== undefined &&
    req.headers['access-control-request-method'] !== undefined
  );
}

function permit(
  policy: CorsPolicy,
  allowed: boolean,
  again: boolean,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const named = policy.allowedHeaders;
  const names = named === true ? askedFields(req) : named;
  const enters = policy.privateNetwork && asksForPrivateNetwork(req);
  put(res, again, 'Access-Control-Allow-Methods', allowed ? policy.methods : undefined);
  put(res, again, 'Access-Control-Allow-Headers', allowed ? names : undefined);
  put(res, again, 'Access-Control-Allow-Private-Network', allowed && enters ? 'true' : undefined);
  put(res, again, 'Access-Control-Max-Age', allowed ? policy.maxAge : undefined);
  if (again) removeCacheControl(res);
  if (!allowed || policy.cacheControl === undefined) return;
  res.setHeader('Cache-Control', policy.cacheControl);
  if (policy.preflightContinue) cacheControls.set(res, policy.cacheControl);
}

/** Removes that of an earlier `cors()`, unless somebody has set another since. */
function removeCacheControl(res: ServerResponse): void {
  const earlier = cacheControls.get(res);
  if (earlier !== undefined && res.getHeader('Cache-Control') === earlier) res.removeHeader('Cache-Control');
}

function askedFields(req: IncomingMessage): string | undefined {
  const asked = req.headers['access-control-request-headers'];
  return asked !== undefined && FIELD_NAMES.test(asked) ? asked : undefined;
}

function asksForPrivateNetwork(req: IncomingMessage): boolean {
  return req.headers['access-control-request-private-network'] === 'true';
}

/** Removes what an earlier `cors()` allowed, so that a stricter one behind it is not undone. */
function put(res: ServerResponse, again: boolean, name: string, value: string | undefined): void {
  if (value !== undefined) res.setHeader(name, value);
  else if (again) res.removeHeader(name);
}

function addVary(res: ServerResponse, fields: string | undefined): void {
  if (fields === undefined) return;
  const existing = res.getHeader('Vary');
  res.setHeader('Vary', existing === undefined ? fields : appendVary(String(existing), fields));
}
