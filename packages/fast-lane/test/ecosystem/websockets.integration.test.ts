import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { identity, type Lane, request, sameOnEveryLane, type Target, talkTo } from './lanes.ts';

const page: RequestListener = (req, res) => void res.end(`page ${req.url}`);

/** A client's text frame, masked with zeros. */
function frame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

const upgrade = request('GET /socket?a=b', [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]);

/** Echoes messages in capitals, prefixed with the request's target. */
function echo(sockets: WebSocketServer): void {
  sockets.on('connection', (socket, req) => {
    socket.on('message', (data, binary) => {
      socket.send(binary ? data : `${req.url} ${data}`.toUpperCase(), { binary });
    });
  });
}

function attached(lane: Lane, server: Server = createServer(page)): Server {
  lane.over(server);
  echo(new WebSocketServer({ server }));
  return server;
}

function withoutServer(lane: Lane): Server {
  const sockets = new WebSocketServer({ noServer: true });
  echo(sockets);
  const server = lane.over(createServer(page));
  server.on('upgrade', (req, socket, head) => {
    if (req.url?.startsWith('/socket')) {
      return sockets.handleUpgrade(req, socket, head, (client) => sockets.emit('connection', client, req));
    }
    socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
  });
  return server;
}

/** Sends text, bytes, a long message, a fragmented one and a ping over a WebSocket, then closes it. */
async function conversation({ port, ca }: Target): Promise<unknown[]> {
  const socket = new WebSocket(`${ca === undefined ? 'ws' : 'wss'}://127.0.0.1:${port}/socket?a=b`, { ca });
  const seen: unknown[] = [];
  const all = new Promise<void>((resolve) => {
    socket.on('message', (data, binary) => {
      seen.push(binary ? data : `${data}`.slice(0, 30));
      if (seen.length === 4) socket.ping('still there?');
    });
    socket.on('pong', (data) => {
      seen.push(`pong ${data}`);
      socket.close(4001, 'enough');
    });
    socket.on('close', (code) => {
      seen.push(code);
      resolve();
    });
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send('hello');
  socket.send(Buffer.from([1, 2, 3]));
  socket.send('x'.repeat(100_000));
  socket.send('in ', { fin: false });
  socket.send('parts', { fin: true });
  await all;
  return seen;
}

test.each([
  ['attached to a server', attached],
  ['without a server', withoutServer],
  ['over TLS', (lane: Lane) => attached(lane, createSecureServer(identity, page))],
])('ws talks to its client: %s', async (_, build) => {
  const seen = await sameOnEveryLane((lane) =>
    talkTo(build(lane), async (target) => {
      const client = await target.connect();
      const before = await client.exchange(request('GET /1') + request('GET /2'), 2);
      const talks = await Promise.all([conversation(target), conversation(target)]);
      const after = await client.exchange(request('GET /3'));
      return { pages: [...before, ...after].map(({ body }) => body), talks };
    }),
  );
  const talk = ['/SOCKET?A=B HELLO', Buffer.from([1, 2, 3]), expect.any(String), '/SOCKET?A=B IN PARTS'];
  const whole = [...talk, 'pong still there?', 4001];
  expect(seen).toEqual({ pages: ['page /1', 'page /2', 'page /3'], talks: [whole, whole] });
});

test.each([
  ['attached to a server', attached],
  ['without a server', withoutServer],
])(
  'ws takes over a connection that has served requests, with the frames after the upgrade: %s',
  async (_, build) => {
    const wire = await sameOnEveryLane((lane) =>
      talkTo(build(lane), async ({ connect }) => {
        const client = await connect();
        const pages = await client.exchange(request('GET /1') + request('GET /2'), 2);
        await client.send(
          Buffer.concat([Buffer.from(request('GET /3') + upgrade), frame('one'), frame('two')]),
        );
        const text = await client.until('TWO');
        await client.send(frame('three'));
        const later = await client.until('THREE');
        const after = text.slice(text.indexOf('HTTP/1.1 101')).replace(/^Date.*/m, '');
        return { pages: pages.map(({ body }) => body), third: text.includes('page /3'), after, later };
      }),
    );
    expect(wire.pages).toEqual(['page /1', 'page /2']);
    expect(wire.third).toBe(true);
    expect(wire.after).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
    expect(wire.after).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
    expect(wire.after).toMatch(/\/SOCKET\?A=B ONE.*\/SOCKET\?A=B TWO$/s);
    expect(wire.later).toMatch(/\/SOCKET\?A=B THREE$/);
  },
);

test('a refused upgrade gets the application’s response', async () => {
  const text = await sameOnEveryLane((lane) =>
    talkTo(withoutServer(lane), async ({ connect }) => {
      const client = await connect();
      await client.exchange(request('GET /1'));
      await client.send(upgrade.replace('/socket', '/none'));
      return client.rest();
    }),
  );
  expect(text).toBe('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
});

test('a WebSocket is closed on the server when its client disappears', async () => {
  const code = await sameOnEveryLane(async (lane) => {
    const server = lane.over(createServer(page));
    const sockets = new WebSocketServer({ server });
    const closed = new Promise<number>((resolve) => {
      sockets.on('connection', (socket) => socket.on('close', resolve));
    });
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      await client.exchange(request('GET /'));
      await client.send(upgrade);
      await client.until('\r\n\r\n');
      await client.close();
      return closed;
    });
  });
  expect(code).toBe(1006);
});
