import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { fastLane, type LaneStats } from '../../../src/index.ts';
import { identity, request, type Target, talkTo } from '../../ecosystem/lanes.ts';
import type { RawClient } from '../../ecosystem/raw-client.ts';

const echo: RequestListener = (req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => res.end(`${req.method} ${req.url} ${Buffer.concat(chunks)}`));
};

const odd = request('POST /odd', ['Transfer-Encoding: chunked']).concat('3\r\nabc\r\n0\r\n\r\n');
const plain = request('GET /plain');

/** Sends requests to a server in the lane over one connection, and returns its state. */
async function statsOf(
  talk: (client: RawClient, target: Target) => Promise<unknown>,
  { listener = echo, settings = {} }: { listener?: RequestListener; settings?: object } = {},
): Promise<LaneStats> {
  const server = fastLane(Object.assign(createServer(listener), settings));
  await talkTo(server, async (target) => talk(await target.connect(), target));
  return server.stats();
}

/** Waits for the turn in which a connection would be taken back. */
async function rest(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}

const bodyOf = async (client: RawClient, text: string): Promise<string | undefined> => {
  const [response] = await client.exchange(text, [text.slice(0, text.indexOf(' '))]);
  await rest();
  return response?.body;
};

test('a connection is taken back after each request for Node', async () => {
  const bodies: (string | undefined)[] = [];
  const stats = await statsOf(async (client) => {
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 8; i++) await bodyOf(client, plain);
      bodies.push(await bodyOf(client, odd), await bodyOf(client, plain));
    }
  });
  expect(bodies).toEqual(Array(3).fill(['POST /odd abc', 'GET /plain ']).flat());
  expect(stats).toMatchObject({ fast: 27, node: 3, takenBack: 3 });
});

test('a connection stays with Node when the application replaced a method of its socket, and the method is called', async () => {
  const written: number[] = [];
  const server = fastLane(createServer(echo)).on('connection', (socket) => {
    const { write } = socket;
    const wrapper = (...args: unknown[]): boolean => {
      written.push(args.length);
      return Reflect.apply(write, socket, args);
    };
    Object.assign(socket, { write: wrapper });
  });
  await talkTo(server, async ({ connect }) => {
    const client = await connect();
    for (const text of [plain, odd, plain]) {
      written.length = 0;
      await bodyOf(client, text);
      expect(written).not.toEqual([]);
    }
  });
  expect(server.stats()).toMatchObject({ fast: 0, node: 3, takenBack: 0 });
});

test('a connection over TLS is taken back', async () => {
  const server = fastLane(createSecureServer(identity, echo));
  await talkTo(server, async ({ connect }) => {
    const client = await connect();
    for (const text of [plain, odd, plain]) await bodyOf(client, text);
  });
  expect(server.stats()).toMatchObject({ fast: 2, node: 1, takenBack: 1 });
});

test('ordinary requests pipelined after one for Node get responses, and the lane serves the ones after them', async () => {
  const stats = await statsOf(async (client) => {
    await client.exchange(odd + plain + plain, 3);
    await rest();
    expect(await bodyOf(client, plain)).toBe('GET /plain ');
  });
  expect(stats).toMatchObject({ fast: 1, node: 3, takenBack: 1 });
});

test('a connection stays with Node after too many bounces', async () => {
  const stats = await statsOf(async (client) => {
    for (let i = 0; i < 8; i++) await bodyOf(client, odd);
    expect(await bodyOf(client, plain)).toBe('GET /plain ');
  });
  expect(stats).toMatchObject({ fast: 0, node: 9, takenBack: 3 });
});

test('a connection is taken back any number of times if it serves enough requests in between', async () => {
  const stats = await statsOf(async (client) => {
    for (let round = 0; round < 6; round++) {
      await bodyOf(client, odd);
      await client.exchange(plain.repeat(8), 8);
    }
  });
  expect(stats).toMatchObject({ fast: 48, node: 6, takenBack: 6 });
});

