// Runs the scene given by the first argument, and prints what it observes as JSON. It never asks for the lane itself: with
// `--import @nextpress/fast-lane/register` its servers have it, and `fast` is the number of requests that it served.
import cluster from 'node:cluster';
import { once } from 'node:events';
import * as namespace from 'node:http';
import http, { Agent, createServer, get, Server } from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { createRequire } from 'node:module';
import net, { connect } from 'node:net';
import { inspect } from 'node:util';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

const require = createRequire(import.meta.url);
const [scene = '', keyAndCertificate = '{}'] = process.argv.slice(2);
const tls = JSON.parse(keyAndCertificate);

/** @typedef {import('node:http').RequestListener} RequestListener */

/** @type {RequestListener} */
const response = (req, res) => res.end(`hello ${req.url}`);

/** @param {net.Server} server */
const portOf = (server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port;

/** Two requests on one connection, as text. @param {string} url @param {boolean} [secure] */
async function request(url, secure = false) {
  const agent = secure
    ? new https.Agent({ keepAlive: true, rejectUnauthorized: false })
    : new Agent({ keepAlive: true });
  const texts = [];
  for (const path of ['/a', '/b']) {
    const sent = secure ? https.get(`${url}${path}`, { agent }) : get(`${url}${path}`, { agent });
    const [res] = await once(sent, 'response');
    let text = `${res.statusCode} `;
    for await (const chunk of res) text += chunk;
    texts.push(text);
  }
  agent.destroy();
  return texts;
}

/** The number of a server's requests that the lane served. @param {net.Server} server */
async function fastOf(server) {
  const { fastLane } = await import('@nextpress/fast-lane');
  return fastLane(/** @type {Server} */ (server)).stats().fast;
}

/** Listens, requests, closes. @param {Server | https.Server} server */
async function serve(server) {
  return { texts: await listenOnce(server), fast: await fastOf(server) };
}

/** @param {Server | https.Server} server */
async function listenOnce(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const secure = server instanceof https.Server;
  const texts = await request(`${secure ? 'https' : 'http'}://127.0.0.1:${portOf(server)}`, secure);
  const closed = once(server, 'close');
  server.close();
  await closed;
  return texts;
}

class Subclass extends Server {}

/** @type {Record<string, () => unknown>} */
const scenes = {
  'createServer imported by name': () => serve(createServer(response)),
  'createServer from the namespace': () => serve(namespace.createServer(response)),
  'createServer required': () => serve(require('node:http').createServer(response)),
  'new Server': () => serve(new http.Server(response)),
  // @ts-expect-error: the types declare it only as a class.
  'Server without new': () => serve(http.Server(response)),
  'a subclass': () => serve(new Subclass(response)),
  'https.createServer': () => serve(https.createServer(tls, response)),
  'new https.Server': () => serve(new https.Server(tls, response)),
  'a request class without its own constructor': () =>
    serve(createServer({ IncomingMessage: class extends http.IncomingMessage {} }, response)),
  'a server that a framework keeps out of the lane': () =>
    serve(Object.assign(createServer(response), { [Symbol.for('nextpress.withoutFastLane')]: true })),
  Express: () => serve(createServer(require('express')().get('/:name', response))),

  async 'a server that listens again'() {
    const server = createServer(response);
    const texts = [...(await listenOnce(server)), ...(await listenOnce(server))];
    return { texts, fast: await fastOf(server) };
  },

  async 'a WebSocket'() {
    const { WebSocket, WebSocketServer } = require('ws');
    const server = createServer(response);
    new WebSocketServer({ server }).on('connection', (/** @type {any} */ socket) =>
      socket.on('message', (/** @type {Buffer} */ message) => socket.send(`echo ${message}`)),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `127.0.0.1:${portOf(server)}`;
    const texts = await request(`http://${url}`);
    const socket = new WebSocket(`ws://${url}`);
    await once(socket, 'open');
    socket.send('hello');
    const [message] = await once(socket, 'message');
    socket.close();
    await once(socket, 'close');
    server.close();
    return { texts: [...texts, String(message)], fast: await fastOf(server) };
  },

  async 'HTTP/2, and HTTP/1 on its port'() {
    const server = http2.createSecureServer({ ...tls, allowHTTP1: true }, (req, res) => {
      res.end(`hello ${req.url} ${req.httpVersion}`);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `https://127.0.0.1:${portOf(server)}`;
    const texts = await request(url, true);
    const session = http2.connect(url, { rejectUnauthorized: false });
    let text = '';
    for await (const chunk of session.request({ ':path': '/c' }).setEncoding('utf8')) text += chunk;
    session.close();
    const listeners = server.rawListeners('secureConnection').map(({ name }) => name);
    server.close();
    return { texts: [...texts, text], listeners };
  },

  async 'a net.Server'() {
    const server = net.createServer((socket) => socket.end('hello'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const [chunk] = await once(connect(portOf(server), '127.0.0.1'), 'data');
    server.close();
    return { texts: [String(chunk)], keys: Object.keys(server) };
  },

  /** What a program can see of Node's modules and of a server that listens. */
  async 'what a program can see'() {
    const server = createServer(response);
    const before = { keys: Object.keys(server), text: inspect(server, { depth: 1 }) };
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const found = server.listeners('connection');
    const listener = Reflect.get(http, '_connectionListener');
    const facts = {
      functions: [http.createServer, https.createServer, http.Server, https.Server].map((made) => [
        made.name,
        made.length,
        Object.getOwnPropertyNames(made.prototype ?? {}),
      ]),
      listen: server.listen === net.Server.prototype.listen && http.Server.prototype.listen === server.listen,
      emit: server.emit === net.Server.prototype.emit,
      isSame: namespace.createServer === http.createServer,
      instances: [server instanceof http.Server, server instanceof net.Server, server.constructor.name],
      before,
      keys: Object.keys(server),
      // A port, IDs and times do not depend on the flag.
      text: inspect(server, { depth: 1 }).replace(/\d+/g, 'n'),
      hasStats: 'stats' in server,
      found: [found.length, found[0] === listener, found[0]?.name, found[0]?.length],
      events: server.eventNames().map(String),
      process: process
        .eventNames()
        .map(String)
        .filter((name) => name !== 'exit'),
      environment: Object.keys(process.env).filter((name) => /nextpress/i.test(name)),
      stack: await stackOf(server),
    };
    server.removeListener('connection', listener);
    const left = server.listenerCount('connection');
    server.close();
    return { ...facts, left };
  },

  /** A request without body is not complete while its handler runs, so its connection is not idle. */
  async 'server.close() in a handler'() {
    const server = createServer((_req, res) => {
      res.end('hello');
      server.close();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect(portOf(server), '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(client, 'data');
    client.write('GET /again HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [chunk] = await once(client, 'data');
    client.destroy();
    return { texts: [String(chunk).split('\r\n')[0]], fast: await fastOf(server) };
  },

  async 'a cluster'() {
    if (cluster.isPrimary) {
      cluster.setupPrimary({ args: process.argv.slice(2) });
      return resultOf(cluster.fork());
    }
    process.send?.(await serve(createServer(response)));
    process.disconnect();
    return undefined;
  },

  async 'a worker thread'() {
    if (!isMainThread) {
      parentPort?.postMessage(await serve(createServer(response)));
      return undefined;
    }
    return resultOf(new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) }));
  },
};

/** Resolves to a worker's message once the worker has exited, which may happen right after the message. @param {import('node:events').EventEmitter} worker */
async function resultOf(worker) {
  const [[result]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return result;
}

/** The functions of Node and this file below a handler on the stack. @param {Server} server */
async function stackOf(server) {
  const stack = new Promise((resolve) => {
    server.prependOnceListener('request', () => resolve(new Error('here').stack));
  });
  await request(`http://127.0.0.1:${portOf(server)}`);
  return String(await stack)
    .split('\n')
    .slice(1, 3)
    .map((line) => line.replace(/:\d+/g, ''));
}

const result = await scenes[scene]?.();
if (result !== undefined) process.stdout.write(JSON.stringify(result));
