import { once } from 'node:events';
import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gracefulShutdown } from '@nextpress/lifecycle';
import { serverSecret } from '@nextpress-internal/test-kit';
import { describe, expect, test } from 'vitest';
import { get, RawClient } from './raw-client.ts';
import { KINDS } from './scene.ts';

interface Face {
  readonly isSecure: boolean;
  listen(listener: RequestListener): { readonly server: Server; close(): Promise<unknown> };
}

function plain(isSecure: boolean): Face {
  return {
    isSecure,
    listen(listener) {
      const server = isSecure ? https.createServer(serverSecret, listener) : http.createServer(listener);
      server.listen(0, '127.0.0.1');
      return { server, close: gracefulShutdown(server, { signals: false }).close };
    },
  };
}

const FACES: readonly (readonly [string, Face])[] = [
  ...KINDS.map(([name, { isSecure, create }]): readonly [string, Face] => [
    `of an application ${name}`,
    {
      isSecure,
      listen(listener) {
        const app = create().use(listener as never);
        return { server: app.listen(0, '127.0.0.1'), close: () => app.close() };
      },
    },
  ]),
  ['of node:http', plain(false)],
  ['of node:https', plain(true)],
];

interface Scene {
  readonly server: Server;
  /** The targets of the requests that handlers got. */
  readonly handled: string[];
  connect(): Promise<RawClient>;
  close(): Promise<unknown>;
}

