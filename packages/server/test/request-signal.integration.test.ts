import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type Application, createServer, type RequestHandler } from '../src/index.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

function deferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

type Lane = 'the fast lane' | "Node's lane" | 'a server of node:http';

/** Serves a handler, and connects a client. */
async function serve(lane: Lane, handler: RequestHandler): Promise<Socket> {
  const app: Application = createServer({ fastLane: lane === 'the fast lane' });
  app.use(handler);
  const isForeign = lane === 'a server of node:http';
  const server: Server = isForeign
    ? createHttpServer(app).listen(0, '127.0.0.1')
    : app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.resume().on('error', () => {});
  cleanups.push(
    () => client.destroy(),
    () => app.close(),
    () => server.close(),
  );
  await once(client, 'connect');
  return client;
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe.each<Lane>(['the fast lane', "Node's lane", 'a server of node:http'])('req.signal in %s', (lane) => {
  test('is aborted when the client disconnects before the response has ended', async () => {
    const { promise, resolve } = deferred<AbortSignal>();
    const client = await serve(lane, (req) => resolve(req.signal));
    client.write(GET);
    const signal = await promise;
    expect(signal).toBeInstanceOf(AbortSignal);
    expect(signal.aborted).toBe(false);
    const aborted = once(signal, 'abort');
    client.destroy();
    await aborted;
    expect(signal.reason).toMatchObject({ name: 'AbortError' });
  });

  test('is aborted when the client disconnects in the middle of a body', async () => {
    const { promise, resolve } = deferred<AbortSignal>();
    const client = await serve(lane, (req) => {
      req.on('error', () => {}).resume();
      resolve(req.signal);
    });
    client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf');
    const signal = await promise;
    const aborted = once(signal, 'abort');
    client.destroy();
    await aborted;
  });

  test('is not aborted when the connection closes after the response', async () => {
    const signals: AbortSignal[] = [];
    const closed: Promise<unknown>[] = [];
    const client = await serve(lane, (req, res) => {
      signals.push(req.signal);
      closed.push(once(req.socket, 'close'));
      res.end('done');
    });
    client.write(GET);
    await once(client, 'data');
    client.write(GET);
    await once(client, 'data');
    client.destroy();
    await Promise.all(closed);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  });

  test('is already aborted when it is first read after the connection has closed', async () => {
    const { promise, resolve } = deferred<boolean>();
    const client = await serve(lane, (req) => {
      req.socket.once('close', () => setImmediate(() => resolve(req.signal.aborted)));
      client.destroy();
    });
    client.write(GET);
    expect(await promise).toBe(true);
  });

  test('is not aborted when it is first read after the response', async () => {
    const { promise, resolve } = deferred<AbortSignal>();
    const client = await serve(lane, (req, res) => {
      res.once('close', () => resolve(req.signal));
      res.end('done');
    });
    client.write(GET);
    const signal = await promise;
    client.destroy();
    await new Promise(setImmediate);
    expect(signal.aborted).toBe(false);
  });

  test('is a single object, and only listens for the end of the exchange once it was read', async () => {
    const { promise, resolve } = deferred<unknown[]>();
    const client = await serve(lane, (req, res) => {
      const { socket } = req;
      const listeners = () => [...socket.rawListeners('close'), ...res.rawListeners('close')];
      const before = listeners();
      const first = req.signal;
      const added = listeners().filter((listener) => !before.includes(listener));
      const isSame = req.signal === first;
      res.once('close', () => {
        const left = listeners().filter((listener) => added.includes(listener));
        resolve([isSame, added.length, left.length]);
      });
      res.end('done');
    });
    client.write(GET);
    expect(await promise).toEqual([true, 1, 0]);
  });
});
