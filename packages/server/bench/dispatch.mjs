/** What it takes to find and run the layers of a request, beside Express, without a socket and without an answer: by turns. */

import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { createServer, Router } from '@nextpress/server';
import express from 'express';

/** @typedef {(req: any, res: any, next: (error?: unknown) => void) => unknown} Handler */
/** @typedef {{ app: any, Router: any, done: Handler }} Made */

const ROUNDS = 25;
const CALLS = 2_000;

/** @type {Handler} */
const pass = (_req, _res, next) => next();

/** Each builds the same application on both, to be asked for a path. @type {readonly [string, string, (made: Made) => unknown][]} */
const rows = [
  ['a static route', '/about', ({ app, done }) => app.get('/about', done)],
  ['a route with a param', '/users/7', ({ app, done }) => app.get('/users/:id', done)],
  [
    'the last of a hundred routes',
    '/r99/7',
    ({ app, done }) => {
      for (let at = 0; at < 100; at++) app.get(`/r${at}/:id`, done);
    },
  ],
  [
    'behind five middleware',
    '/users/7',
    ({ app, done }) => app.use(pass, pass, pass, pass, pass).get('/users/:id', done),
  ],
  ['behind a prefix', '/users/7', ({ app, done }) => app.use('/users', pass).get('/users/:id', done)],
  [
    'in a router',
    '/users/7',
    ({ app, Router: router, done }) => app.use('/users', router().get('/:id', done)),
  ],
  [
    'in a router that merges params',
    '/users/7/pets/8',
    ({ app, Router: router, done }) =>
      app.use('/users/:id/pets', router({ mergeParams: true }).get('/:pet', done)),
  ],
  ['with a param callback', '/users/7', ({ app, done }) => app.param('id', pass).get('/users/:id', done)],
  ['of a list of paths', '/people/7', ({ app, done }) => app.get(['/users/:id', '/people/:id'], done)],
  ['by a regular expression', '/users/7', ({ app, done }) => app.get(/^\/users\/(?<id>\d+)$/, done)],
];

let handled = '';
/** @type {Handler} */
const done = (req) => {
  handled = JSON.stringify({ ...req.params });
};
/** @type {Handler} */
const silent = () => {};

/** @param {any} app @param {string} path @returns {() => void} */
function asking(app, path) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  // Both are spared the change of prototypes that objects of somebody else's server take.
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  const socket = new Socket();
  return () => {
    const req = new Request(socket);
    req.method = 'GET';
    req.url = path;
    app(req, new Response(req));
  };
}

/** Nanoseconds of CPU for one request, its objects included. @param {() => void} ask */
function costOf(ask) {
  const began = process.cpuUsage();
  for (let count = 0; count < CALLS; count++) ask();
  const { user, system } = process.cpuUsage(began);
  return ((user + system) / CALLS) * 1000;
}

console.log('| a request | ours | Express 5 | Express takes |\n|---|---|---|---|');
for (const [name, path, make] of rows) {
  const [checked, timed] = [done, silent].map((handler) => {
    const ours = createServer();
    const theirs = express().disable('x-powered-by');
    make({ app: ours, Router, done: handler });
    make({ app: theirs, Router: express.Router, done: handler });
    return [asking(ours, path), asking(theirs, path)];
  });
  const seen = checked?.map((ask) => {
    ask();
    return handled;
  });
  assert.equal(seen?.[0], seen?.[1], name);
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, ask] of timed?.entries() ?? []) least[at] = Math.min(least[at] ?? 0, costOf(ask));
  }
  const [our = 0, their = 0] = least;
  console.log(
    `| ${name} | ${(our / 1000).toFixed(2)} µs | ${(their / 1000).toFixed(2)} µs | ${(their / our).toFixed(1)} times as long |`,
  );
}
