// Messages echoed to their sender, and messages broadcast to a room.
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from '@nextpress/server';
import { websocket } from '@nextpress/websocket';
import { bench } from '@nextpress-internal/bench-kit';
import { WebSocket, WebSocketServer } from 'ws';

const CONNECTIONS = 50;
/** The first message on each connection. Once it arrives, the connection receives what is sent to the room. */
const JOINED = 'joined';
const text = (/** @type {number} */ index) => JSON.stringify({ id: index, text: `message ${index}` });

function nextpress() {
  const app = websocket(createServer(), { maxMessagesPerSecond: Number.POSITIVE_INFINITY });
  app.ws('/echo', (connection) => {
    connection.on('message', (data) => void connection.send(data.toString()));
    void connection.send(JOINED);
  });
  app.ws('/room', (connection) => {
    const room = app.ws.room('all');
    room.add(connection);
    connection.on('message', (data) => room.broadcast(data.toString()));
    void connection.send(JOINED);
  });
  return app.listen(0, '127.0.0.1');
}

function ws() {
  const server = createHttpServer();
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, req) => {
    socket.on('message', (data) => {
      const message = data.toString();
      if (req.url === '/echo') socket.send(message);
      else for (const client of sockets.clients) client.send(message);
    });
    socket.send(JOINED);
  });
  return server;
}

/** @param {number} port @param {string} path */
async function connect(port, path) {
  const sockets = Array.from({ length: CONNECTIONS }, () => new WebSocket(`ws://127.0.0.1:${port}${path}`));
  await Promise.all(sockets.map((socket) => once(socket, 'message')));
  return sockets;
}

/** Sends messages to `path`, each after the previous one has reached all `receivers`. @param {string} path @param {number} receivers */
const messages = (path, receivers) => ({
  variants: { '@nextpress/websocket': nextpress, ws },
  async check(/** @type {number} */ port) {
    const sockets = await connect(port, path);
    const received = sockets.slice(0, receivers).map((socket) => once(socket, 'message'));
    sockets[0]?.send(text(1));
    const messages = await Promise.all(received);
    for (const socket of sockets) socket.close();
    return messages.map(([data]) => String(data));
  },
  async load(/** @type {number} */ port, /** @type {number} */ seconds) {
    const sockets = await connect(port, path);
    const end = performance.now() + seconds * 1_000;
    let count = 0;
    let received = 0;
    await new Promise((done, fail) => {
      const sendNext = (/** @type {WebSocket} */ socket) => {
        if (performance.now() >= end) done(undefined);
        else socket.send(text(count));
      };
      for (const socket of sockets) {
        socket.on('close', (code) => fail(new Error(`The server closed a connection with ${code}`)));
        socket.on('message', () => {
          count++;
          if (receivers === 1) sendNext(socket);
          else if (++received % receivers === 0)
            sendNext(/** @type {WebSocket} */ (sockets[(received / receivers) % CONNECTIONS]));
        });
      }
      if (receivers === 1) for (const socket of sockets) sendNext(socket);
      else sendNext(/** @type {WebSocket} */ (sockets[0]));
    });
    for (const socket of sockets) socket.terminate();
    return count;
  },
});

await bench(import.meta.dirname, {
  measures: 'server CPU time per message sent',
  notes:
    'Each of 10,000 idle connections takes 8 to 9 KiB of memory, or 7.5 KiB with `ws` alone (Node 20.20, 2 cores, 2026-11-25).',
  servers: {
    echo: messages('/echo', 1),
    'broadcast to a room of 50': messages('/room', CONNECTIONS),
  },
});
