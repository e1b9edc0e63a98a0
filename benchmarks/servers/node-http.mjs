// Bare Node as one would tune it: no router, one head with Content-Length per response.
import { open, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { parse } from 'node:querystring';
import { Readable } from 'node:stream';
import { routes, routesOfAreas, THING_METHODS } from '@nextpress-internal/bench-kit/routes';
import { items, policy } from '../content/cors-policy.mjs';
import { filesFolder } from '../content/files.mjs';
import { middlewares, readHeaders } from '../content/headers.mjs';
import { chunks } from '../content/megabyte.mjs';
import { WAIT } from '../content/wait.mjs';

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {(req: Request, res: Response) => unknown} Listener
 */

/** @param {Response} res @param {unknown} value @param {Record<string, string>} [headers] */
function sendJson(res, value, headers) {
  const body = JSON.stringify(value);
  res.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
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

/** @param {Request} req @param {(body: Buffer) => void} done */
function readBody(req, done) {
  /** @type {Buffer[]} */
  const parts = [];
  req.on('data', (part) => parts.push(part));
  req.on('end', () => done(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
}

/** @param {(body: any) => boolean} isValid @param {(body: any) => unknown} respond @returns {Listener} */
const validated = (isValid, respond) => (req, res) => {
  readBody(req, (bytes) => {
    try {
      const body = JSON.parse(bytes.toString());
      if (isValid(body)) sendJson(res, respond(body));
      else sendText(res, 400, 'Invalid body');
    } catch {
      sendText(res, 400, 'Bad Request');
    }
  });
};

/** Responds to the paths that end with an id. @param {readonly import('@nextpress-internal/bench-kit/routes').Route[]} list @returns {Listener} */
function things(list) {
  const own = list.filter(({ path }) => path.endsWith('/:id'));
  const prefixes = new Set(own.map(({ path }) => path.slice(0, -':id'.length)));
  const methods = new Set(own.map(({ method }) => method.toUpperCase()));
  return ({ method = '', url = '' }, res) => {
    const cut = url.lastIndexOf('/') + 1;
    if (!prefixes.has(url.slice(0, cut))) return sendText(res, 404, 'Not Found');
    if (methods.has(method)) return sendJson(res, { id: decodeURIComponent(url.slice(cut)) });
    res.setHeader('Allow', THING_METHODS);
    return method === 'OPTIONS' ? res.writeHead(204).end() : sendText(res, 405, 'Method Not Allowed');
  };
}

/** @type {Record<string, () => Listener | Promise<Listener>>} */
const apps = {
  async fetch() {
    const echo = await apps.echo?.();
    return (req, res) => {
      const { method, url = '' } = req;
      if (method === 'POST') return echo?.(req, res);
      if (!url.startsWith('/id/')) return sendText(res, 200, 'Hi');
      const mark = url.indexOf('?');
      res.setHeader('X-Powered-By', 'benchmark');
      return sendText(res, 200, `${url.slice('/id/'.length, mark)} ${parse(url.slice(mark + 1)).name}`);
    };
  },
  hello: () => (_req, res) => sendJson(res, { hello: 'world' }),
  params: () => (req, res) => {
    const { url = '' } = req;
    const mark = url.indexOf('?');
    const id = decodeURIComponent(url.slice('/users/'.length, mark));
    sendJson(res, { id, page: parse(url.slice(mark + 1)).page });
  },
  echo: () => (req, res) => {
    readBody(req, (body) => {
      try {
        sendJson(res, JSON.parse(body.toString()));
      } catch {
        sendText(res, 400, 'Bad Request');
      }
    });
  },
  async mix() {
    const [hello, params, echo] = await Promise.all([apps.hello?.(), apps.params?.(), apps.echo?.()]);
    return (req, res) => {
      const [path = ''] = String(req.url).split('?', 1);
      if (path === '/') hello?.(req, res);
      else if (path.startsWith('/users/')) params?.(req, res);
      else if (path === '/echo') echo?.(req, res);
      else if (path === '/wait') setTimeout(() => hello?.(req, res), WAIT);
      else sendText(res, 404, 'Not Found');
    };
  },
  middlewares: () => (req, res) => {
    let index = 0;
    const next = () => {
      const middleware = middlewares[index++];
      if (middleware === undefined) sendJson(res, { hello: 'world' });
      else middleware(req, res, next);
    };
    next();
  },
  routes: () => things(routes),
  'routes-10': () => things(routesOfAreas(1)),
  'routes-5000': () => things(routesOfAreas(500)),
  'scopes-500': () => things(routesOfAreas(500)),
  async guarded() {
    const route = await apps.routes?.();
    return (req, res) => {
      if (req.headers['x-api-key'] === 'secret') route?.(req, res);
      else sendText(res, 401, 'Unauthorized');
    };
  },
  files() {
    const folder = filesFolder();
    return (req, res) => sendFile(folder, req, res).catch(() => sendText(res, 404, 'Not Found'));
  },
  errors: () => (req, res) => {
    try {
      if (!req.url?.startsWith('/error/')) return sendText(res, 404, 'Not Found');
      throw new Error('This handler always throws');
    } catch {
      return sendText(res, 500, 'Internal Server Error');
    }
  },
  cors() {
    const origins = new Set(policy.origins);
    const methods = policy.methods.join();
    const allowedHeaders = policy.allowedHeaders.join();
    return (req, res) => {
      const { origin } = req.headers;
      /** @type {Record<string, string>} */
      const headers = { Vary: 'Origin' };
      if (origin !== undefined && origins.has(origin)) {
        headers['Access-Control-Allow-Origin'] = origin;
        headers['Access-Control-Allow-Credentials'] = 'true';
      }
      if (req.method !== 'OPTIONS') return sendJson(res, items, headers);
      headers['Access-Control-Allow-Methods'] = methods;
      headers['Access-Control-Allow-Headers'] = allowedHeaders;
      headers['Access-Control-Max-Age'] = String(policy.maxAge);
      return res.writeHead(204, headers).end();
    };
  },
  async validation() {
    const { validate } = await import('../content/validate.mjs');
    return validated(validate, ({ name, email }) => ({ name, email }));
  },
  async payments() {
    const { Ajv } = await import('ajv');
    const { paymentSchema, publicReceipt } = await import('../content/payment.mjs');
    return validated(new Ajv().compile(paymentSchema), publicReceipt);
  },
  async 'payments-zod'() {
    const { publicReceipt, zodPayment } = await import('../content/payment.mjs');
    return validated((body) => zodPayment.safeParse(body).success, publicReceipt);
  },
  transfer: () => (req, res) => {
    if (req.method === 'POST') return readBody(req, (body) => sendJson(res, { bytes: body.length }));
    res.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    return Readable.from(chunks).pipe(res);
  },
  async: () => async (_req, res) => {
    await undefined;
    sendJson(res, { hello: 'world' });
  },
  headers: () => (req, res) => sendJson(res, readHeaders(req.headers)),
};

const TYPES = /** @type {Record<string, string>} */ ({ '.txt': 'text/plain; charset=utf-8' });
const UNSAFE = /%(?:00|2f|5c)|\/\.|\\/i;

/** Does what static middleware does: safe paths, validators, 304. @param {string} folder @param {Request} req @param {Response} res */
async function sendFile(folder, req, res) {
  const { pathname } = new URL(req.url ?? '', 'http://localhost');
  if (UNSAFE.test(pathname)) throw new Error('Unsafe path');
  const path = join(folder, decodeURIComponent(pathname));
  const { size, mtime } = await stat(path);
  const headers = {
    'Cache-Control': 'public, max-age=0',
    'Last-Modified': mtime.toUTCString(),
    ETag: `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`,
  };
  if (req.headers['if-none-match'] === headers.ETag) return res.writeHead(304, headers).end();
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.allocUnsafe(size), 0, size, 0);
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    res.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': size });
    return res.end(buffer);
  } finally {
    await file.close();
  }
}

/** @type {import('../servers.mjs').Serve} */
export async function serve(name) {
  const listener = await apps[name]?.();
  if (listener === undefined) throw new Error(`node-http has no app "${name}"`);
  return createServer(listener);
}
