import { randomUUID } from 'node:crypto';
import { Ajv } from 'ajv';
import { Hono } from 'hono';
import { LIMIT, Limiter, RequestLog, userOf } from '../../content/layers.mjs';
import { registrationSchema } from '../../content/registration.mjs';

/** @typedef {{ Variables: { id: string, user: string } }} Env */
/** @typedef {import('hono').MiddlewareHandler<Env>} Middleware */

const validate = new Ajv().compile(registrationSchema);
const log = new RequestLog();
const limiter = new Limiter(LIMIT);

/** @type {Middleware} */
async function requestId(c, next) {
  const id = c.req.header('x-request-id') ?? randomUUID();
  c.set('id', id);
  c.header('X-Request-Id', id);
  await next();
}

/** @type {Middleware} */
async function logRequest(c, next) {
  const { method, path } = c.req;
  const start = performance.now();
  await next();
  log.add({ id: c.get('id'), method, path, status: c.res.status, milliseconds: performance.now() - start });
}

/** @type {Middleware} */
async function authenticate(c, next) {
  const user = userOf(c.req.header('authorization'));
  if (user === undefined) return c.json({ error: 'Unauthorized' }, 401);
  c.set('user', user);
  return next();
}

/** @type {Middleware} */
async function limit(c, next) {
  const left = limiter.take(c.get('user'));
  c.header('X-RateLimit-Limit', String(limiter.limit));
  c.header('X-RateLimit-Remaining', String(Math.max(left, 0)));
  return left < 0 ? c.json({ error: 'Too Many Requests' }, 429) : next();
}

/** @type {Middleware} */
async function secure(c, next) {
  c.header('X-Content-Type-Options', 'nosniff');
  await next();
}

export const app = /** @type {Hono<Env>} */ (new Hono());

app.get('/orders/:id', requestId, logRequest, authenticate, limit, secure, (c) =>
  c.json({ id: c.req.param('id'), owner: c.get('user') }),
);

app.post('/registrations', async (c) => {
  const body = await c.req.json();
  return validate(body)
    ? c.json({ name: body.name, email: body.email }, 201)
    : c.json({ errors: validate.errors }, 400);
});
