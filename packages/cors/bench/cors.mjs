/**
 * One request through the middleware, with Node's own request and response objects and without a socket, against the
 * cors package. Making the response is part of every row; `nothing` is that cost alone.
 */

import { deepStrictEqual } from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { cors } from '@nextpress/cors';
import peer from 'cors';
import { bench, do_not_optimize, run, summary } from 'mitata';

/** @typedef {import('@nextpress/cors').CorsMiddleware} Middleware */

/**
 * @param {string} method
 * @param {Record<string, string>} headers
 */
function request(method, headers) {
  const req = new IncomingMessage(new Socket());
  req.method = method;
  req.url = '/';
  Object.assign(req.headers, headers);
  return req;
}

const simple = request('GET', { origin: 'https://a.example' });
const preflight = request('OPTIONS', {
  origin: 'https://a.example',
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'content-type',
});

const list = ['https://c.example', 'https://b.example', 'https://a.example'];
const named = { origin: list, credentials: true, allowedHeaders: ['content-type'], maxAge: 600 };

/** @type {[string, IncomingMessage, object][]} */
const rows = [
  ['simple request, any origin', simple, {}],
  ['simple request, list of three', simple, named],
  ['preflight, any origin', preflight, {}],
  ['preflight, list of three', preflight, named],
];

/**
 * @param {Middleware} middleware
 * @param {IncomingMessage} req
 */
function answer(middleware, req) {
  const res = new ServerResponse(req);
  middleware(req, res, () => {});
  return res;
}

for (const [name, req, options] of rows) {
  const fields = [cors, peer].map((make) => {
    const rest = answer(make(options), req).getHeaders();
    // The peer sends a length with 204, which RFC 9110 §8.6 forbids.
    delete rest['content-length'];
    return rest;
  });
  deepStrictEqual(fields[0], fields[1]);

  summary(() => {
    const ours = cors(options);
    const theirs = peer(options);
    bench(`${name}: @nextpress/cors`, () => do_not_optimize(answer(ours, req)));
    bench(`${name}: cors`, () => do_not_optimize(answer(theirs, req)));
    bench(`${name}: nothing`, () => do_not_optimize(new ServerResponse(req)));
  });
}

await run();
