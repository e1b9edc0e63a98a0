// The fair form of bare Node: one listener that compares paths, the whole head at once, with Content-Length.
import { createServer } from 'node:http';
import { profile } from '../../content/profile.mjs';
import { tenFields } from '../../content/ten-fields.mjs';

/** @type {import('../../suite.mjs').Serve} */
export const serve = () =>
  createServer((req, res) => {
    const { url = '', method } = req;
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);

    if (method === 'POST') {
      if (path === '/json') return echo(req, res);
    } else if (method === 'GET') {
      switch (path) {
        case '/':
          return sendText(res, 200, 'Hi');
        case '/profile':
          return sendJson(res, profile());
        case '/chain':
          return chain(req, res);
        case '/fields':
          return sendFields(res);
        case '/error':
          try {
            throw new Error('This handler always throws');
          } catch {
            return sendText(res, 500, 'Internal Server Error');
          }
      }
      if (path.startsWith('/users/')) {
        const id = decodeURIComponent(path.slice('/users/'.length));
        return sendJson(res, { id, name: `User ${id}` });
      }
      if (path.startsWith('/id/')) {
        const id = decodeURIComponent(path.slice('/id/'.length));
        return query(res, id, new URLSearchParams(url.slice(mark + 1)));
      }
    }
    sendText(res, 404, 'Not Found');
  });

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 */

/** @param {Response} res @param {string} id @param {URLSearchParams} parameters */
function query(res, id, parameters) {
  const text = `${id} ${parameters.get('name')}`;
  res.writeHead(200, {
    'X-Powered-By': 'benchmark',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  res.end(text);
}

const fields = { ...tenFields, 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': 2 };

/** @param {Response} res */
function sendFields(res) {
  res.writeHead(200, fields);
  res.end('Hi');
}

/** @param {Request} req @param {Response} res */
function chain(req, res) {
  const started = Date.now();
  const requestId = String(req.headers['x-request-id']);
  const authenticated = req.headers.authorization === 'Bearer secret';
  const body = JSON.stringify({ message: 'Chain complete', requestId, authenticated });
  res.writeHead(200, {
    'X-Request-Id': requestId,
    'X-Response-Time': `${Date.now() - started}ms`,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
}

/** @param {Request} req @param {Response} res */
function echo(req, res) {
  let body = '';
  req.setEncoding('utf8');
  req.on('data', (chunk) => {
    body += chunk;
  });
  req.on('end', () => {
    try {
      sendJson(res, JSON.parse(body));
    } catch {
      sendText(res, 400, 'Bad Request');
    }
  });
}

/** @param {Response} res @param {unknown} value */
function sendJson(res, value) {
  const body = JSON.stringify(value);
  res.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
}

/** @param {Response} res @param {number} status @param {string} text */
function sendText(res, status, text) {
  res.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  res.end(text);
}
