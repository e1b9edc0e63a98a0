// Compares applications over HTTP/2, with 20 connections and 10 requests at a time on each: `node benchmarks/http2.mjs`.
import { createServer as createHttp2Server, createSecureServer } from 'node:http2';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fastifyStatic from '@fastify/static';
import { http2Client, serverSecret } from '@nextpress-internal/bench-kit/http2-client';
import { markdownTable } from '@nextpress-internal/bench-kit/markdown';
import { checkServers, measureServers, serveVariant } from '@nextpress-internal/bench-kit/servers';
import { median } from '@nextpress-internal/bench-kit/statistics';
import fastify from 'fastify';
import { createServer, jsonBody, serveStatic } from 'nextpress';
import { fileOf, filesFolder } from './content/files.mjs';

/** @typedef {import('node:http').Server} Server */

const TYPE = 'application/json; charset=utf-8';
const BODY = JSON.stringify({ name: 'Ada', age: 36, tags: ['a', 'b'], address: { street: 'Main', no: 5 } });

/** @param {string} target */
function contentOf(target) {
  const { pathname, searchParams } = new URL(target, 'http://a');
  if (pathname === '/') return { hello: 'world' };
  return { id: pathname.slice('/users/'.length), name: searchParams.get('name') };
}

/** @param {any} readable @param {(value: unknown) => void} callback */
function readJson(readable, callback) {
  /** @type {Buffer[]} */
  const chunks = [];
  readable.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
  readable.on('end', () => callback(JSON.parse(Buffer.concat(chunks).toString())));
}

/** @param {any} req @param {any} res */
function respond(req, res) {
  const send = (/** @type {unknown} */ value) => {
    const content = JSON.stringify(value);
    res.writeHead(200, { 'Content-Type': TYPE, 'Content-Length': Buffer.byteLength(content) });
    res.end(content);
  };
  if (req.method === 'POST') readJson(req, send);
  else send(contentOf(req.url));
}

/** @param {import('node:http2').ServerHttp2Stream} stream @param {import('node:http2').IncomingHttpHeaders} headers */
function respondOn(stream, headers) {
  const { ':method': method, ':path': path = '/' } = headers;
  const send = (/** @type {unknown} */ value) => {
    const content = JSON.stringify(value);
    stream.respond({ 'content-type': TYPE, 'content-length': Buffer.byteLength(content) });
    stream.end(content);
  };
  if (method === 'POST') readJson(stream, send);
  else if (path.endsWith('.txt'))
    stream.respondWithFile(join(filesFolder(), path), { 'content-type': 'text/plain' });
  else send(contentOf(path));
}

/** @param {boolean} isSecure */
function nextpress(isSecure) {
  const app = createServer({ http2: true, ...(isSecure && { tls: serverSecret }) });
  app.get('/', (_req, res) => res.json({ hello: 'world' }));
  app.get('/users/:id', (req, res) => res.json({ id: req.params.id, name: req.query.name }));
  app.post('/', jsonBody(), (req, res) => res.json(req.body));
  app.use(serveStatic(filesFolder()));
  return app.listen(0, '127.0.0.1');
}

/** @param {boolean} isSecure */
async function fastifyServer(isSecure) {
  const app = fastify(/** @type {any} */ ({ http2: true, https: isSecure ? serverSecret : undefined }));
  app.get('/', (_req, reply) => void reply.send({ hello: 'world' }));
  app.get(
    '/users/:id',
    (/** @type {any} */ req, reply) => void reply.send({ id: req.params.id, name: req.query.name }),
  );
  app.post('/', (req, reply) => void reply.send(req.body));
  app.register(fastifyStatic, { root: filesFolder() });
  await app.ready();
  return /** @type {Server} */ (/** @type {unknown} */ (app.server));
}

/** @param {boolean} isSecure */
const node = (isSecure) =>
  /** @type {Server} */ (
    /** @type {unknown} */ (isSecure ? createSecureServer(serverSecret) : createHttp2Server())
  );

/** @param {import('@nextpress-internal/bench-kit/http2-client').Exchange & { isFile?: boolean }} exchange */
const compare = ({ isFile = false, ...exchange }) => ({
  variants: {
    Nextpress: () => nextpress(exchange.isSecure === true),
    Fastify: () => fastifyServer(exchange.isSecure === true),
    ...(!isFile && {
      'http2.createServer((req, res) => …)': () => node(exchange.isSecure === true).on('request', respond),
    }),
    'its `stream` event': () => node(exchange.isSecure === true).on('stream', respondOn),
  },
  ...http2Client(exchange),
});

/** @type {Record<string, import('@nextpress-internal/bench-kit/servers').ServerCase>} */
const cases = {
  'hello JSON': compare({}),
  'hello JSON over TLS': compare({ isSecure: true }),
  'parameter and query': compare({ pathOf: (index) => `/users/${index}?name=name-${index}` }),
  'a body of 80 bytes of JSON': compare({ body: BODY }),
  'a body of JSON over TLS': compare({ body: BODY, isSecure: true }),
  'a file of 1 kB': compare({ pathOf: (index) => fileOf(index).path, isFile: true }),
};

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    check: { type: 'boolean', default: false },
    serve: { type: 'string', default: '' },
    variant: { type: 'string', default: '' },
  },
});
if (values.serve) await serveVariant(cases[values.serve], values.variant);
else if (values.check) await checkServers(cases);
else {
  const rows = await measureServers(cases, Number(values.rounds));
  const variants = [...(rows[0]?.times.keys() ?? [])];
  const body = rows.map(({ name, times }) => [
    name,
    ...variants.map((variant) =>
      times.has(variant) ? `${(median(times.get(variant) ?? []) / 1_000).toFixed(1)} µs` : '–',
    ),
  ]);
  console.log(markdownTable(['', ...variants], body));
}
