/** @module Response headers: the five that the middlewares of `middlewares` set. */

export const securityHeaders = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
});

/**
 * The five middlewares for all frameworks that take `(req, res, next)`.
 *
 * @type {((req: unknown, res: import('node:http').ServerResponse, next: () => void) => void)[]}
 */
export const middlewares = securityHeaders.map(([name, value]) => (_req, res, next) => {
  res.setHeader(name, value);
  next();
});

/** The request headers that `headers` reads. @param {import('node:http').IncomingHttpHeaders} headers */
export const readHeaders = (headers) => ({
  agent: headers['user-agent'],
  accept: headers.accept,
  cookie: headers.cookie,
});
