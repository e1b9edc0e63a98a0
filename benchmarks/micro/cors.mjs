// One request through the middleware, with Node's own request and response and without a socket: Nextpress against the
// cors package. Making the response is part of each figure.
import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import peer from 'cors';
import { bench, do_not_optimize, run, summary } from 'mitata';
import { cors } from 'nextpress';
import { policy } from '../content/cors-policy.mjs';

/** @typedef {(req: any, res: any, next: () => void) => void} Middleware */

/** @param {string} method @param {Record<string, string>} headers */
function request(method, headers) {
  const req = new IncomingMessage(new Socket());
  req.method = method;
  req.url = '/';
  Object.assign(req.headers, { origin: policy.origins[1], ...headers });
  return req;
}

/** @param {Middleware} middleware @param {IncomingMessage} req */
function respond(middleware, req) {
  const res = new ServerResponse(req);
  middleware(req, res, () => {});
  return res;
}

const { origins: origin, methods, allowedHeaders, maxAge } = policy;
const options = { origin, methods, allowedHeaders, maxAge, credentials: true };
const requests = {
  simple: request('GET', {}),
  preflight: request('OPTIONS', {
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type',
  }),
};

for (const [kind, req] of Object.entries(requests)) {
  /** @type {Record<string, Middleware>} */
  const middlewares = { nextpress: cors(options), cors: peer(options) };
  const origins = Object.values(middlewares).map((middleware) =>
    respond(middleware, req).getHeader('access-control-allow-origin'),
  );
  assert.deepEqual(origins, [policy.origins[1], policy.origins[1]]);
  summary(() => {
    for (const [name, middleware] of Object.entries(middlewares)) {
      bench(`${kind}  ${name}`, () => do_not_optimize(respond(middleware, req)));
    }
  });
}
await run();
