// What the server does with a request, by the first segment of its path: `/late/12?n=100`.
import { Readable } from 'node:stream';
import { bodyOf, isPieceOf } from './pattern.mjs';

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 *
 * @typedef {object} Order What a request asks for.
 * @property {number} id
 * @property {number} length of the answer's body, in bytes
 */

/** Bytes that a streaming handler writes at a time. */
const chunkLength = 65_536;

/** @type {Record<string, (req: Request, res: Response, order: Order) => unknown>} */
const routes = {
  sync: (_, res, order) => answer(res, order),
  text(_, res, { id, length }) {
    res.writeHead(200, { 'X-Id': id, 'Content-Type': 'text/plain' });
    res.end(bodyOf(id, length).toString());
  },
  empty(_, res, { id }) {
    res.writeHead(204, ['X-Id', String(id)]).end();
  },
  hints(_, res, order) {
    res.writeEarlyHints({ link: '</a.css>; rel=preload' });
    answer(res, order);
  },
  async microtask(_, res, order) {
    await undefined;
    answer(res, order);
  },
  tick: (_, res, order) => process.nextTick(answer, res, order),
  immediate: (_, res, order) => setImmediate(answer, res, order),
  late: (_, res, order) => setTimeout(answer, 1 + (order.id % 20), res, order),
  chunked(_, res, { id, length }) {
    res.setHeader('X-Id', id);
    const body = bodyOf(id, length);
    res.write(body.subarray(0, length >> 1));
    res.end(body.subarray(length >> 1));
  },
  stream(_, res, { id, length }) {
    res.writeHead(200, { 'X-Id': id, 'Content-Length': length });
    Readable.from(pieces(id, length)).pipe(res);
  },
  drain(_, res, { id, length }) {
    res.setHeader('X-Id', id);
    const left = pieces(id, length);
    const write = () => {
      for (let next = left.next(); !next.done; next = left.next()) {
        if (!res.write(next.value)) return res.once('drain', write);
      }
      return res.end();
    };
    write();
  },
  echo(req, res, { id }) {
    let length = 0;
    let right = true;
    req.on('data', (chunk) => {
      right &&= isPieceOf(id, chunk, length);
      length += chunk.length;
    });
    req.on('end', () => answer(res, { id, length }, right ? 200 : 500));
  },
  async collect(req, res, { id }) {
    const chunks = [];
    try {
      for await (const chunk of req) chunks.push(chunk);
    } catch {
      // The client has left, and the census knows.
      return;
    }
    const body = Buffer.concat(chunks);
    answer(res, { id, length: body.length }, isPieceOf(id, body, 0) ? 200 : 500);
  },
  pipe(req, res, { id }) {
    res.writeHead(200, { 'X-Id': id });
    req.pipe(res);
  },
  refuse(_, res, order) {
    answer(res, order, 413);
  },
  never() {},
  half(_, res, { id, length }) {
    res.writeHead(200, { 'X-Id': id, 'Content-Length': length });
    res.write(bodyOf(id, length >> 1));
    setTimeout(() => res.destroy(), 1);
  },
  throw() {
    throw new Error(planned);
  },
  async reject() {
    await undefined;
    throw new Error(planned);
  },
  'destroy-req': (req) => req.destroy(),
  'destroy-res': (_, res) => res.destroy(),
  'destroy-socket': (req) => req.socket.destroy(),
};

/** The message of errors that handlers throw on purpose. */
export const planned = 'thrown on purpose';

/** Answers a request, or not, as its path says. @param {Request} req @param {Response} res */
export function serve(req, res) {
  const [, kind = '', id = '', length = '0'] = /^\/([\w-]+)\/(\d+)(?:\?n=(\d+))?$/.exec(req.url ?? '') ?? [];
  return routes[kind]?.(req, res, { id: Number(id), length: Number(length) });
}

/** @param {Response} res @param {Order} order @param {number} [status] */
function answer(res, { id, length }, status = 200) {
  res.statusCode = status;
  res.setHeader('X-Id', id);
  res.setHeader('Content-Length', length);
  res.end(bodyOf(id, length));
}

/** @param {number} id @param {number} length */
function* pieces(id, length) {
  for (let sent = 0; sent < length; sent += chunkLength)
    yield bodyOf(id, Math.min(chunkLength, length - sent));
}
