// Requests over HTTP/2, in cleartext and over TLS.
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttp2Server, createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { ALPN_PROTOCOLS, serveHttp2 } from '@nextpress/http2';
import { bench } from '@nextpress-internal/bench-kit';
import { http2Client, serverSecret } from '@nextpress-internal/bench-kit/http2-client';
import fastify from 'fastify';

/** @typedef {import('node:http').Server} Server */

const TYPE = 'application/json; charset=utf-8';
const BODY = JSON.stringify({ name: 'Ada', age: 36, tags: ['a', 'b'], address: { street: 'Main', no: 5 } });

/** Calls back with the value that the request sent, as a body parser does. @param {any} readable @param {(value: any) => void} callback */
function readJson(readable, callback) {
  /** @type {Buffer[]} */
  const chunks = [];
  readable.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
  readable.on('end', () => callback(JSON.parse(Buffer.concat(chunks).toString())));
}

/** @param {any} req @param {any} res */
function respond(req, res) {
  const send = (/** @type {object} */ value) => {
    const content = JSON.stringify(value);
    res.writeHead(200, { 'Content-Type': TYPE, 'Content-Length': Buffer.byteLength(content) });
    res.end(content);
  };
  if (req.method === 'POST') readJson(req, send);
  else send({ hello: 'world' });
}

/** @param {import('node:http2').ServerHttp2Stream} stream @param {import('node:http2').IncomingHttpHeaders} headers */
function respondOn(stream, headers) {
  const send = (/** @type {object} */ value) => {
    const content = JSON.stringify(value);
    stream.respond({ 'content-type': TYPE, 'content-length': Buffer.byteLength(content) });
    stream.end(content);
  };
  if (headers[':method'] === 'POST') readJson(stream, send);
  else send({ hello: 'world' });
}

/** @param {boolean} isSecure */
function nextpress(isSecure) {
  const options = { ...serverSecret, ALPNProtocols: [...ALPN_PROTOCOLS] };
  const server = isSecure ? createHttpsServer(options, respond) : createHttpServer(respond);
  serveHttp2(server);
  return server;
}

/** @param {boolean} isSecure */
function node(isSecure) {
  const server = isSecure ? createSecureServer(serverSecret) : createHttp2Server();
  return /** @type {any} */ (server);
}

/** @param {boolean} isSecure */
async function fastifyServer(isSecure) {
  const app = fastify(/** @type {any} */ ({ http2: true, https: isSecure ? serverSecret : undefined }));
  app.get('/', (_req, reply) => void reply.send({ hello: 'world' }));
  app.post('/', (req, reply) => void reply.send(req.body));
  await app.ready();
  return /** @type {Server} */ (/** @type {unknown} */ (app.server));
}

/** @param {boolean} isSecure @param {string} [body] */
function requests(isSecure, body) {
  return {
    variants: {
      '@nextpress/http2': () => nextpress(isSecure),
      "node:http2's streams": () => node(isSecure).on('stream', respondOn),
      'node:http2': () => node(isSecure).on('request', respond),
      fastify: () => fastifyServer(isSecure),
    },
    ...http2Client({ isSecure, body }),
  };
}

await bench(import.meta.dirname, {
  measures: 'server CPU time per request, with 20 connections and 10 concurrent requests on each',
  notes:
    '[HTTP/2](../../docs/http2.md#speed-and-conformance) compares applications. `node:http2` is loaded on the first call of `serveHttp2`.',
  servers: {
    'hello JSON': requests(false),
    'hello JSON over TLS': requests(true),
    'a body of JSON': requests(false, BODY),
  },
});