describe('a connection stays with Node', () => {
  test('while a response is pending', async () => {
    let response = (): void => {};
    const listener: RequestListener = (req, res) => {
      if (req.url === '/odd') response = () => res.end('late');
      else res.end(req.url);
      req.resume();
    };
    const stats = await statsOf(
      async (client) => {
        await client.send(odd);
        await client.send(plain);
        await rest();
        response();
        expect((await client.responses(2)).map(({ body }) => body)).toEqual(['late', '/plain']);
      },
      { listener },
    );
    expect(stats).toMatchObject({ fast: 0, node: 2 });
  });

  test('in the middle of the next head', async () => {
    const stats = await statsOf(async (client) => {
      await client.exchange(odd + plain.slice(0, 20));
      await rest();
      expect(await bodyOf(client, plain.slice(20))).toBe('GET /plain ');
    });
    expect(stats).toMatchObject({ fast: 0, node: 2 });
  });

  test('until an unread body has arrived', async () => {
    const early: RequestListener = (req, res) => void res.end(req.url);
    const stats = await statsOf(
      async (client) => {
        const [head, tail] = [odd.slice(0, -9), odd.slice(-9)];
        await client.exchange(head);
        await rest();
        await client.send(tail);
        expect(await bodyOf(client, plain)).toBe('/plain');
      },
      { listener: early },
    );
    expect(stats.node).toBeGreaterThan(0);
  });

  test('after an upgrade without a listener', async () => {
    const stats = await statsOf(async (client) => {
      const upgrade = request('GET /up', ['Connection: Upgrade', 'Upgrade: other']);
      expect(await bodyOf(client, upgrade)).toBe('GET /up ');
    });
    expect(stats).toMatchObject({ fast: 0, node: 1, takenBack: 0 });
  });

  test('when keepAliveTimeout is 0, since Node has no idle timeout then', async () => {
    const stats = await statsOf(
      async (client) => {
        await bodyOf(client, odd);
        expect(await bodyOf(client, plain)).toBe('GET /plain ');
      },
      { settings: { keepAliveTimeout: 0 } },
    );
    expect(stats).toMatchObject({ node: 2, takenBack: 0 });
  });

  test('when the server has a setting that the lane does not support', async () => {
    const server = fastLane(createServer(echo));
    await talkTo(server, async ({ connect }) => {
      const client = await connect();
      server.maxRequestsPerSocket = 100;
      for (const text of [odd, plain]) await bodyOf(client, text);
      server.maxRequestsPerSocket = 0;
      for (const text of [plain, plain]) await bodyOf(client, text);
    });
    expect(server.stats()).toMatchObject({ fast: 1, node: 3, takenBack: 1 });
  });
});

test('a connection that was taken back is idle for the server, and ends with it', async () => {
  const server = fastLane(createServer(echo));
  await talkTo(server, async ({ connect }) => {
    const client = await connect();
    for (const text of [plain, odd]) await bodyOf(client, text);
    server.closeIdleConnections();
    expect(await client.rest()).toBe('');
  });
  expect(server.stats().takenBack).toBe(1);
});

test('a CONNECT socket that the application passes back to the server belongs to its new owner', async () => {
  const seen: string[] = [];
  const server = fastLane(
    createServer((req, res) => {
      seen.push(`${req.url} ${req.headers['x-part'] ?? ''}`);
      res.end('ok');
    }),
  );
  server.on('connect', (_req, socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    server.emit('connection', socket);
  });
  await talkTo(server, async ({ connect }) => {
    for (let round = 0; round < 5; round++) {
      const tunnel = await connect();
      await tunnel.send('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n');
      await tunnel.until('\r\n\r\n');
      await tunnel.exchange(request('GET /tunnel'));
      await rest();
      // Another connection in Node, in the middle of a head.
      const other = await connect();
      await other.send('GET /other HTTP/1.0\r\nX-Part: ');
      await rest();
      await tunnel.exchange(request('GET /tunnel'));
      await other.exchange('mine\r\n\r\n');
    }
  });
  expect(seen).toEqual(Array(5).fill(['/tunnel ', '/tunnel ', '/other mine']).flat());
});

test('an upgrade gets a socket with its original methods, and no part of the request', async () => {
  const found: unknown[] = [];
  const server = fastLane(createServer(echo));
  server.on('upgrade', (req, socket) => {
    // Once the listener returns, its parser is no longer used.
    setImmediate(() => {
      found.push(
        Reflect.get(socket, 'setTimeout') === Socket.prototype.setTimeout,
        Reflect.get(req, 'upgrade'),
      );
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    });
  });
  await talkTo(server, async ({ connect }) => {
    const client = await connect();
    await client.exchange(plain);
    await client.send(request('GET /up', ['Connection: Upgrade', 'Upgrade: echo']));
    await client.until('\r\n\r\n');
  });
  expect(found).toEqual([true, true]);
});

test('a connection stays with Node when the application replaced its socket’s setTimeout, and the replacement is called', async () => {
  const set: number[] = [];
  const stats = await statsOf(
    async (client) => {
      for (const text of [odd, plain]) await bodyOf(client, text);
    },
    {
      listener: (req, res) => {
        if (req.url === '/odd') {
          const { setTimeout } = req.socket;
          req.socket.setTimeout = function (time, ...rest) {
            set.push(time);
            return setTimeout.call(this, time, ...rest);
          };
        }
        echo(req, res);
      },
    },
  );
  expect(stats).toMatchObject({ fast: 0, takenBack: 0 });
  expect(set.length).toBeGreaterThan(1);
});
