// Upgrades whose guard has not called back yet, in both lanes.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createServer, type NextFunction, type Request, type Response } from '@nextpress/server';
import { parseResponses } from '@nextpress-internal/test-kit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type WebSocketOptions, websocket } from '../src/index.ts';
import { next, open, portOf } from './open.ts';

const HEAD =
  'GET /room HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** A client frame whose mask is 0. */
function frame(text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126]), length, Buffer.alloc(4), Buffer.from(text)]);
}

interface Pending {
  readonly req: Request;
  readonly res: Response;
  readonly go: NextFunction;
}

function connectTo(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

describe.each([true, false])('with the fast lane: %s', (fastLane) => {
  /** Serves an application whose guard waits until the test continues. */
  async function serve(options: WebSocketOptions = {}) {
    const log = vi.fn();
    const app = websocket(createServer({ logError: log, fastLane }), options);
    const arrived: Pending[] = [];
    const received: string[] = [];
    app.get('/slow', (req, res, go) => void arrived.push({ req, res, go }));
    app.ws(
      '/room',
      (req, res, go) => void arrived.push({ req, res, go }),
      (connection) => {
        connection.on('message', (data) => received.push(String(data)));
        connection.send('welcome');
      },
    );
    const pending = async (count = 1): Promise<Pending> => {
      await expect.poll(() => arrived.length).toBe(count);
      return arrived[count - 1] as Pending;
    };
    const server = app.listen(0, '127.0.0.1');
    return { app, server, log, pending, received, port: await portOf(server) };
  }

  test.each([
    ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
    ['closes the connection', (socket: Socket) => socket.destroy()],
    ['half-closes the connection', (socket: Socket) => socket.end()],
    ['sends a message and half-closes the connection', (socket: Socket) => socket.end(frame('early'))],
  ])('a pending upgrade ends when the client %s', async (_name, leave) => {
    const { app, pending, port } = await serve();
    const socket = connectTo(port);
    socket.write(HEAD);
    const { req, res, go } = await pending();
    const { signal } = req as Request & { readonly signal: AbortSignal };
    const events = Promise.all([once(res, 'close'), once(req, 'close'), once(signal, 'abort')]);
    leave(socket);
    await events;
    go();
    expect([app.ws.connections.size, req.socket.destroyed]).toEqual([0, true]);
  });

  test('an upgrade ends when the client disconnects before an earlier response is sent', async () => {
    const { pending, port } = await serve();
    const socket = connectTo(port);
    socket.write(`GET /slow HTTP/1.1\r\nHost: a\r\n\r\n${HEAD}`);
    const { res } = await pending();
    const closed = once(res, 'close');
    socket.destroy();
    await closed;
  });

  test('a pending upgrade gets 503 when its guard takes too long', async () => {
    const { app, log, pending, port } = await serve({ handshakeTimeout: 20 });
    await expect(open(port, '/room')).rejects.toMatchObject({ status: 503 });
    const { go } = await pending();
    go();
    await expect(open(port, '/room')).rejects.toMatchObject({ status: 503 });
    const { res } = await pending(2);
    res.status(401).json({ error: 'late' });
    expect(app.ws.connections.size).toBe(0);
    expect(log.mock.calls).toEqual([]);
  });

  test('maxConnections counts pending upgrades', async () => {
    const { pending, port } = await serve({ maxConnections: 2 });
    const first = open(port, '/room');
    (await pending()).go();
    await first;
    const second = open(port, '/room');
    const { go } = await pending(2);
    await expect(open(port, '/room')).rejects.toMatchObject({ status: 503 });
    go();
    await second;
    await expect(open(port, '/room')).rejects.toMatchObject({ status: 503 });
  });

  test('a pending upgrade no longer counts once the client has disconnected', async () => {
    const { pending, port } = await serve({ maxConnections: 1 });
    const leaving = connectTo(port);
    leaving.write(HEAD);
    const { res } = await pending();
    const closed = once(res, 'close');
    leaving.destroy();
    await closed;
    const opened = open(port, '/room');
    (await pending(2)).go();
    await opened;
  });

  test('a refused upgrade no longer counts', async () => {
    const { app, pending, port } = await serve({ maxConnections: 1 });
    for (let count = 1; count <= 3; count++) {
      const refused = open(port, '/room');
      const { req, res } = await pending(count);
      const closed = once(req.socket, 'close');
      res.status(401).send('no');
      await expect(refused).rejects.toMatchObject({ status: 401 });
      await closed;
    }
    expect(app.ws.connections.size).toBe(0);
  });

  test.each([
    ['short', 'a'.repeat(200), 2],
    ['long', 'a'.repeat(60_000), 20],
  ])('messages that arrive before the response are kept (%s)', async (_name, text, count) => {
    const { pending, port, received } = await serve();
    const socket = connectTo(port);
    const frames = Buffer.concat(Array(count).fill(frame(text)));
    socket.write(Buffer.concat([Buffer.from(HEAD), frames.subarray(0, 10)]));
    const { go } = await pending();
    socket.write(frames.subarray(10));
    await expect.poll(() => socket.bytesWritten).toBe(HEAD.length + frames.length);
    go();
    await expect.poll(() => received.length).toBe(count);
    expect(received.every((message) => message === text)).toBe(true);
  });

  test.each([
    ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
    ['waits', () => {}],
  ])('an upgrade that no listener serves ends when the client %s', async (_name, leave) => {
    const { server, port } = await serve({ handshakeTimeout: 50 });
    const upgraded = once(
      server.on('upgrade', () => {}),
      'upgrade',
    );
    const socket = connectTo(port);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume().write(HEAD.replace('/room', '/other'));
    const [req] = (await upgraded) as [Request];
    const lost = new Promise((resolve) => req.socket.once('close', resolve));
    leave(socket);
    await Promise.all([closed, lost]);
  });

  test('an upgrade over HTTP/1.0 gets 400', async () => {
    const { port } = await serve();
    const socket = connectTo(port);
    socket.write(HEAD.replace('HTTP/1.1', 'HTTP/1.0'));
    const { responses } = parseResponses(Buffer.concat(await socket.toArray()).toString());
    expect(responses.map(({ status }) => status)).toEqual([400]);
  });

  test('a connection works as usual once its upgrade is accepted', async () => {
    const { pending, port } = await serve();
    const socket = open(port, '/room');
    (await pending()).go();
    expect(await next(await socket)).toBe('welcome');
  });
});
