/**
 * One request through the middleware, with Node's own request and response objects and without a socket, against the
 * cors package. Making the response is part of every row; `nothing` is that cost alone. Processor time in rounds, each
 * variant in turn: what else the machine does falls on all of them.
 */

import { deepStrictEqual } from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { cpus } from 'node:os';
import { cors } from '@nextpress/cors';
import peer from 'cors';

/** @typedef {import('@nextpress/cors').CorsMiddleware} Middleware */

const ITERATIONS = 20_000;
const ROUNDS = Number(process.env.ROUNDS ?? 15);

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
const frozen = Object.freeze({
  ...named,
  origin: Object.freeze(list),
  allowedHeaders: Object.freeze(named.allowedHeaders),
});

/** The middleware of both, with the same options. @param {object} options @returns {[Middleware, Middleware]} */
const both = (options) => [cors(options), peer(options)];

/** @type {[string, IncomingMessage, [ours: Middleware, theirs: Middleware]][]} */
const rows = [
  ['simple request, any origin', simple, both({})],
  ['simple request, list of three', simple, both(named)],
  ['preflight, any origin', preflight, both({})],
  ['preflight, list of three', preflight, both(named)],
  ['simple request, options chosen', simple, [cors(() => frozen), peer(calledBack(frozen))]],
  ['simple request, options made', simple, [cors(() => ({ ...named })), peer(calledBack(named))]],
];

/** The only form that the peer has. @param {object} options */
function calledBack(options) {
  return (/** @type {unknown} */ _req, /** @type {(error: null, options: object) => void} */ callback) =>
    callback(null, { ...options });
}

/**
 * @param {Middleware} middleware
 * @param {IncomingMessage} req
 */
function answer(middleware, req) {
  const res = new ServerResponse(req);
  middleware(req, res, () => {});
  return res;
}

/** What a run made, so that V8 can't leave it out. @type {unknown} */
let kept;

/** @param {() => unknown} run */
function time(run) {
  const { user, system } = process.cpuUsage();
  for (let i = 0; i < ITERATIONS; i++) kept = run();
  const used = process.cpuUsage({ user, system });
  return (used.user + used.system) / ITERATIONS;
}

/** @param {readonly number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

console.log(`${cpus()[0]?.model}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}\n`);
console.log('| | @nextpress/cors | cors | nothing |\n|---|---|---|---|');
for (const [name, req, [ours, theirs]] of rows) {
  const fields = [ours, theirs].map((middleware) => {
    const rest = answer(middleware, req).getHeaders();
    // The peer sends a length with 204, which RFC 9110 §8.6 forbids.
    delete rest['content-length'];
    return rest;
  });
  deepStrictEqual(fields[0], fields[1]);

  const variants = [() => answer(ours, req), () => answer(theirs, req), () => new ServerResponse(req)];
  for (const run of variants) for (let i = 0; i < 3; i++) time(run);
  const rounds = Array.from({ length: ROUNDS }, () => variants.map(time));
  const first = median(rounds.map(([own = 0]) => own));
  const others = [1, 2].map((at) => median(rounds.map((round) => (round[at] ?? 0) / (round[0] ?? 1))));
  const cells = [`${first.toFixed(2)} µs`, ...others.map((ratio) => `${ratio.toFixed(2)} ×`)];
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}
if (kept === undefined) throw new Error('nothing was measured');
