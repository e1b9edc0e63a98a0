import { randomUUID } from 'node:crypto';
import { Ajv } from 'ajv';
import { H3, HTTPError, serve as listen } from 'h3';
import { LIMIT, Limiter, RequestLog, userOf } from '../../content/layers.mjs';
import { registrationSchema } from '../../content/registration.mjs';

const validate = new Ajv().compile(registrationSchema);
const log = new RequestLog();
const limiter = new Limiter(LIMIT);

/** @type {import('h3').Middleware} */
function requestId(event, next) {
  const id = event.req.headers.get('x-request-id') ?? randomUUID();
  event.context.id = id;
  event.res.headers.set('X-Request-Id', id);
  return next();
}

/** @type {import('h3').Middleware} */
async function logRequest(event, next) {
  const start = performance.now();
  const answer = await next();
  log.add({
    id: /** @type {string} */ (event.context.id),
    method: event.req.method,
    path: event.url.pathname,
    status: event.res.status ?? 200,
    milliseconds: performance.now() - start,
  });
  return answer;
}

/** @type {import('h3').Middleware} */
function authenticate(event, next) {
  const user = userOf(event.req.headers.get('authorization'));
  if (user === undefined) throw new HTTPError({ status: 401 });
  event.context.user = user;
  return next();
}

/** @type {import('h3').Middleware} */
function limit(event, next) {
  const left = limiter.take(/** @type {string} */ (event.context.user));
  event.res.headers.set('X-RateLimit-Limit', String(limiter.limit));
  event.res.headers.set('X-RateLimit-Remaining', String(Math.max(left, 0)));
  if (left < 0) throw new HTTPError({ status: 429 });
  return next();
}

/** @type {import('h3').Middleware} */
function secure(event, next) {
  event.res.headers.set('X-Content-Type-Options', 'nosniff');
  return next();
}

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  const app = new H3();

  app.get('/orders/:id', (event) => ({ id: event.context.params?.id, owner: event.context.user }), {
    middleware: [requestId, logRequest, authenticate, limit, secure],
  });

  app.post('/registrations', async (event) => {
    const body = await event.req.json();
    if (!validate(body)) throw new HTTPError({ status: 400, data: validate.errors });
    event.res.status = 201;
    return { name: body.name, email: body.email };
  });

  const server = listen(app, { port: 0, hostname: '127.0.0.1', silent: true });
  await server.ready();
  return { port: Number(new URL(server.url ?? '').port) };
}
