/** What each request helper takes, beside Express's own on the same request: nanoseconds of CPU time for one call. */

import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { defaultSettings, openRequest, patchPrototypes } from '@nextpress/core';
import { compileTrust } from '@nextpress/semantics/trust';
import express from 'express';

/** @typedef {IncomingMessage & import('@nextpress/core').RequestHelpers} Asked */

const TRUSTED = 'loopback, 10.0.0.0/8';

const headers = {
  host: 'a.b.example.com:8080',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-charset': 'utf-8, iso-8859-1;q=0.5',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'en-GB,en;q=0.9,de;q=0.8',
  'content-type': 'application/json; charset=utf-8',
  'content-length': '17',
  'if-none-match': 'W/"a"',
  range: 'bytes=0-99,200-',
  'x-requested-with': 'XMLHttpRequest',
};
const proxied = {
  ...headers,
  'x-forwarded-for': '203.0.113.9, 10.0.0.2',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'a.b.example.com',
};

class Request extends IncomingMessage {}
class Response extends ServerResponse {}
const settings = { ...defaultSettings(), trustProxy: compileTrust(TRUSTED) };
patchPrototypes({ request: Request.prototype, response: Response.prototype, settings });
const app = express().set('trust proxy', TRUSTED);

/** @param {Record<string, string>} fields @param {boolean} isOurs @returns {Asked} */
function requestWith(fields, isOurs) {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '127.0.0.1' });
  const req = /** @type {Asked} */ (isOurs ? new Request(socket) : new IncomingMessage(socket));
  Object.assign(req.headers, fields);
  req.method = 'GET';
  req.url = '/a/b?c=1&d=2';
  const res = isOurs ? new Response(req) : new ServerResponse(req);
  res.setHeader('ETag', '"a"');
  if (isOurs) openRequest(req, res);
  else {
    Object.setPrototypeOf(req, app.request);
    Object.setPrototypeOf(res, app.response);
    req.res = res;
  }
  return req;
}

/** What changes before each call, so that no answer can be kept. */
const URLS = ['/a/b?c=1&d=2', '/a/c?c=2&d=3'];
let turn = 0;
/** @param {Asked} req */
const turned = (req) => {
  req.url = URLS[turn++ & 1] ?? '';
  return req;
};

/** @type {Record<string, (req: Asked) => unknown>} */
const calls = {
  "accepts('html')": (req) => req.accepts('html'),
  "accepts(['json', 'html'])": (req) => req.accepts(['json', 'html']),
  "acceptsCharsets('utf-8')": (req) => req.acceptsCharsets('utf-8'),
  "acceptsEncodings('br', 'gzip')": (req) => req.acceptsEncodings('br', 'gzip'),
  "acceptsLanguages('de', 'en')": (req) => req.acceptsLanguages('de', 'en'),
  "is('json')": (req) => req.is('json'),
  'range(1000)': (req) => req.range(1000),
  fresh: (req) => req.fresh,
  stale: (req) => req.stale,
  xhr: (req) => req.xhr,
  "get('Host')": (req) => req.get('Host'),
  path: (req) => turned(req).path,
  query: (req) => turned(req).query,
  protocol: (req) => req.protocol,
  secure: (req) => req.secure,
  ip: (req) => req.ip,
  ips: (req) => req.ips,
  host: (req) => req.host,
  hostname: (req) => req.hostname,
  subdomains: (req) => req.subdomains,
};
const BY_PROXY = ['protocol', 'secure', 'ip', 'ips', 'host', 'hostname', 'subdomains'];

/** CPU nanoseconds of one call. @param {(req: Asked) => unknown} call @param {Asked} req @param {number} times */
function timeOf(call, req, times) {
  const before = process.cpuUsage();
  for (let round = 0; round < times; round++) kept = call(req);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / times;
}

/** @type {unknown} */
let kept;
const ROUNDS = 9;
const ROUND_NS = 8e6;

/** @param {string} name @param {(req: Asked) => unknown} call @param {Record<string, string>} fields */
function compare(name, call, fields) {
  const ours = requestWith(fields, true);
  const theirs = requestWith(fields, false);
  turn = 0;
  const answer = JSON.stringify(call(ours));
  turn = 0;
  assert.equal(JSON.stringify(call(theirs)), answer, name);
  for (const req of [ours, theirs]) timeOf(call, req, 20_000);
  const times = Math.ceil(ROUND_NS / timeOf(call, theirs, 20_000));
  let [our, their] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // One after the other, so that a busy machine slows both.
  for (let round = 0; round < ROUNDS; round++) {
    our = Math.min(our, timeOf(call, ours, times));
    their = Math.min(their, timeOf(call, theirs, times));
  }
  return { helper: name, ours: Math.round(our), Express: Math.round(their), times: (their / our).toFixed(1) };
}

console.table([
  ...Object.entries(calls).map(([name, call]) => compare(name, call, headers)),
  ...BY_PROXY.map((name) => compare(`${name}, by a proxy`, calls[name] ?? (() => {}), proxied)),
]);
assert.notEqual(kept, undefined);
