/** @module Hot: sets the headers of a response, and responds to preflights. Bench: `npm run bench:micro -- cors`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { appendVary } from '@nextpress/semantics/vary';
import type { CorsPolicy } from './cors-policy.ts';

/** Continues the chain; an argument other than `undefined` is an error. */
export type Next = (error?: unknown) => void;

/** Every response header that allows something. */
const PERMISSIONS = [
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Credentials',
  'Access-Control-Expose-Headers',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Headers',
  'Access-Control-Allow-Private-Network',
  'Access-Control-Max-Age',
];

/** The `Cache-Control` that a `cors()` has set before another one, to distinguish it from one that user code has set. */
const cacheControls = new WeakMap<ServerResponse, string>();

/** A list of header names as browsers send it. Linear in its length. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~, \t-]+$/;

/**
 * Sets the headers for an origin, responds to a preflight, and calls `next` for other requests.
 *
 * @param origin - `undefined` if the origin is not allowed
 */
export function respond(
  policy: CorsPolicy,
  origin: string | undefined,
  req: IncomingMessage,
  res: ServerResponse,
  next: Next,
): void {
  const isAllowed = origin !== undefined;
  // Every permission of an earlier `cors()` comes with this header.
  const hasEarlier = res.hasHeader('Access-Control-Allow-Origin');
  replace(res, hasEarlier, 'Access-Control-Allow-Origin', origin);
  replace(res, hasEarlier, 'Access-Control-Allow-Credentials', isAllowed ? policy.credentials : undefined);
  if (!isPreflight(req)) {
    replace(res, hasEarlier, 'Access-Control-Expose-Headers', isAllowed ? policy.exposedHeaders : undefined);
    addVary(res, policy.vary);
    next();
    return;
  }
  addVary(res, policy.preflightVary);
  setPreflightHeaders(policy, isAllowed, hasEarlier, req, res);
  if (policy.preflightContinue) next();
  else {
    res.statusCode = policy.preflightStatus;
    res.end();
  }
}

/** Removes the headers of an earlier `cors()`, and calls `next` for every request. */
export function removePermissions(policy: CorsPolicy, res: ServerResponse, next: Next): void {
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

function setPreflightHeaders(
  policy: CorsPolicy,
  isAllowed: boolean,
  hasEarlier: boolean,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const { allowedHeaders } = policy;
  const headers = allowedHeaders === true ? requestedHeaders(req) : allowedHeaders;
  const privateNetwork = policy.privateNetwork && requestsPrivateNetwork(req) ? 'true' : undefined;
  replace(res, hasEarlier, 'Access-Control-Allow-Methods', isAllowed ? policy.methods : undefined);
  replace(res, hasEarlier, 'Access-Control-Allow-Headers', isAllowed ? headers : undefined);
  replace(res, hasEarlier, 'Access-Control-Allow-Private-Network', isAllowed ? privateNetwork : undefined);
  replace(res, hasEarlier, 'Access-Control-Max-Age', isAllowed ? policy.maxAge : undefined);
  if (hasEarlier) removeCacheControl(res);
  if (!isAllowed || policy.cacheControl === undefined) return;
  res.setHeader('Cache-Control', policy.cacheControl);
  if (policy.preflightContinue) cacheControls.set(res, policy.cacheControl);
}

/** Removes the `Cache-Control` of an earlier `cors()`, unless user code has set another since. */
function removeCacheControl(res: ServerResponse): void {
  const earlier = cacheControls.get(res);
  if (earlier !== undefined && res.getHeader('Cache-Control') === earlier) res.removeHeader('Cache-Control');
}

function requestedHeaders(req: IncomingMessage): string | undefined {
  const names = req.headers['access-control-request-headers'];
  return names !== undefined && HEADER_NAMES.test(names) ? names : undefined;
}

function requestsPrivateNetwork(req: IncomingMessage): boolean {
  return req.headers['access-control-request-private-network'] === 'true';
}

/** Sets the header, or removes the one of an earlier `cors()`, so that a stricter `cors()` after it is not undone. */
function replace(res: ServerResponse, hasEarlier: boolean, name: string, value: string | undefined): void {
  if (value !== undefined) res.setHeader(name, value);
  else if (hasEarlier) res.removeHeader(name);
}

function addVary(res: ServerResponse, names: string | undefined): void {
  if (names === undefined) return;
  const existing = res.getHeader('Vary');
  res.setHeader('Vary', existing === undefined ? names : appendVary(String(existing), names));
}
