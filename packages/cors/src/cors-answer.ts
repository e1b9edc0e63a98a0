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

/** Takes back what an earlier `cors()` allowed, and lets every request go on. */
export function withdraw(policy: CorsPolicy, res: ServerResponse, next: Next): void {
  if (!res.headersSent) {
    for (const name of PERMISSIONS) res.removeHeader(name);
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
  setOrRemove(
    res,
    'Access-Control-Allow-Private-Network',
    allowed && policy.privateNetwork && asksForPrivateNetwork(req) ? 'true' : undefined,
  );
  setOrRemove(res, 'Access-Control-Max-Age', allowed ? policy.maxAge : undefined);
  if (allowed && policy.cacheControl !== undefined) res.setHeader('Cache-Control', policy.cacheControl);
}

function asksForPrivateNetwork(req: IncomingMessage): boolean {
  return req.headers['access-control-request-private-network'] === 'true';
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
