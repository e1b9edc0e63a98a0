/** @module The five layers as `(req, res, next)`: for Nextpress, Express and Polka alike. */

import { randomUUID } from 'node:crypto';
import { LIMIT, Limiter, RequestLog, userOf } from '../../content/layers.mjs';

const log = new RequestLog();
const limiter = new Limiter(LIMIT);

/**
 * @typedef {import('node:http').IncomingMessage & { id?: string, user?: string }} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {(error?: unknown) => unknown} Next
 */

/** @param {Request} req @param {Response} res @param {Next} next */
export function requestId(req, res, next) {
  req.id = req.headers['x-request-id']?.toString() ?? randomUUID();
  res.setHeader('X-Request-Id', req.id);
  next();
}

/** @param {Request} req @param {Response} res @param {Next} next */
export function logRequest(req, res, next) {
  const { id = '', method = '', url: path = '' } = req;
  const start = performance.now();
  res.on('finish', () => {
    log.add({ id, method, path, status: res.statusCode, milliseconds: performance.now() - start });
  });
  next();
}

/** @param {Request} req @param {Response} res @param {Next} next */
export function authenticate(req, res, next) {
  const user = userOf(req.headers.authorization);
  if (user === undefined) return res.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
  req.user = user;
  return next();
}

/** @param {Request} req @param {Response} res @param {Next} next */
export function limit(req, res, next) {
  const left = limiter.take(req.user ?? '');
  res.setHeader('X-RateLimit-Limit', limiter.limit);
  res.setHeader('X-RateLimit-Remaining', Math.max(left, 0));
  if (left < 0) return res.writeHead(429).end();
  return next();
}

/** @param {Request} _req @param {Response} res @param {Next} next */
export function secure(_req, res, next) {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  next();
}

export const layers = [requestId, logRequest, authenticate, limit, secure];
