// Requests over HTTP/2, in cleartext and over TLS.
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer as createHttp2Server, createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { json } from 'node:stream/consumers';
import { ALPN_PROTOCOLS, serveHttp2 } from '@nextpress/http2';
import { bench } from '@nextpress-internal/bench-kit';
import fastify from 'fastify';

/** @typedef {import('node:http').Server} Server */

const SESSIONS = 20;
const STREAMS = 10;
const TYPE = 'application/json; charset=utf-8';
const BODY = JSON.stringify({ name: 'Ada', age: 36, tags: ['a', 'b'], address: { street: 'Main', no: 5 } });

/** A pre-shared key instead of a certificate. */
const secret = {
  ciphers: 'PSK-AES128-GCM-SHA256',
  maxVersion: /** @type {const} */ ('TLSv1.2'),
  pskCallback: () => /** @type {any} */ ({ psk: Buffer.alloc(16, 1), identity: 'client' }),
};
const serverSecret = { ...secret, pskCallback: () => Buffer.alloc(16, 1) };
const clientSecret = { ...secret, checkServerIdentity: () => undefined };

/** @param {any} req @param {any} res */
async function respond(req, res) {
  const content = JSON.stringify(req.method === 'POST' ? await json(req) : { hello: 'world' });
  res.writeHead(200, { 'Content-Type': TYPE, 'Content-Length': Buffer.byteLength(content) });
  res.end(content);
}

/** @param {import('node:http2').ServerHttp2Stream} stream @param {import('node:http2').IncomingHttpHeaders} headers */
async function respondOn(stream, headers) {
  const value = headers[':method'] === 'POST' ? await json(stream) : { hello: 'world' };
  const content = JSON.stringify(value);
  stream.respond({ 'content-type': TYPE, 'content-length': Buffer.byteLength(content) });
  stream.end(content);
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

/** Creates the servers, and a client that sends the next request after each response. @param {boolean} isSecure @param {boolean} hasBody */
function requests(isSecure, hasBody) {
  const open = (/** @type {number} */ port) =>
    connect(`${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`, isSecure ? clientSecret : {});
  const request = async (/** @type {import('node:http2').ClientHttp2Session} */ session) => {
    const head = hasBody ? { ':method': 'POST', 'content-type': TYPE } : {};
    const stream = session.request({ ...head, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' });
    if (hasBody) stream.end(BODY);
    const [{ ':status': status }] = await once(stream, 'response');
    return { status, body: await json(stream) };
  };
  return {
    variants: {
      '@nextpress/http2': () => nextpress(isSecure),
      "node:http2's streams": () => node(isSecure).on('stream', respondOn),
      'node:http2': () => node(isSecure).on('request', respond),
      fastify: () => fastifyServer(isSecure),
    },
    async check(/** @type {number} */ port) {
      const session = open(port);
      const response = await request(session);
      session.close();
      return response;
    },
    async load(/** @type {number} */ port, /** @type {number} */ seconds) {
      const end = performance.now() + seconds * 1_000;
      let count = 0;
      const sessions = Array.from({ length: SESSIONS }, () => open(port));
      const loops = sessions.flatMap((session) =>
        Array.from({ length: STREAMS }, async () => {
          while (performance.now() < end) {
            await request(session);
            count++;
          }
        }),
      );
      await Promise.all(loops);
      for (const session of sessions) session.close();
      return count;
    },
  };
}

await bench(import.meta.dirname, {
  measures: 'server CPU time per request, with 20 connections and 10 concurrent requests on each',
  notes: '`node:http2` is loaded on the first call of `serveHttp2`.',
  servers: {
    'hello JSON': requests(false, false),
    'hello JSON over TLS': requests(true, false),
    'a body of JSON': requests(false, true),
  },
});
