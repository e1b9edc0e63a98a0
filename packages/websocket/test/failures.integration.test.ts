// Application errors after the handshake, which clients can cause.
import { createServer } from '@nextpress/server';
import { expect, test, vi } from 'vitest';
import { type WebSocketConnection, type WebSocketOptions, websocket } from '../src/index.ts';
import { codeOf, next, open, portOf } from './open.ts';

/** Serves an application with one route, and records what it logs. */
async function serve(handler: (connection: WebSocketConnection) => unknown, options?: WebSocketOptions) {
  const log = vi.fn();
  const app = websocket(
    createServer({ logError: (error, req) => log(String(error), req.originalUrl) }),
    options,
  );
  app.ws('/room', handler);
  return { app, log, port: await portOf(app.listen(0, '127.0.0.1')) };
}

test.each([
  ['throws', (data: unknown) => void JSON.parse(String(data))],
  ['rejects', async (data: unknown) => JSON.parse(String(data))],
])('a listener that %s closes its connection with 1011, and the error is logged', async (_name, listener) => {
  const { log, port } = await serve((connection) => connection.on('message', listener));
  const [socket, other] = [await open(port, '/room?a=1'), await open(port, '/room')];
  socket.send('{');
  expect(await codeOf(socket)).toBe(1011);
  expect(log.mock.calls).toEqual([[expect.stringContaining('SyntaxError'), '/room?a=1']]);
  expect(other.readyState).toBe(other.OPEN);
});

test('an error in a close listener is logged', async () => {
  const { app, log, port } = await serve((connection) => {
    connection.on('close', () => {
      throw new Error('failed');
    });
  });
  (await open(port, '/room')).terminate();
  await expect.poll(() => log.mock.calls).toEqual([['Error: failed', '/room']]);
  expect(app.ws.connections.size).toBe(0);
});

test('send throws for data that is neither text nor bytes, even if not awaited', async () => {
  const { log, port } = await serve((connection) => {
    connection.on('message', (data) => void connection.send(JSON.parse(String(data)).text));
  });
  const socket = await open(port, '/room');
  socket.send('{"text":{}}');
  expect(await codeOf(socket)).toBe(1011);
  expect(log.mock.calls[0]?.[0]).toContain('TypeError');
});

test('send resolves once the connection has closed', async () => {
  const sent: Promise<void>[] = [];
  const { port } = await serve((connection) => {
    sent.push(connection.send(Buffer.alloc(20_000_000)));
    connection.on('close', () => sent.push(connection.send('late')));
  });
  const socket = await open(port, '/room');
  socket.terminate();
  await expect.poll(() => sent.length).toBe(2);
  await Promise.all(sent);
});

test('a message may exceed maxBufferedAmount if the client keeps reading', async () => {
  const { port } = await serve(
    async (connection) => {
      await connection.send(Buffer.alloc(20_000_000));
      await connection.send(Buffer.alloc(20_000_000));
      connection.close(1000);
    },
    { maxBufferedAmount: 1_000 },
  );
  const socket = await open(port, '/room');
  expect(await codeOf(socket)).toBe(1000);
});

test('a listener gets no message beyond the rate limit, even if it is added later', async () => {
  const received: string[] = [];
  const { port } = await serve(
    (connection) => {
      connection.once('message', () => {
        connection.removeAllListeners('message');
        connection.on('message', (data) => received.push(String(data)));
      });
    },
    { maxMessagesPerSecond: 3 },
  );
  const socket = await open(port, '/room');
  for (const text of ['1', '2', '3', '4', '5']) socket.send(text);
  expect(await codeOf(socket)).toBe(1008);
  expect(received).toEqual(['2', '3']);
});

test('connections are closed with 1001 each time the application closes', async () => {
  const { app } = await serve((connection) => connection.send('welcome'));
  await app.close();
  for (let turn = 0; turn < 2; turn++) {
    const socket = await open(await portOf(app.listen(0, '127.0.0.1')), '/room');
    expect(await next(socket)).toBe('welcome');
    const code = codeOf(socket);
    expect(await app.close({ grace: 5_000 })).toEqual({ cut: [] });
    expect(await code).toBe(1001);
  }
});
