// Requests default pages and a file from servers while the timers are faked, and prints the statuses.
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import FakeTimers from '@sinonjs/fake-timers';

// Finds the ES modules, or those for CommonJS where Node can't require ES modules.
const require = createRequire(import.meta.url);
const { createServer } = require('nextpress');
const express = require('nextpress/express');

const logError = () => {};
const kinds = {
  'fast lane': () => createServer({ logError }),
  "Node's lane": () => createServer({ logError, fastLane: false }),
  express: () => express().set('env', 'test'),
};

/** @returns {Promise<number>} */
function statusOf(/** @type {number} */ port, /** @type {string} */ method, /** @type {string} */ path) {
  return new Promise((resolve, reject) => {
    const socket = connect(port);
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    socket.on('error', reject).once('data', (data) => {
      socket.destroy();
      resolve(Number(String(data).split(' ')[1]));
    });
  });
}

async function statusesOf(/** @type {any} */ app) {
  app.get('/found', (/** @type {any} */ _req, /** @type {any} */ res) => res.send('found'));
  app.get('/throws', () => {
    throw new Error('thrown');
  });
  app.get('/rejects', async () => {
    throw new Error('rejected');
  });
  const file = require.resolve('nextpress/package.json');
  app.get('/file', (/** @type {any} */ _req, /** @type {any} */ res) => res.sendFile(file));
  for (let layer = 0; layer < 300; layer++)
    app.get('/deep', (/** @type {any} */ _req, /** @type {any} */ _res, /** @type {any} */ next) => next());
  /** @type {import('node:http').Server} */
  const server = await new Promise((resolve) => {
    const listening = app.listen(0, () => resolve(listening));
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  // Node's own sockets need `process.nextTick`.
  const clock = FakeTimers.install({ toNotFake: ['nextTick'] });
  /** @type {Record<string, number>} */
  const statuses = {};
  for (const path of ['/found', '/none', '/throws', '/rejects', '/file', '/deep'])
    statuses[path] = await statusOf(port, 'GET', path);
  statuses.options = await statusOf(port, 'OPTIONS', '/found');
  await app.close();
  clock.uninstall();
  return statuses;
}

/** @type {Record<string, object>} */
const all = {};
for (const [kind, make] of Object.entries(kinds)) all[kind] = await statusesOf(make());
console.log(JSON.stringify(all));
