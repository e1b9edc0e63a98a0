import { randomUUID } from 'node:crypto';
import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import { Ajv } from 'ajv';
import Koa from 'koa';
import { LIMIT, Limiter, RequestLog, userOf } from '../../content/layers.mjs';
import { registrationSchema } from '../../content/registration.mjs';

/** @typedef {import('koa').Middleware<{ id: string, user: string }>} Middleware */

const validate = new Ajv().compile(registrationSchema);
const log = new RequestLog();
const limiter = new Limiter(LIMIT);

/** @type {Middleware} */
function requestId(ctx, next) {
  ctx.state.id = ctx.get('X-Request-Id') || randomUUID();
  ctx.set('X-Request-Id', ctx.state.id);
  return next();
}

/** @type {Middleware} */
async function logRequest(ctx, next) {
  const { id } = ctx.state;
  const { method, url: path } = ctx;
  const start = performance.now();
  try {
    await next();
  } finally {
    log.add({ id, method, path, status: ctx.status, milliseconds: performance.now() - start });
  }
}

/** @type {Middleware} */
function authenticate(ctx, next) {
  const user = userOf(ctx.get('Authorization'));
  if (user === undefined) return ctx.throw(401);
  ctx.state.user = user;
  return next();
}

/** @type {Middleware} */
function limit(ctx, next) {
  const left = limiter.take(ctx.state.user);
  ctx.set('X-RateLimit-Limit', String(limiter.limit));
  ctx.set('X-RateLimit-Remaining', String(Math.max(left, 0)));
  if (left < 0) ctx.throw(429);
  return next();
}

/** @type {Middleware} */
function secure(ctx, next) {
  ctx.set('X-Content-Type-Options', 'nosniff');
  return next();
}

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = new Koa();
  const router = new Router();

  router.get('/orders/:id', requestId, logRequest, authenticate, limit, secure, (ctx) => {
    ctx.body = { id: ctx.params.id, owner: ctx.state.user };
  });

  router.post('/registrations', bodyParser(), (ctx) => {
    const { body } = ctx.request;
    const isValid = validate(body);
    ctx.status = isValid ? 201 : 400;
    ctx.body = isValid ? { name: body.name, email: body.email } : { errors: validate.errors };
  });

  return app.use(router.routes()).listen(0, '127.0.0.1');
}
