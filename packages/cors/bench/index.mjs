// One request through the middleware, with Node's own request and response and without a socket. Each time includes creating the response.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { cors } from '@nextpress/cors';
import { bench } from '@nextpress-internal/bench-kit';
import peer from 'cors';

/** @typedef {(req: any, res: any, next: () => void) => void} Middleware */

const ORIGINS = ['https://app.example', 'https://admin.example'];
const options = {
  origin: ORIGINS,
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: ['Content-Type', 'Authorization'],
  maxAge: 600,
  credentials: true,
};

/** @param {Middleware} middleware */
const respondBy = (middleware) => (/** @type {IncomingMessage} */ req) => {
  const res = new ServerResponse(req);
  middleware(req, res, () => {});
  return res;
};

const variants = { '@nextpress/cors': respondBy(cors(options)), cors: respondBy(peer(options)) };

/** What a browser reads. cors() also sends the other fields to origins that it refuses. @param {ServerResponse} res */
function fieldsOf(res) {
  const { 'content-length': _length, ...fields } = res.getHeaders();
  return { status: res.statusCode, fields: res.hasHeader('access-control-allow-origin') ? fields : {} };
}

/** @param {string} method @param {Record<string, string>} headers */
const requests = (method, headers) => ({
  inputs: [...ORIGINS, 'https://other.example'].map((origin) => {
    const req = new IncomingMessage(new Socket());
    req.method = method;
    req.url = '/';
    Object.assign(req.headers, { origin, ...headers });
    return req;
  }),
  variants,
  comparable: fieldsOf,
});

await bench(import.meta.dirname, {
  measures: 'time per request, including creating the response',
  notes:
    'A third of the requests have an origin that is rejected. The package cors still sends headers for those, which browsers ignore. `npm run bench -- --scenario cors --scenario cors-preflight` compares whole servers with bare `node:http`, Fastify, Hono and Express.',
  functions: {
    'request from another origin': requests('GET', {}),
    preflight: requests('OPTIONS', {
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    }),
  },
});
