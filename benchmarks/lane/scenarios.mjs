import { get, getVaried, order, post, postChunked } from './requests.mjs';

/**
 * One row of the table.
 *
 * @typedef {object} Scenario
 * @property {string} name
 * @property {string} title
 * @property {string} app A file of `apps/`.
 * @property {readonly Buffer[]} requests A cycle that every connection goes through.
 * @property {string} answer The body of each answer.
 * @property {Record<string, string>} [fields] That each answer must have.
 * @property {readonly string[]} variants Who is measured.
 * @property {string} baseline What ratios are taken to.
 * @property {string} lane The variant that stands for the fast lane.
 * @property {readonly Goal[]} goals One for each number of pipelined requests.
 * @property {number} [settle] Requests on each connection before the measured ones (2).
 * @property {boolean} [fresh] Whether every request has a connection of its own, which the client leaves.
 * @property {number} [pieces] Writes that a batch is sent in (1).
 *
 * @typedef {object} Goal
 * @property {number} pipelining
 * @property {number | Readonly<Record<string, number>>} least Ratio to the baseline, for all or by Node's major version.
 * @property {number | Readonly<Record<string, number>>} [beyond] The mark to chase.
 */

const bare = ['node-http', 'fast-lane'];
const nextpress = ['nextpress-node', 'nextpress'];
const native = ['bun', 'deno'];
const hello = JSON.stringify({ hello: 'world' });
const helloGoals = [
  { pipelining: 1, least: { 20: 1.55, 22: 1.55, 24: 1.7, 26: 1.7 }, beyond: 1.9 },
  { pipelining: 10, least: 5, beyond: 5.8 },
];
const read = JSON.stringify({ agent: 101, accept: 85, cookie: 43 });
const mixed = Array.from({ length: 100 }, (_, index) => (index === 50 ? postChunked('/', order) : get('/')));

/** @param {number} one @param {number} ten @param {readonly number[]} [beyond] @returns {Goal[]} */
const goals = (one, ten, beyond = []) =>
  [
    { pipelining: 1, least: one },
    { pipelining: 10, least: ten },
  ].map((goal, index) => ({ ...goal, ...(beyond[index] && { beyond: beyond[index] }) }));

/** @type {Pick<Scenario, 'baseline' | 'lane'>} */
const ofNextpress = { baseline: 'node-http', lane: 'nextpress' };

/** An unmodified framework on the lane, against itself. @param {string} name @param {string} title @param {Goal} goal @returns {Scenario} */
const framework = (name, title, goal) => ({
  name,
  title,
  app: name,
  requests: [get('/')],
  answer: hello,
  variants: ['node-http', 'fast-lane'],
  baseline: 'node-http',
  lane: 'fast-lane',
  goals: [goal],
});

/** A connection that Node always serves, once the lane has seen that. @param {string} name @param {string} title @param {Buffer} request @returns {Scenario} */
const handedOver = (name, title, request) => ({
  name,
  title,
  app: 'read-all',
  requests: [request],
  answer: hello,
  variants: [...bare, ...nextpress],
  baseline: 'node-http',
  lane: 'fast-lane',
  goals: [{ pipelining: 1, least: 0.97 }],
  settle: 20,
});

/** @type {readonly Scenario[]} */
export const scenarios = [
  {
    name: 'hello',
    title: 'hello JSON',
    app: 'hello',
    requests: [get('/')],
    answer: hello,
    variants: [...bare, 'fast-lane-lazy', ...nextpress, 'net', ...native],
    ...ofNextpress,
    goals: helloGoals,
  },
  {
    name: 'params',
    title: '`/users/:id` with query read',
    app: 'params',
    requests: [get('/users/4711?fields=name')],
    answer: JSON.stringify({ id: '4711', fields: 'name' }),
    variants: [...bare, ...nextpress, ...native],
    ...ofNextpress,
    goals: goals(1.5, 4.5, [1.8, 5]),
  },
  {
    name: 'echo',
    title: 'POST 1 kB JSON, echoed',
    app: 'echo',
    requests: [post('/echo', order)],
    answer: order,
    variants: [...bare, ...nextpress, ...native],
    ...ofNextpress,
    goals: goals(1.5, 2.5, [2, 4]),
  },
  {
    name: 'middlewares',
    title: 'five middlewares that set a field each',
    app: 'middlewares',
    requests: [get('/')],
    answer: hello,
    fields: { 'x-frame-options': 'SAMEORIGIN', vary: 'Accept-Encoding' },
    variants: [...bare, ...nextpress, ...native],
    ...ofNextpress,
    goals: goals(1.6, 3.5, [1.8, 4.5]),
  },
  {
    name: 'async',
    title: 'async handler, one microtask',
    app: 'async',
    requests: [get('/')],
    answer: hello,
    variants: [...bare, ...nextpress, ...native],
    ...ofNextpress,
    goals: goals(1.5, 5, [1.8, 5.5]),
  },
  {
    name: 'fields',
    title: 'three fields of `req.headers` read',
    app: 'fields',
    requests: [get('/')],
    answer: read,
    variants: [...bare, ...nextpress, ...native],
    ...ofNextpress,
    goals: goals(1.4, 3, [1.7, 4.5]),
  },
  {
    name: 'hello-varied',
    title: 'hello JSON, no head like the other',
    app: 'hello',
    requests: getVaried('/', 100),
    answer: hello,
    variants: [...bare, ...nextpress],
    ...ofNextpress,
    goals: helloGoals,
  },
  {
    name: 'fields-varied',
    title: 'three fields read, no head like the other',
    app: 'fields',
    requests: getVaried('/', 100),
    answer: read,
    variants: [...bare, ...nextpress],
    ...ofNextpress,
    goals: goals(1.4, 3, [1.7, 4.5]),
  },
  framework('fastify', 'Fastify 5 on the lane', { pipelining: 1, least: 1.25, beyond: 1.5 }),
  framework('koa', 'Koa 3 on the lane', { pipelining: 1, least: 1.5, beyond: 1.7 }),
  framework('express', 'Express 5 on the lane', {
    pipelining: 1,
    least: 0.97,
    beyond: { 20: 1.12, 24: 1.37 },
  }),
  {
    name: 'mixed',
    title: 'one chunked POST in 100 requests',
    app: 'read-all',
    requests: mixed,
    answer: hello,
    variants: [...bare, ...nextpress],
    ...ofNextpress,
    goals: [{ pipelining: 1, least: 1.3, beyond: { 20: 1.55, 22: 1.55, 24: 1.7, 26: 1.7 } }],
    settle: 150,
  },
  handedOver('http-1.0', 'handed over: HTTP/1.0 keep-alive', get('/', 'HTTP/1.0')),
  handedOver('chunked', 'handed over: chunked POST', postChunked('/', order)),
  handedOver('closed', 'a connection for each: `Connection: close`', get('/', 'HTTP/1.1', 'close')),
  handedOver('closed-1.0', 'a connection for each: HTTP/1.0', get('/', 'HTTP/1.0', 'close')),
  {
    ...handedOver('fresh', 'a connection for each, left by the client', get('/')),
    fresh: true,
  },
  {
    name: 'split',
    title: '150 pipelined, split packets',
    app: 'hello',
    requests: [get('/')],
    answer: hello,
    variants: [...bare, ...nextpress],
    ...ofNextpress,
    goals: [{ pipelining: 150, least: 3 }],
    pieces: 7,
  },
];

/** Variants whose answers must not differ. */
export const twins = [[...bare, 'fast-lane-lazy'], nextpress];
