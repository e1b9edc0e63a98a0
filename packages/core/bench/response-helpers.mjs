/** Each helper of the response beside Express's, without a socket: CPU time by turns, so that what else runs hits both. */

import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { defaultSettings, patchPrototypes } from '@nextpress/core';
import { weakEntityTag } from '@nextpress/semantics/entity-tag';
import express from 'express';

/** @typedef {ServerResponse & import('@nextpress/core').ResponseHelpers} Answer */
/** @typedef {(res: Answer) => unknown} Call */
/** @typedef {{ Request: new (socket: Socket) => IncomingMessage, Response: new (req: any) => ServerResponse }} Classes */

const ROUNDS = 25;
const CALLS = 2_000;

const message = { hello: 'world', list: [1, 2, 3], name: '<b>' };
const bytes = Buffer.from('Hello, World!');

/** @param {Partial<import('@nextpress/core').HelperSettings>} settings @returns {Classes} */
function ourClasses(settings) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  patchPrototypes({
    request: Request.prototype,
    response: Response.prototype,
    settings: { ...defaultSettings(), ...settings },
  });
  return { Request, Response };
}

/**
 * Classes whose prototypes inherit Express's, so that it is spared the change of prototypes that it makes for each request.
 *
 * @param {Record<string, unknown>} settings @returns {Classes}
 */
function theirClasses(settings) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  const app = express();
  for (const [name, value] of Object.entries({ etag: false, ...settings })) app.set(name, value);
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  return { Request, Response };
}

const tag = weakEntityTag(JSON.stringify(message));
const json = { replacer: undefined, spaces: 2, escape: true };
const servers = {
  plain: [ourClasses({}), theirClasses({})],
  tagging: [ourClasses({ etag: weakEntityTag }), theirClasses({ etag: 'weak' })],
  spacing: [ourClasses({ json }), theirClasses({ 'json spaces': 2, 'json escape': true })],
};

/** @type {readonly [string, keyof typeof servers, Call][]} */
const rows = [
  ['json', 'plain', (res) => res.json(message)],
  ['json, spaces and escape', 'spacing', (res) => res.json(message)],
  ['json, ETag', 'tagging', (res) => res.json(message)],
  ['json, 304', 'tagging', (res) => fresh(res).json(message)],
  ['jsonp', 'plain', (res) => res.jsonp(message)],
  ['send of a text', 'plain', (res) => res.send('Hello, World!')],
  ['send of a text, ETag', 'tagging', (res) => res.send('Hello, World!')],
  ['send of bytes', 'plain', (res) => res.send(bytes)],
  ['send of an object', 'plain', (res) => res.send(message)],
  ['sendStatus', 'plain', (res) => res.sendStatus(404)],
  ['redirect', 'plain', (res) => res.redirect('/login?from=%2F')],
  ['format', 'plain', (res) => res.format({ html: () => res.send('<p>'), json: () => res.json(message) })],
  ['status', 'plain', (res) => res.status(201)],
  ['set', 'plain', (res) => res.set('X-A', 'b')],
  ['set of a type', 'plain', (res) => res.set('Content-Type', 'text/plain')],
  ['set of several', 'plain', (res) => res.set({ 'X-A': 'b', 'X-C': 'd', 'Cache-Control': 'no-store' })],
  ['get', 'plain', (res) => res.set('X-A', 'b').get('x-a')],
  ['append', 'plain', (res) => res.append('X-A', 'b').append('X-A', 'c')],
  ['type', 'plain', (res) => res.type('html')],
  ['vary', 'plain', (res) => res.vary('Origin').vary('Accept')],
  ['links', 'plain', (res) => res.links({ next: '/users?page=2', last: '/users?page=5' })],
  ['location', 'plain', (res) => res.location('/users/7?a=b')],
  ['attachment', 'plain', (res) => res.attachment('report.pdf')],
  ['attachment, another script', 'plain', (res) => res.attachment('日本語.pdf')],
  ['cookie', 'plain', (res) => res.cookie('theme', 'dark')],
  [
    'cookie, attributes',
    'plain',
    (res) => res.cookie('sid', 'abc', { maxAge: 9e5, httpOnly: true, secure: true, sameSite: 'lax' }),
  ],
  ['cookie, signed', 'plain', (res) => res.cookie('sid', 'abc', { signed: true })],
  ['clearCookie', 'plain', (res) => res.clearCookie('sid')],
];

/**
 * What the helpers that only set or read fields can't do without, on responses without helpers: their floor.
 *
 * @type {Record<string, (res: ServerResponse) => unknown>}
 */
