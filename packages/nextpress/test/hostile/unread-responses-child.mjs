// Serves clients that send 600 pipelined requests in one packet and read nothing, with a small heap. The argument names the server.
// Prints how many requests of a client were pending at most, and the status of a later request.
import { createServer as createNodeServer } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { createServer, fastLane } from 'nextpress';
import express from 'nextpress/express';

const COUNT = 600;
const long = 'x'.repeat(1_000_000);
let started = 0;
/** The requests of one client that have started and whose responses have not been sent. */
let pending = new Set();
let most = 0;

/** @param {any} app */
function addRoutes(app) {
  app.use((/** @type {any} */ _req, /** @type {any} */ res, /** @type {() => void} */ next) => {
    started++;
    const ofClient = pending;
    ofClient.add(res);
    most = Math.max(most, ofClient.size);
    res.once('close', () => ofClient.delete(res));
    next();
  });
  app.get('/json', (/** @type {any} */ _req, /** @type {any} */ res) => res.json({ started, long }));
  app.get('/send', (/** @type {any} */ _req, /** @type {any} */ res) => res.send(long + started));
  app.get('/async', async (/** @type {any} */ _req, /** @type {any} */ res) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    res.json({ started, long });
  });
  app.get('/stream', (/** @type {any} */ _req, /** @type {any} */ res) => {
    Readable.from(Array.from({ length: 10 }, (_, part) => long.slice(0, 100_000) + part)).pipe(res);
  });
  return app;
}

const servers = {
  createServer: () => addRoutes(createServer()).listen(0),
  'createServer without the fast lane': () => addRoutes(createServer({ fastLane: false })).listen(0),
  express: () => addRoutes(express()).listen(0),
  'express in a server of Node': () => createNodeServer(addRoutes(express())).listen(0),
  'express in the fast lane of a server of Node': () =>
    fastLane(createNodeServer(addRoutes(express()))).listen(0),
};

const server = servers[/** @type {keyof typeof servers} */ (process.argv[2])]();
await new Promise((resolve) => server.once('listening', resolve));
const { port } = server.address();

/** Waits until no more handlers start. */
async function settled() {
  for (let same = 0, before = -1; same < 10; same = started === before ? same + 1 : 0) {
    before = started;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

for (const path of ['/json', '/async', '/stream']) {
  // The second one is Node's to parse.
  for (const header of ['Accept: */*', 'Connection: keep-alive, x']) {
    pending = new Set();
    const client = connect(port).pause();
    client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`.repeat(COUNT));
    await settled();
    client.destroy();
  }
}
const { status } = await fetch(`http://localhost:${port}/send`);
console.log(JSON.stringify({ most, status }));
process.exit();
