import { order } from '@nextpress-internal/bench-kit/order';
import { areaThingPath, THING_METHODS, thingPath, unknownPath } from '@nextpress-internal/bench-kit/routes';
import { items, policy } from './content/cors-policy.mjs';
import { fileOf } from './content/files.mjs';
import { securityHeaders } from './content/headers.mjs';
import { chunks } from './content/megabyte.mjs';
import { payment, publicReceipt } from './content/payment.mjs';
import { registration } from './content/registration.mjs';

/**
 * @typedef {{ request: import('@nextpress-internal/bench-kit/heads').Request, response: import('./core/response.mjs').Expected }} Exchange
 *
 * @typedef {object} Scenario
 * @property {string} name
 * @property {string} title
 * @property {string} app Of the files in `servers/`.
 * @property {readonly string[]} [servers] That serve it (all that serve the app).
 * @property {(id: number, index: number) => Exchange} exchange Makes a request for a random id.
 * @property {number} [heads] How many different requests are sent (4,096).
 * @property {number} [connections] (100)
 * @property {number} [pipelining] Requests sent at once on each connection (1).
 * @property {number} [warmUp] Requests before the measurement (20,000).
 * @property {number} [settle] Requests on each connection before the measurement (4).
 * @property {number} [most] Requests in each turn, where a time would exhaust the ports.
 * @property {boolean} [fresh] Opens a connection for each request, which the client closes.
 * @property {number} [idle] Connections that `bench:latency` opens before, and that stay idle after one response. Other commands ignore it.
 * @property {boolean} [lane] Is about the fast lane, and left out of the other commands.
 */

const JSON_TYPE = 'application/json';

/** @param {string} path @param {unknown} value @param {Partial<import('@nextpress-internal/bench-kit/heads').Request>} [more] @returns {Exchange} */
const getJson = (path, value, more) => ({
  request: { method: 'GET', path, ...more },
  response: { status: 200, type: JSON_TYPE, body: JSON.stringify(value) },
});

/** @param {string} path @param {string} body @param {string} response @param {Partial<import('@nextpress-internal/bench-kit/heads').Request>} [more] @returns {Exchange} */
const postJson = (path, body, response, more) => ({
  request: { method: 'POST', path, headers: { 'Content-Type': JSON_TYPE }, body, ...more },
  response: { status: 200, type: JSON_TYPE, body: response },
});

/** @param {number} id */
const pay = (id) =>
  postJson('/payments', JSON.stringify(payment(id)), JSON.stringify(publicReceipt(payment(id))));

const hello = () => getJson('/', { hello: 'world' });

/** @param {number} id */
const params = (id) => getJson(`/users/${id}?page=${id % 90}`, { id: `${id}`, page: `${id % 90}` });

/** @param {number} id @returns {Exchange} */
const missing = (id) => ({ request: { method: 'GET', path: `/missing/${id}` }, response: { status: 404 } });

/** @param {number} id @param {boolean} [chunked] */
const echo = (id, chunked = false) => postJson('/echo', order(id), order(id), { chunked });

/** @param {readonly (readonly [string, string])[]} headers */
const lowerCase = (headers) =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));

/** @param {number} id */
const originOf = (id) => String(policy.origins[id % policy.origins.length]);

/** @param {number} id */
const corsHeaders = (id) => ({
  'access-control-allow-origin': originOf(id),
  'access-control-allow-credentials': 'true',
});

/** A connection for each request. @type {Pick<Scenario, 'most' | 'settle' | 'warmUp' | 'lane'>} */
const shortLived = { most: 1_000, settle: 1, warmUp: 4_000, lane: true };

/** Servers that respond to other methods of a path with 405, and to `OPTIONS`, by themselves. */
const METHOD_SERVERS = ['node-http', 'nextpress', 'nextpress-node'];

/**
 * Makes the scenarios of one number of routes, which should cost the same for every number.
 *
 * @param {string} app
 * @param {string} place
 * @param {number} areas Ten routes each.
 * @returns {Scenario[]}
 */
