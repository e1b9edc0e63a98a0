// A worker for the tests. `KIND` chooses the framework, `PORT` the port.
import { existsSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { onClose, reportMetrics, workerSlot } from '@nextpress/cluster';

const { BROKEN_IF = '', KIND = 'node', PORT = '0', TLS = '' } = process.env;
/** The longest time that `/block` blocks the event loop, in milliseconds. */
const BLOCKED = 20_000;

if (BROKEN_IF !== '' && existsSync(BROKEN_IF)) {
  console.error('this program is broken');
  process.exit(7);
}

let requests = 0;
/** @type {Buffer[]} */
const garbage = [];
reportMetrics({ counters: () => ({ requests }), gauges: () => ({ workers: 1 }) });
/** Resolves when the worker closes. */
let close = () => {};
const closing = new Promise((resolve) => (close = () => resolve(undefined)));
onClose(async ({ reason, drained }) => {
  close();
  process.send?.({ closing: reason, pid: process.pid });
  await drained;
  process.send?.({ drained: reason, pid: process.pid });
});

/** @type {http.RequestListener} */
function respond(req, res) {
  requests++;
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
  res.setHeader('X-Pid', process.pid);
  const finish = () => res.end(JSON.stringify({ pid: process.pid, slot: workerSlot() }));
  if (pathname === '/crash') process.exit(3);
  if (pathname === '/block') {
    process.send?.({ blocked: process.pid });
    // The message is sent in the next turn of the event loop.
    setImmediate(() => {
      for (const end = Date.now() + BLOCKED; Date.now() < end; );
      finish();
    });
  } else if (pathname === '/grow') {
    garbage.push(Buffer.alloc(150 * 1024 * 1024, 1));
    finish();
  } else if (pathname === '/wait') {
    if (searchParams.has('announce')) process.send?.({ waiting: process.pid });
    const ms = searchParams.get('ms');
    if (ms !== null) setTimeout(finish, Number(ms));
    else void closing.then(() => setTimeout(finish, 100));
  } else finish();
}

/** @returns {Promise<http.Server>} */
async function listen() {
  const port = Number(PORT);
  if (KIND === 'express') {
    const { default: express } = await import('express');
    return express().use(respond).listen(port, '127.0.0.1');
  }
  if (KIND === 'nextpress') {
    const { createServer } = await import('@nextpress/server');
    return createServer()
      .get('/events', (_req, res) => {
        res.sse().send({ data: String(process.pid) });
      })
      .use((req, res) => respond(req, res))
      .listen(port, '127.0.0.1');
  }
  if (KIND === 'https') return https.createServer(JSON.parse(TLS), respond).listen(port, '127.0.0.1');
  return http.createServer(respond).listen(port, '127.0.0.1');
}

const server = await listen();
if (KIND === 'socket.io') {
  const { Server } = await import('socket.io');
  const io = new Server(server);
  io.on('connection', (socket) => {
    socket.on('ask', (respond) => respond(process.pid));
  });
  onClose(() => io.close());
}
server.on('error', (error) => {
  process.send?.({ failed: error.message });
  process.exit(4);
});
const announce = () =>
  process.send?.({ port: /** @type {import('node:net').AddressInfo} */ (server.address()).port });
if (server.listening) announce();
else server.once('listening', announce);
// Tells the test which worker a connection belongs to.
server.prependListener('connection', ({ remotePort }) =>
  process.send?.({ connection: remotePort, pid: process.pid }),
);
