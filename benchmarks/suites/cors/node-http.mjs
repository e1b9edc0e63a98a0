// Bare Node: the fields that the standard wants, in one head.
import { createServer } from 'node:http';
import { items, policy } from '../../content/cors-policy.mjs';

const origins = new Set(policy.origins);
const permissions = {
  'Access-Control-Allow-Methods': policy.methods.join(),
  'Access-Control-Allow-Headers': policy.allowedHeaders.join(),
  'Access-Control-Max-Age': policy.maxAge,
};

/** @type {import('../../suite.mjs').Serve} */
export const serve = () =>
  createServer((req, res) => {
    const { origin } = req.headers;
    const marks =
      origin !== undefined && origins.has(origin)
        ? {
            Vary: 'Origin',
            'Access-Control-Allow-Origin': origin,
            'Access-Control-Allow-Credentials': 'true',
          }
        : { Vary: 'Origin' };

    if (req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined) {
      res.writeHead(204, origin !== undefined && origins.has(origin) ? { ...marks, ...permissions } : marks);
      res.end();
      return;
    }
    const isFound = req.method === 'GET' && req.url === '/items';
    const body = JSON.stringify(isFound ? items : { error: 'Not Found' });
    res.writeHead(isFound ? 200 : 404, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      ...marks,
    });
    res.end(body);
  });
