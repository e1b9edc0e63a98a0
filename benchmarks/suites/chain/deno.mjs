// Deno has no middleware: the same work in one function. Nor has it validation: ajv.
import { randomUUID } from 'node:crypto';
import { Ajv } from 'ajv';
import { LIMIT, Limiter, RequestLog, userOf } from '../../content/layers.mjs';
import { registrationSchema } from '../../content/registration.mjs';

const validate = new Ajv().compile(registrationSchema);
const log = new RequestLog();
const limiter = new Limiter(LIMIT);

/** @param {Request} request @param {string} path */
function showOrder({ headers, method }, path) {
  const start = performance.now();
  const id = headers.get('x-request-id') ?? randomUUID();
  const answer = answerOrder(id, userOf(headers.get('authorization')), path.slice('/orders/'.length));
  log.add({ id, method, path, status: answer.status, milliseconds: performance.now() - start });
  return answer;
}

/** @param {string} id @param {string | undefined} user @param {string} order */
function answerOrder(id, user, order) {
  if (user === undefined) {
    return new Response(null, { status: 401, headers: { 'X-Request-Id': id, 'WWW-Authenticate': 'Bearer' } });
  }
  const left = limiter.take(user);
  const headers = {
    'X-Request-Id': id,
    'X-RateLimit-Limit': String(limiter.limit),
    'X-RateLimit-Remaining': String(Math.max(left, 0)),
    'X-Content-Type-Options': 'nosniff',
  };
  if (left < 0) return new Response(null, { status: 429, headers });
  return Response.json({ id: order, owner: user }, { headers });
}

/** @param {Request} request */
async function register(request) {
  const body = await request.json();
  return validate(body)
    ? Response.json({ name: body.name, email: body.email }, { status: 201 })
    : Response.json({ errors: validate.errors }, { status: 400 });
}

/** @type {import('../../suite.mjs').Serve} */
export const serve = () =>
  Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'GET' && pathname.startsWith('/orders/')) return showOrder(request, pathname);
    if (request.method === 'POST' && pathname === '/registrations') return register(request);
    return Response.json({ error: 'Not Found' }, { status: 404 });
  }).addr;