const nodesOwn = {
  status: (res) => {
    res.statusCode = 201;
  },
  set: (res) => res.setHeader('X-A', 'b'),
  'set of a type': (res) => res.setHeader('Content-Type', 'text/plain; charset=utf-8'),
  'set of several': (res) =>
    res.setHeader('X-A', 'b').setHeader('X-C', 'd').setHeader('Cache-Control', 'no-store'),
  get: (res) => res.setHeader('X-A', 'b').getHeader('x-a'),
  append: (res) =>
    res.setHeader('X-A', 'b').setHeader('X-A', [/** @type {string} */ (res.getHeader('X-A')), 'c']),
  type: (res) => res.setHeader('Content-Type', 'text/html; charset=utf-8'),
  vary: (res) => res.setHeader('Vary', 'Origin').setHeader('Vary', `${res.getHeader('Vary')}, Accept`),
  links: (res) => res.setHeader('Link', `<${'/users?page=2'}>; rel="next", <${'/users?page=5'}>; rel="last"`),
  location: (res) => res.setHeader('Location', '/users/7?a=b'),
  cookie: (res) => res.setHeader('Set-Cookie', 'theme=dark; Path=/'),
};

/** @param {Answer} res */
function fresh(res) {
  res.req.headers['if-none-match'] = tag;
  return res;
}

/** @param {Classes} classes */
function answerOf({ Request, Response }) {
  const req = new Request(new Socket());
  Object.assign(req, { method: 'GET', url: '/users?callback=done', secret: 'keyboard cat' });
  Object.assign(req, { httpVersionMajor: 1, httpVersionMinor: 1 });
  req.headers.accept = 'text/html;q=0.5, application/json';
  const res = /** @type {Answer} */ (/** @type {unknown} */ (new Response(req)));
  // As Express's application does for each.
  Object.assign(req, { res });
  return res;
}

/**
 * What is sent, its fields in the order of their names and without the date.
 *
 * @param {Classes} classes
 * @param {Call} call
 */
function sentBy(classes, call) {
  const res = answerOf(classes);
  res.sendDate = false;
  call(res);
  if (!res.headersSent) res.end();
  const { outputData } = /** @type {{ outputData: { data: string | Buffer }[] }} */ (
    /** @type {unknown} */ (res)
  );
  const [head = '', body] = outputData
    .map(({ data }) => String(data))
    .join('')
    .split('\r\n\r\n');
  return [head.toLowerCase().split('\r\n').sort(), body];
}

/**
 * Nanoseconds of CPU for one call, the response made for it included.
 *
 * @param {Classes} classes
 * @param {Call} call
 */
function costOf({ Response }, call, /** @type {IncomingMessage} */ req) {
  const began = process.cpuUsage();
  for (let count = 0; count < CALLS; count++) {
    call(/** @type {Answer} */ (/** @type {unknown} */ (new Response(req))));
  }
  const { user, system } = process.cpuUsage(began);
  return ((user + system) / CALLS) * 1000;
}

/** Node's own, without helpers. */
class Request extends IncomingMessage {}
class Response extends ServerResponse {}

/** The first quartile: whatever else runs on the machine makes single blocks longer, and a lucky one shorter. */
const quartile = (/** @type {number[]} */ costs) =>
  costs.sort((a, b) => a - b)[costs.length >> 2] ?? Number.NaN;

/** @param {number} ns */
const shown = (ns) => `${(ns / 1000).toFixed(2)} µs`;

console.log("| helper | ours | Express 5 | Express takes | Node's own |\n|---|---|---|---|---|");
for (const [name, server, call] of rows) {
  const [ours, theirs] = servers[server];
  if (ours === undefined || theirs === undefined) continue;
  assert.deepEqual(sentBy(ours, call), sentBy(theirs, call), name);
  const own = /** @type {Call | undefined} */ (nodesOwn[name]);
  if (own !== undefined) assert.deepEqual(sentBy({ Request, Response }, own), sentBy(ours, call), name);
  const turns = [
    { classes: ours, call },
    { classes: theirs, call },
    ...(own === undefined ? [] : [{ classes: { Request, Response }, call: own }]),
  ].map((turn) => ({ ...turn, req: answerOf(turn.classes).req, costs: /** @type {number[]} */ ([]) }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { classes, call, req, costs } of turns) costs.push(costOf(classes, call, req));
  }
  const [our = 0, their = 0, nodes] = turns.map(({ costs }) => quartile(costs));
  const times = (their / our).toFixed(2);
  console.log(
    `| ${name} | ${shown(our)} | ${shown(their)} | ${times} times as long | ${nodes === undefined ? '' : shown(nodes)} |`,
  );
}