function lookups(app, place, areas) {
  const headers = { allow: THING_METHODS };
  /** @param {string} method @param {number} status @returns {(id: number) => Exchange} */
  const refused = (method, status) => (id) => ({
    request: { method, path: areaThingPath(areas, id) },
    response: { status, headers },
  });
  return [
    {
      name: app,
      title: `a route ${place}`,
      app,
      exchange: (id) => getJson(areaThingPath(areas, id), { id: `${id}` }),
    },
    {
      name: `${app}-404`,
      title: `404 ${place}`,
      app,
      exchange: (id) => ({
        request: { method: 'GET', path: unknownPath(areas, id) },
        response: { status: 404 },
      }),
    },
    {
      name: `${app}-405`,
      title: `405 ${place}`,
      app,
      servers: METHOD_SERVERS,
      exchange: refused('PATCH', 405),
    },
    {
      name: `${app}-options`,
      title: `OPTIONS ${place}`,
      app,
      servers: METHOD_SERVERS,
      exchange: refused('OPTIONS', 204),
    },
  ];
}

/** @type {readonly Scenario[]} */
export const scenarios = [
  { name: 'hello', title: 'hello JSON', app: 'hello', exchange: hello },
  {
    name: 'hello-identical',
    title: 'hello JSON, one identical head',
    app: 'hello',
    exchange: hello,
    heads: 1,
  },
  {
    name: 'hello-pipelined',
    title: 'hello JSON, 10 pipelined',
    app: 'hello',
    exchange: hello,
    pipelining: 10,
  },
  {
    name: 'params',
    title: 'parameter and query',
    app: 'params',
    exchange: params,
  },
  { name: 'echo', title: 'POST 1 kB of JSON, echoed', app: 'echo', exchange: (id) => echo(id) },
  {
    name: 'mix',
    title: 'GET, parameter and query, POST 1 kB of JSON, 404',
    app: 'mix',
    exchange: (id, index) => [hello(), params(id), echo(id), missing(id)][index % 4] ?? hello(),
  },
  {
    name: 'wait',
    title: 'hello JSON, one handler in 128 waits 10 ms for a timer',
    app: 'mix',
    exchange: (_id, index) => (index % 128 === 64 ? getJson('/wait', { hello: 'world' }) : hello()),
  },
  {
    name: 'idle',
    title: 'hello JSON beside 10,000 idle connections',
    app: 'hello',
    exchange: hello,
    idle: 10_000,
  },
  {
    name: 'middlewares',
    title: 'five middlewares that set a header each',
    app: 'middlewares',
    exchange() {
      const { request, response } = hello();
      return { request, response: { ...response, headers: lowerCase(securityHeaders) } };
    },
  },
  {
    name: 'routes-200',
    title: '200 routes',
    app: 'routes',
    exchange: (id) => getJson(thingPath(id), { id: `${id}` }),
  },
  ...lookups('routes-10', 'among 10 routes', 1),
  ...lookups('routes-5000', 'among 5,000 routes', 500),
  ...lookups('scopes-500', 'in 500 scopes of 10 routes', 500),
  {
    name: 'guarded',
    title: '200 routes after a guard for all paths',
    app: 'guarded',
    exchange: (id) => getJson(thingPath(id), { id: `${id}` }, { headers: { 'X-Api-Key': 'secret' } }),
  },
  {
    name: 'file',
    title: 'file of 1 kB',
    app: 'files',
    exchange(id) {
      const { path, text } = fileOf(id);
      return { request: { method: 'GET', path }, response: { status: 200, type: 'text/plain', body: text } };
    },
  },
  {
    name: 'not-found',
    title: '404',
    app: 'errors',
    exchange: missing,
  },
  {
    name: 'error',
    title: 'handler that throws',
    app: 'errors',
    exchange: (id) => ({ request: { method: 'GET', path: `/error/${id}` }, response: { status: 500 } }),
  },
  {
    name: 'cors',
    title: 'request from another origin',
    app: 'cors',
    exchange(id) {
      const { request, response } = getJson('/items', items, { headers: { Origin: originOf(id) } });
      return { request, response: { ...response, headers: corsHeaders(id) } };
    },
  },
  {
    name: 'cors-preflight',
    title: 'CORS preflight',
    app: 'cors',
    exchange: (id) => ({
      request: {
        method: 'OPTIONS',
        path: '/items',
        headers: {
          Origin: originOf(id),
          'Access-Control-Request-Method': 'PUT',
          'Access-Control-Request-Headers': 'authorization,content-type',
        },
      },
      response: { status: 204, headers: corsHeaders(id) },
    }),
  },
  {
    name: 'validation',
    title: 'POST of ten properties, validated',
    app: 'validation',
    exchange(id) {
      const value = registration(id);
      const { name, email } = value;
      return postJson('/registrations', JSON.stringify(value), JSON.stringify({ name, email }));
    },
  },
  {
    name: 'payments',
    title: '200 routes, POST validated and serialized by JSON Schema',
    app: 'payments',
    exchange: pay,
  },
  {
    name: 'payments-zod',
    title: '200 routes, POST validated by zod',
    app: 'payments-zod',
    exchange: pay,
  },
  {
    name: 'fetch-ping',
    title: 'fetch handler, GET',
    app: 'fetch',
    exchange: () => ({
      request: { method: 'GET', path: '/' },
      response: { status: 200, type: 'text/plain', body: 'Hi' },
    }),
  },
  {
    name: 'fetch-query',
    title: 'fetch handler, GET with a parameter, a query and a response header',
    app: 'fetch',
    exchange: (id) => ({
      request: { method: 'GET', path: `/id/${id}?name=bun` },
      response: {
        status: 200,
        type: 'text/plain',
        body: `${id} bun`,
        headers: { 'x-powered-by': 'benchmark' },
      },
    }),
  },
  {
    name: 'fetch-body',
    title: 'fetch handler, POST of JSON',
    app: 'fetch',
    exchange(id) {
      const body = JSON.stringify({ hello: `world ${id}` });
      return postJson('/json', body, body);
    },
  },
  {
    name: 'upload',
    title: 'upload of 100 kB',
    app: 'transfer',
    exchange: () => ({
      request: {
        method: 'POST',
        path: '/upload',
        headers: { 'Content-Type': 'application/octet-stream' },
        body: 'x'.repeat(100_000),
      },
      response: { status: 200, type: JSON_TYPE, body: '{"bytes":100000}' },
    }),
    heads: 64,
    connections: 50,
    warmUp: 3_000,
  },
  {
    name: 'stream',
    title: 'stream of 1 MB',
    app: 'transfer',
    exchange: () => ({
      request: { method: 'GET', path: '/stream' },
      response: {
        status: 200,
        type: 'application/octet-stream',
        body: Buffer.concat(chunks).toString('latin1'),
      },
    }),
    heads: 16,
    connections: 20,
    warmUp: 500,
  },
  {
    name: 'async',
    title: 'async handler, one microtask',
    app: 'async',
    exchange: hello,
    lane: true,
  },
  {
    name: 'headers',
    title: 'three request headers read',
    app: 'headers',
    // The client's lines are random: the server's response has to have the right shape only.
    exchange: () => ({ request: { method: 'GET', path: '/' }, response: { status: 200, type: JSON_TYPE } }),
    lane: true,
  },
  {
    name: 'mixed',
    title: 'one chunked POST in 100',
    app: 'echo',
    exchange: (id, index) => echo(id, index % 100 === 50),
    settle: 150,
    lane: true,
  },
  {
    name: 'chunked',
    title: 'handed to Node: chunked POST',
    app: 'echo',
    exchange: (id) => echo(id, true),
    settle: 20,
    lane: true,
  },
  {
    name: 'http-1.0',
    title: 'handed to Node: HTTP/1.0 keep-alive',
    app: 'hello',
    exchange: () => getJson('/', { hello: 'world' }, { version: '1.0', connection: 'keep-alive' }),
    settle: 20,
    lane: true,
  },
  {
    name: 'closed',
    title: 'a connection for each request: `Connection: close`',
    app: 'hello',
    exchange: () => getJson('/', { hello: 'world' }, { connection: 'close' }),
    ...shortLived,
  },
  {
    name: 'fresh',
    title: 'a connection for each request, closed by the client',
    app: 'hello',
    exchange: hello,
    fresh: true,
    ...shortLived,
  },
];
