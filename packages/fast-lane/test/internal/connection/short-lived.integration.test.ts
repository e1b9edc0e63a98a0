import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { fastLane } from '../../../src/index.ts';
import { identity, request, type Target, talkTo } from '../../ecosystem/lanes.ts';
import type { RawClient } from '../../ecosystem/raw-client.ts';

const plain = request('GET /plain');
const closing = request('GET /closing', ['Connection: close']);
const asProxiesDo = 'GET /old HTTP/1.0\r\nHost: localhost\r\n\r\n';
const servers = {
  TCP: () => fastLane(createServer((req, res) => void res.end(req.url))),
  TLS: () => fastLane(createSecureServer(identity, (req, res) => void res.end(req.url))),
};

/** Opens a number of connections, one after another, each with a single request. */
async function comeAndGo({ connect }: Target, count: number, text = closing): Promise<void> {
  for (let i = 0; i < count; i++) {
    const client = await connect();
    await client.send(text);
    expect(await client.rest()).toContain('200 OK');
  }
}

/** Waits for the turn in which a connection would be taken back. */
async function rest(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}

async function ask(client: RawClient, text = plain): Promise<string | undefined> {
  const [response] = await client.exchange(text);
  await rest();
  return response?.body;
}

for (const [carrier, serve] of Object.entries(servers)) {
  test(`new connections start in Node when the last ones each carried a single request for Node, over ${carrier}`, async () => {
    const server = serve();
    await talkTo(server, async (target) => {
      await comeAndGo(target, 32);
      expect(server.stats().handedOver).toEqual({ connection: 32 });
      await comeAndGo(target, 3);
    });
    expect(server.stats()).toEqual({
      fast: 0,
      node: 35,
      takenBack: 0,
      handedOver: { connection: 32, 'short-lived': 3 },
    });
  });

  test(`a kept-alive connection moves to the lane, and so do those after it, over ${carrier}`, async () => {
    const server = serve();
    await talkTo(server, async (target) => {
      await comeAndGo(target, 32, asProxiesDo);
      const client = await target.connect();
      expect([await ask(client), await ask(client), await ask(client)]).toEqual(Array(3).fill('/plain'));
      expect(await ask(await target.connect())).toBe('/plain');
    });
    expect(server.stats()).toEqual({
      fast: 3,
      node: 33,
      takenBack: 1,
      handedOver: { version: 32, 'short-lived': 1 },
    });
  });
}

test.each([
  ['the lane', plain],
  ['Node', request('POST /odd', ['Transfer-Encoding: chunked']).concat('0\r\n\r\n')],
])('one kept-alive connection offsets three short-lived ones, served by %s', async (_, text) => {
  const server = servers.TCP();
  await talkTo(server, async (target) => {
    await comeAndGo(target, 31);
    await ask(await target.connect(), text);
    await comeAndGo(target, 4);
    expect(server.stats().handedOver['short-lived']).toBeUndefined();
    await comeAndGo(target, 1);
  });
  expect(server.stats().handedOver).toMatchObject({ connection: 35, 'short-lived': 1 });
});

test('new connections start in the lane again after eleven kept-alive ones', async () => {
  const server = servers.TCP();
  await talkTo(server, async (target) => {
    await comeAndGo(target, 80);
    for (let i = 0; i < 13; i++) await ask(await target.connect());
  });
  expect(server.stats()).toMatchObject({ fast: 2, handedOver: { connection: 32, 'short-lived': 48 + 11 } });
});

test('all connections start in the lane when the server has no idle timeout', async () => {
  const server = Object.assign(servers.TCP(), { keepAliveTimeout: 0 });
  await talkTo(server, async (target) => comeAndGo(target, 34));
  expect(server.stats().handedOver).toEqual({ connection: 34 });
});

test('a connection with a timeout set by the application emits `timeout`, and stays open', async () => {
  const set: number[] = [];
  const server = servers.TCP().on('connection', (socket: Socket) => {
    const { setTimeout } = socket;
    const own = (time: number): Socket => {
      set.push(time);
      return setTimeout.call(socket, time);
    };
    Object.assign(socket, { setTimeout: own });
  });
  await talkTo(server, async (target) => {
    await comeAndGo(target, 32);
    const client = await target.connect();
    await ask(client);
    expect(set[0]).toBeGreaterThan(0);
    expect(await ask(client, closing)).toBe('/closing');
  });
  expect(server.stats()).toMatchObject({ takenBack: 1 });
});

test('a connection without a request does not change the estimate', async () => {
  const server = servers.TCP();
  await talkTo(server, async (target) => {
    await comeAndGo(target, 31);
    const client = await target.connect();
    await client.send('nonsense\r\n\r\n');
    expect(await client.rest()).toBe('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    await comeAndGo(target, 2);
  });
  expect(server.stats().handedOver).toEqual({ connection: 32, method: 1, 'short-lived': 1 });
});

test('pipelined requests on a connection that starts in Node get responses in order', async () => {
  const server = servers.TCP();
  await talkTo(server, async (target) => {
    await comeAndGo(target, 32);
    const client = await target.connect();
    const responses = await client.exchange(request('GET /1') + request('GET /2') + request('GET /3'), 3);
    expect(responses.map(({ body }) => body)).toEqual(['/1', '/2', '/3']);
    await rest();
    expect(await ask(client)).toBe('/plain');
  });
  expect(server.stats()).toMatchObject({ fast: 1, node: 35, takenBack: 1 });
});

test('requests on a connection that was taken back run in the same contexts as without the lane', async () => {
  const storage = new AsyncLocalStorage<string>();
  const seenOn = (wrap: (server: Server) => Server): Promise<(string | undefined)[]> => {
    const server = createServer((req, res) => {
      const store = String(storage.getStore());
      storage.enterWith(`of ${req.url}`);
      res.end(store.replace(/\d+/, 'port'));
    });
    server.prependListener('connection', (socket: Socket) => storage.enterWith(`of ${socket.remotePort}`));
    return talkTo(wrap(server), async (target) => {
      await comeAndGo(target, 32);
      const client = await target.connect();
      return [await ask(client), await ask(client, request('GET /2')), await ask(client)];
    });
  };
  const plainly = await seenOn((server) => server);
  expect(plainly[0]).toBe('of port');
  for (const [index, store] of (await seenOn(fastLane)).entries())
    expect(['of port', plainly[index]]).toContain(store);
});
