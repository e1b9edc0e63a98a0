import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as SocketServer } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import { request, sameOnEveryLane, talkTo } from './lanes.ts';

const page: RequestListener = (req, res) => void res.end(`page ${req.url}`);

/** Attaches a server that greets, echoes with an acknowledgement, and broadcasts. */
function attach(server: Server): SocketServer {
  const sockets = new SocketServer(server, { pingInterval: 60_000 });
  // Session IDs would be random.
  let ids = 0;
  Object.assign(sockets.engine, { generateId: () => `session-${++ids}` });
  sockets.on('connection', (socket) => {
    socket.emit('greeting', `hello ${socket.handshake.query.name}`);
    socket.on('echo', (data: unknown, acknowledge: (data: unknown) => void) => acknowledge(data));
    socket.on('shout', (text: string) => void sockets.emit('shouted', text.toUpperCase()));
  });
  return sockets;
}

function connect(url: string, transports: string[], name: string): Socket {
  return io(url, { transports, query: { name }, reconnection: false, forceNew: true });
}

const next = (socket: Socket, event: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    socket.once(event, resolve);
    socket.once('connect_error', reject);
  });

/** Greets, echoes text and bytes, broadcasts; returns what arrived and over which transport. */
async function converse(socket: Socket): Promise<unknown[]> {
  const greeting = await next(socket, 'greeting');
  const text = await socket.emitWithAck('echo', { text: 'é'.repeat(2_000) });
  const bytes: Buffer = await socket.emitWithAck('echo', Buffer.from([1, 2, 255]));
  const shouted = next(socket, 'shouted');
  socket.emit('shout', 'loud');
  return [greeting, text.text.length, [...bytes], await shouted];
}

test.each([
  ['polling alone', ['polling'], 'polling'],
  ['polling, then an upgrade', ['polling', 'websocket'], 'websocket'],
  ['a WebSocket at once', ['websocket'], 'websocket'],
])('socket.io talks to its client over %s, alongside ordinary requests', async (_, transports, last) => {
  const seen = await sameOnEveryLane((lane) => {
    const server = lane.over(createServer(page));
    const sockets = attach(server);
    return talkTo(server, async ({ url, connect: connectRaw }) => {
      const client = await connectRaw();
      const before = await client.exchange(request('GET /1') + request('GET /2'), 2);
      const socket = connect(url, transports, 'a');
      const other = connect(url, transports, 'b');
      const greeted = next(other, 'greeting');
      const talk = await converse(socket);
      const { engine } = socket.io;
      if (engine.transport.name !== last) await new Promise((resolve) => engine.once('upgrade', resolve));
      const acknowledged = await socket.emitWithAck('echo', 'after the upgrade');
      const left = new Promise((resolve) =>
        sockets.sockets.sockets.get(`${socket.id}`)?.once('disconnect', resolve),
      );
      const transport = engine.transport.name;
      socket.disconnect();
      const reason = await left;
      const other2 = [await greeted, await other.emitWithAck('echo', 1)];
      other.disconnect();
      const after = await client.exchange(request('GET /3'));
      await sockets.close();
      const pages = [...before, ...after].map(({ body }) => body);
      return { pages, talk, acknowledged, transport, reason, other: other2 };
    });
  });
  expect(seen).toEqual({
    pages: ['page /1', 'page /2', 'page /3'],
    talk: ['hello a', 2_000, [1, 2, 255], 'LOUD'],
    acknowledged: 'after the upgrade',
    transport: last,
    reason: 'client namespace disconnect',
    other: ['hello b', 1],
  });
});

test("'request' listeners rearranged by socket.io run in its order, even when it is attached late", async () => {
  const seen = await sameOnEveryLane((lane) => {
    const order: string[] = [];
    const server = lane.over(createServer());
    server.on('request', (req, res) => {
      order.push(`first ${req.url}`);
      res.setHeader('X-First', 'yes');
    });
    server.on('request', (req, res) => {
      order.push(`second ${req.url}`);
      page(req, res);
    });
    return talkTo(server, async ({ connect: connectRaw }) => {
      const client = await connectRaw();
      const before = await client.exchange(request('GET /1') + request('GET /2'), 2);
      const sockets = attach(server);
      server.on('request', (req) => void order.push(`third ${req.url}`));
      const between = await client.exchange(
        request('GET /3') + request('GET /socket.io/?EIO=3&transport=polling'),
        2,
      );
      const script = await client.exchange(request('GET /socket.io/socket.io.js'));
      const polled = await client.exchange(
        request('GET /socket.io/?EIO=4&transport=polling') + request('GET /4'),
        2,
      );
      void sockets.close();
      return {
        order,
        listeners: server.listenerCount('request'),
        pages: [...before, ...between].map(({ status, body, rawHeaders }) => [status, body, rawHeaders[0]]),
        script: script[0]?.body.slice(0, 20),
        polled: polled.map(({ body }) => body),
      };
    });
  });
  expect(seen.order).toEqual([
    'first /1',
    'second /1',
    'first /2',
    'second /2',
    'first /3',
    'second /3',
    'third /3',
    'third /socket.io/?EIO=3&transport=polling',
    'third /socket.io/socket.io.js',
    'third /socket.io/?EIO=4&transport=polling',
    'first /4',
    'second /4',
    'third /4',
  ]);
  expect(seen.listeners).toBe(2);
  expect(seen.pages[2]).toEqual([200, 'page /3', ['X-First', 'yes']]);
  expect(seen.pages[3]?.slice(0, 2)).toEqual([400, '{"code":5,"message":"Unsupported protocol version"}']);
  expect(seen.script).toMatch(/^\/\*!/);
  expect(seen.polled).toEqual([
    expect.stringMatching(/^0\{"sid":"session-1",.*"upgrades":\["websocket"\]/),
    'page /4',
  ]);
});