async function start({ isSecure, listen }: Face, listener: RequestListener): Promise<Scene> {
  const handled: string[] = [];
  const { server, close } = listen((req, res) => {
    handled.push(req.url as string);
    listener(req, res);
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connect = async (): Promise<RawClient> => {
    const accepted = once(server, isSecure ? 'secureConnection' : 'connection');
    const client = await RawClient.open(port, isSecure);
    await accepted;
    return client;
  };
  return { server, handled, connect, close };
}

const PACKET = ['/1', '/2', '/3', '/4', '/5', '/6', '/7', '/8'];
const packet = PACKET.map((path) => get(path)).join('');

/** When a handler responds. */
const TIMES: Readonly<Record<string, (respond: () => void, req: IncomingMessage) => unknown>> = {
  'at once': (respond) => respond(),
  'a turn later': (respond) => setImmediate().then(respond),
  'in the reverse order': async (respond, { url }) => {
    for (let turns = 20 - Number(url?.slice(1)); turns > 0; turns--) await setImmediate();
    respond();
  },
  'some of them at once': (respond, { url }) =>
    Number(url?.slice(1)) % 3 === 0 ? respond() : setImmediate().then(respond),
};

/** How an application says that a response is the last one. */
const SAYS_CLOSE: Readonly<Record<string, (res: ServerResponse, text: string) => void>> = {
  setHeader: (res, text) => void res.setHeader('Connection', 'close').end(text),
  writeHead: (res, text) => void res.writeHead(200, { connection: 'Close', 'Content-Length': 2 }).end(text),
  'writeHead with a list': (res, text) => void res.writeHead(200, ['Connection', 'close']).end(text),
  shouldKeepAlive: (res, text) => {
    res.shouldKeepAlive = false;
    res.end(text);
  },
  'setHeader and pieces': (res, text) => {
    res.setHeader('Connection', 'close').write(text.slice(0, 1));
    res.end(text.slice(1));
  },
};

/** Every request that a handler got has its response, in order, and only the last one ends the connection. */
async function expectAllSent({ handled }: Scene, client: RawClient): Promise<void> {
  await client.closed;
  expect(client.responses.map(({ body }) => body)).toEqual(handled);
  const connections = client.responses.map(({ headers }) => headers.connection);
  expect(connections.filter((value) => value?.toLowerCase() === 'close')).toEqual(['close']);
  expect(connections.at(-1)).toBe('close');
}

describe.each(FACES)('a server %s', (_name, face) => {
  describe.each(Object.entries(TIMES))('whose handlers respond %s', (_name, respond) => {
    test('responds to every handled request while it closes', async () => {
      const scene = await start(face, (req, res) => void respond(() => res.end(req.url), req));
      const client = await scene.connect();
      const closed = scene.close();
      client.send(packet);
      await expectAllSent(scene, client);
      await closed;
    });

    test.each(Object.entries(SAYS_CLOSE))(
      'responds to every request that it has handled, when one says close by %s',
      async (_name, sayClose) => {
        const scene = await start(face, (req, res) => {
          const text = req.url as string;
          void respond(() => (text === '/3' ? sayClose(res, text) : res.end(text)), req);
        });
        const client = await scene.connect();
        client.send(packet);
        await client.closed;
        expect(client.responses.map(({ body }) => body)).toEqual(scene.handled);
        expect(scene.handled).toEqual(expect.arrayContaining(['/1', '/2', '/3']));
        expect(client.responses.slice(0, -1).map(({ headers }) => headers.connection)).not.toContain('close');
        await scene.close();
      },
    );

    test.each([
      ['HTTP/1.0', PACKET.map((path) => `GET ${path} HTTP/1.0\r\n\r\n`).join('')],
      ['Connection: close', get('/1', 'Connection: close') + packet],
    ])('responds to a request with %s, and to none after it', async (_name, text) => {
      const scene = await start(face, (req, res) => void respond(() => res.end(req.url), req));
      const client = await scene.connect();
      client.send(text);
      await expectAllSent(scene, client);
      expect(scene.handled).toEqual(['/1']);
      await scene.close();
    });
  });

  test('dispatches nothing after an HTTP/1.0 response that may end with its connection', async () => {
    const scene = await start(face, (req, res) => {
      void setImmediate().then(() => {
        res.write(req.url);
        res.end();
      });
    });
    const client = await scene.connect();
    client.send('GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /2 HTTP/1.0\r\n\r\n');
    await client.closed;
    expect([scene.handled, client.received.endsWith('\r\n\r\n/1')]).toEqual([['/1'], true]);
    await scene.close();
  });

  test('sends the complete last response to a client that keeps sending', async () => {
    const size = 4_000_000;
    const scene = await start(face, (_req, res) =>
      res.setHeader('Connection', 'close').end('x'.repeat(size)),
    );
    const client = await scene.connect();
    const errors: unknown[] = [];
    client.socket.on('error', (error) => errors.push(error)).pause();
    client.send(get('/1'));
    while (scene.handled.length === 0) await setImmediate();
    for (let count = 0; count < 100; count++) {
      client.send(packet.repeat(10));
      await setImmediate();
    }
    client.socket.resume();
    await client.closed;
    expect([client.responses[0]?.body.length, scene.handled, errors]).toEqual([size, ['/1'], []]);
    await scene.close();
  });

  test('gives a connection that was accepted before close() time for its first request', async () => {
    const scene = await start(face, (req, res) => void res.end(req.url));
    const client = await scene.connect();
    const closed = scene.close();
    setTimeout(() => client.send(get('/1')), 100);
    await expectAllSent(scene, client);
    expect(scene.handled).toEqual(['/1']);
    await closed;
  });

  test('emits no upgrade after the last response', async () => {
    const scene = await start(face, (req, res) => res.setHeader('Connection', 'close').end(req.url));
    const upgrades: unknown[] = [];
    scene.server.on('upgrade', (req) => upgrades.push(req));
    const client = await scene.connect();
    client.send(get('/1') + get('/2', 'Connection: Upgrade', 'Upgrade: test') + packet);
    await expectAllSent(scene, client);
    expect([scene.handled, upgrades]).toEqual([['/1'], []]);
    await scene.close();
  });

  test('emits no upgrade after a pending response that will be the last', async () => {
    const pending: ServerResponse[] = [];
    const scene = await start(face, (_req, res) => void pending.push(res));
    const upgrades: unknown[] = [];
    scene.server.on('upgrade', (req) => upgrades.push(req));
    const client = await scene.connect();
    const closed = scene.close();
    client.send(get('/1') + get('/2', 'Connection: Upgrade', 'Upgrade: test'));
    while (pending.length === 0) await setImmediate();
    pending[0]?.end('/1');
    await expectAllSent(scene, client);
    expect([scene.handled, upgrades]).toEqual([['/1'], []]);
    await closed;
  });

  test('closes while a client keeps pipelining, and responds to every handled request', async () => {
    let respond = (): unknown => undefined;
    const scene = await start(face, (req, res) => {
      respond();
      respond = () => res.end(req.url);
    });
    const client = await scene.connect();
    const isHandled = async (count: number): Promise<boolean> => {
      for (let turns = 0; turns < 100 && scene.handled.length < count; turns++) await setImmediate();
      return scene.handled.length >= count;
    };
    client.send(get('/1'));
    while (scene.handled.length === 0) await setImmediate();
    const closed = scene.close();
    let count = 1;
    do client.send(get(`/${++count}`));
    while ((await isHandled(count)) && !client.socket.closed);
    respond();
    await expectAllSent(scene, client);
    expect(await closed).toEqual({ cut: [] });
  });
});
