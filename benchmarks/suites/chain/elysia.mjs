import { randomUUID } from 'node:crypto';
import { Elysia, t } from 'elysia';
import { LIMIT, Limiter, RequestLog, userOf } from '../../content/layers.mjs';

const log = new RequestLog();
const limiter = new Limiter(LIMIT);
const text = t.String({ minLength: 1, maxLength: 100 });

/** The same as `registrationSchema`, in Elysia's own words. */
const registration = t.Object(
  {
    name: text,
    email: t.String({ pattern: '^[^@ ]+@[^@ ]+$', maxLength: 254 }),
    password: t.String({ minLength: 12, maxLength: 200 }),
    age: t.Integer({ minimum: 16, maximum: 130 }),
    country: t.String({ pattern: '^[A-Z]{2}$' }),
    city: text,
    postcode: t.String({ pattern: '^[A-Z0-9 -]{3,10}$' }),
    phone: t.String({ pattern: '^\\+[0-9]{7,15}$' }),
    plan: t.Union([t.Literal('free'), t.Literal('team'), t.Literal('company')]),
    newsletter: t.Boolean(),
  },
  { additionalProperties: false },
);

const requestId = new Elysia().derive({ as: 'scoped' }, ({ headers, set }) => {
  const id = headers['x-request-id'] ?? randomUUID();
  set.headers['x-request-id'] = id;
  return { id, start: performance.now() };
});

const logResponse = new Elysia()
  .use(requestId)
  .onAfterResponse({ as: 'scoped' }, ({ id = '', start = 0, path, request, set }) => {
    const milliseconds = performance.now() - start;
    log.add({ id, method: request.method, path, status: Number(set.status ?? 200), milliseconds });
  });

const authenticate = new Elysia().resolve({ as: 'scoped' }, ({ headers, status }) => {
  const user = userOf(headers.authorization);
  return user === undefined ? status(401) : { user };
});

const limit = new Elysia()
  .use(authenticate)
  .onBeforeHandle({ as: 'scoped' }, ({ user = '', set, status }) => {
    const left = limiter.take(user);
    set.headers['x-ratelimit-limit'] = String(limiter.limit);
    set.headers['x-ratelimit-remaining'] = String(Math.max(left, 0));
    return left < 0 ? status(429) : undefined;
  });

const secure = new Elysia().onBeforeHandle({ as: 'scoped' }, ({ set }) => {
  set.headers['x-content-type-options'] = 'nosniff';
});

const orders = new Elysia()
  .use([requestId, logResponse, authenticate, limit, secure])
  .get('/orders/:id', ({ params, user }) => ({ id: params.id, owner: user }));

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = new Elysia()
    .use(orders)
    .post('/registrations', ({ body, status }) => status(201, { name: body.name, email: body.email }), {
      body: registration,
    })
    .listen({ port: 0, hostname: '127.0.0.1' });
  return { port: Number(app.server?.port) };
}
