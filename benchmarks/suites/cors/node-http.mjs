// Bare Node: the fields that the standard wants, in one head.
import { createServer } from 'node:http';
import { items, policy } from '../../content/cors-policy.mjs';

/** @typedef {import('node:http').ServerResponse} Response */

const origins = new Set(policy.origins);
const methods = policy.methods.join();
const allowedHeaders = policy.allowedHeaders.join();

/** @type {import('../../suite.mjs').Serve} */
export const serve = () =>
  createServer((req, res) => {
    const { origin } = req.headers;
    const allowed = origin !== undefined && origins.has(origin) ? origin : undefined;
    if (req.method === 'OPTIONS' && req.headers['access-control-request-method']) {
      answerPreflight(res, allowed);
    } else if (req.method === 'GET' && req.url === '/items') {
      sendItems(res, allowed);
    } else {
      res.writeHead(404, { 'Content-Length': 0 }).end();
    }
  });

/** @param {Response} res @param {string | undefined} origin */
function answerPreflight(res, origin) {
  if (origin === undefined) {
    res.writeHead(204, { Vary: 'Origin' }).end();
    return;
  }
  res.writeHead(204, {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': allowedHeaders,
    'Access-Control-Max-Age': policy.maxAge,
  });
  res.end();
}

/** @param {Response} res @param {string | undefined} origin */
function sendItems(res, origin) {
  const body = JSON.stringify(items);
  const type = 'application/json; charset=utf-8';
  const length = Buffer.byteLength(body);
  if (origin === undefined) {
    res.writeHead(200, { 'Content-Type': type, 'Content-Length': length, Vary: 'Origin' });
  } else {
    res.writeHead(200, {
      'Content-Type': type,
      'Content-Length': length,
      Vary: 'Origin',
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
    });
  }
  res.end(body);
}
