import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { settle, until } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { ServedConnection } from '../../../src/internal/connection/served-connection.ts';
import { request, sameOnEveryLane, talkTo } from '../../ecosystem/lanes.ts';

const echo: RequestListener = (req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => res.end(`${req.method} ${req.url} ${Buffer.concat(chunks)}`));
};

const plain = request('GET /plain');
const odd = request('POST /odd', ['Transfer-Encoding: chunked']).concat('3\r\nabc\r\n0\r\n\r\n');

test.each([1, 2, 5, 40])(
  'no byte is lost or duplicated when chunks of %i bytes change lanes',
  async (size) => {
    const bodies = await sameOnEveryLane(
      (lane) =>
        talkTo(lane.over(createServer(echo)), async ({ connect }) => {
          const client = await connect();
          const text = plain + odd + plain;
          for (let at = 0; at < text.length; at += size) {
            await client.send(text.slice(at, at + size));
            await new Promise((resolve) => setImmediate(resolve));
          }
          return (await client.responses(3)).map(({ body }) => body);
        }),
      { servedBy: 'either' },
    );
    expect(bodies).toEqual(['GET /plain ', 'POST /odd abc', 'GET /plain ']);
  },
);

test('a request for Node waits for earlier responses', async () => {
  const bodies = await sameOnEveryLane((lane) => {
    const late: RequestListener = (req, res) => {
      if (req.url === '/plain') setTimeout(() => res.end('late'), 5);
      else echo(req, res);
    };
    return talkTo(lane.over(createServer(late)), async ({ connect }) => {
      const responses = await (await connect()).exchange(plain + plain + odd + plain, 4);
      return responses.map(({ body }) => body);
    });
  });
  expect(bodies).toEqual(['late', 'late', 'POST /odd abc', 'late']);
});

test('an upgrade takes the socket with the bytes after its head', async () => {
  const text = await sameOnEveryLane((lane) => {
    const server = lane.over(createServer((req, res) => void res.end(req.url)));
    server.on('upgrade', (_req: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n\r\n${head}`);
      socket.on('data', (chunk) => socket.end(chunk));
    });
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      await client.exchange(plain);
      await client.send(`${request('GET /up', ['Connection: Upgrade', 'Upgrade: x'])}early `);
      const first = await client.until('early ');
      await client.send('later');
      return first + (await client.rest());
    });
  });
  expect(text).toBe('HTTP/1.1 101 Switching Protocols\r\n\r\nearly later');
});

test('a listener that takes the socket in an upgrade gets a FIN received while a response was pending', async () => {
  const heard = await sameOnEveryLane((lane) => {
    const server = createServer(() => {});
    server.on('upgrade', (_req: IncomingMessage, socket: Duplex) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      socket.on('end', () => socket.end('bye'));
    });
    return talkTo(lane.over(server), async ({ connect }) => {
      const client = await connect();
      client.socket.end(plain + request('GET /up', ['Connection: Upgrade', 'Upgrade: x']));
      return client.rest();
    });
  });
  expect(heard).toBe('HTTP/1.1 101 Switching Protocols\r\n\r\nbye');
});

test.each<[string, (socket: Duplex, head: Buffer) => unknown, string]>([
  ['puts its head back', (socket, head) => socket.unshift(head), 'heardend'],
  ['ends it at once', (socket) => socket.end(), 'end'],
  ['reads it later', (socket) => setTimeout(() => socket.resume(), 5), 'end'],
])(
  'a listener that takes a socket with FIN after a pending response, and %s, behaves as in Node',
  async (_, take, expected) => {
    const heard = await sameOnEveryLane(async (lane) => {
      let seen = '';
      const server = lane.over(createServer(() => {}));
      const ended = new Promise<void>((resolve) => {
        server.on('upgrade', (_req: IncomingMessage, socket: Duplex, head: Buffer) => {
          socket.on('end', () => {
            seen += 'end';
            socket.end();
            resolve();
          });
          take(socket, head);
          if (socket.readableLength > 0) socket.on('data', (chunk) => (seen += chunk));
        });
      });
      return talkTo(server, async ({ connect }) => {
        const client = await connect();
        client.socket.end(`${plain + request('GET /up', ['Connection: Upgrade', 'Upgrade: x'])}heard`);
        await ended;
        await client.rest();
        return seen;
      });
    });
    expect(heard).toBe(expected);
  },
);

test('the application’s listeners on the socket stay, and see each byte once', async () => {
  const seen = await sameOnEveryLane((lane) => {
    let bytes = '';
    const server = lane.over(createServer(echo));
    server.on('connection', (socket: Socket) => {
      socket.on('data', (chunk) => {
        bytes += chunk;
      });
    });
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      await client.exchange(plain + odd + plain, 3);
      await client.exchange(odd);
      await client.exchange(plain);
      return bytes;
    });
  });
  expect(seen).toBe(plain + odd + plain + odd + plain);
});

test('a client that does not read gets every response, in order, once it does', async () => {
  const long = 'x'.repeat(40_000);
  const bodies = await sameOnEveryLane((lane) => {
    const server = lane.over(createServer((req, res) => void res.end(`${req.url} ${long}`)));
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      client.socket.pause();
      const targets = Array.from({ length: 120 }, (_, index) => `/${index}`);
      const texts = targets.map((target, index) =>
        index === 60
          ? `${request(`GET ${target}`, ['Connection: keep-alive, x'])}`
          : request(`GET ${target}`),
      );
      await client.send(texts.join(''));
      await settle();
      client.socket.resume();
      const responses = await client.responses(120);
      return responses.map(({ body }) => body.replace(long, '').trim());
    });
  });
  expect(bodies).toEqual(Array.from({ length: 120 }, (_, index) => `/${index}`));
});

test('FIN in the middle of a head gets Node’s response', async () => {
  const text = await sameOnEveryLane((lane) =>
    talkTo(lane.over(createServer(echo)), async ({ connect }) => {
      const client = await connect();
      await client.exchange(plain);
      client.socket.end(plain.slice(0, 10));
      return client.rest();
    }),
  );
  expect(text).toBe('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
});

type Hear = (event: string) => void;

function readByData(socket: Socket, hear: Hear): void {
  const read = (chunk: Buffer): void => hear(`${chunk.length}`);
  socket
    .on('data', read)
    .once('data', read)
    .prependListener('data', (chunk: Buffer) => hear(`first ${chunk.length}`));
}

function readByReadable(socket: Socket, hear: Hear): void {
  socket.on('readable', () => {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) hear(`${chunk.length}`);
  });
}

test.each([
  { way: 'data', read: readByData, events: 15 },
  { way: 'readable', read: readByReadable, events: 9 },
])(
  'a foreign reader that uses `$way` gets all bytes, after the handlers have run',
  async ({ read, events }) => {
    const heard = await sameOnEveryLane((lane) => {
      const heard: string[] = [];
      const server = createServer((req, res) => {
        heard.push(`${req.url}`);
        if (req.url === '/1') read(req.socket, (event) => heard.push(event));
        req.resume().on('end', () => res.end('ok'));
      });
      return talkTo(lane.over(server), async ({ connect }) => {
        const client = await connect();
        const nextTurns = async (): Promise<void> => {
          for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
        };
        await client.exchange(request('GET /1'));
        for (const part of [request('POST /2', ['Transfer-Encoding: chunked']), '3\r\nabc\r\n']) {
          await client.send(part);
          await nextTurns();
        }
        await client.exchange('0\r\n\r\n', ['POST']);
        await nextTurns();
        for (const target of ['/3', '/4']) await client.exchange(request(`GET ${target}`));
        return heard;
      });
    });
    expect(heard.filter((event) => event.startsWith('/'))).toEqual(['/1', '/2', '/3', '/4']);
    expect(heard).toHaveLength(events);
  },
);

test('the sweep does not resume a connection that the application paused', async () => {
  const seen = await sameOnEveryLane(
    (lane) => {
      const events: string[] = [];
      const server = createServer({ connectionsCheckingInterval: 10 }, (req, res) => {
        events.push(`${req.url}`);
        res.end('in');
      });
      const sockets: Socket[] = [];
      server.on('connection', (socket) => {
        sockets.push(socket);
        setImmediate(() => socket.pause());
      });
      return talkTo(lane.over(server), async ({ connect }) => {
        const clients = [await connect(), await connect()];
        await until(() => sockets.length === 2);
        await settle();
        await clients[0]?.send(request('GET /whole'));
        await clients[1]?.send(request('GET /part').slice(0, 9));
        // Many times longer than a connection may stay silent before it is handed over.
        await new Promise((resolve) => setTimeout(resolve, 200));
        events.push('open');
        for (const socket of sockets) socket.resume();
        await clients[0]?.responses(1);
        await clients[1]?.exchange(request('GET /part').slice(9));
        return events;
      });
    },
    { servedBy: 'either' },
  );
  expect(seen).toEqual(['open', '/whole', '/part']);
});

test('an upgraded socket does not retain its lane connection, and methods taken from it earlier still work', async () => {
  const held = await sameOnEveryLane(
    (lane) => {
      const server = lane.over(createServer());
      let socket: Socket | undefined;
      let early: Pick<Socket, 'cork' | 'push' | 'write'> | undefined;
      server.on('connection', (accepted: Socket) => {
        const { cork, push, write } = accepted;
        socket = accepted;
        early = { cork, push, write };
      });
      server.on('upgrade', (_req, upgraded) => upgraded.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
      return talkTo(server, async ({ connect }) => {
        const client = await connect();
        await client.send(request('GET /', ['Connection: Upgrade', 'Upgrade: other']));
        await client.until('101');
        const accepted = socket as unknown as Record<symbol, unknown>;
        const held = Object.getOwnPropertySymbols(accepted).map(
          (key) => accepted[key] instanceof ServedConnection,
        );
        early?.cork.call(socket);
        socket?.uncork();
        early?.write.call(socket, 'later');
        await client.until('later');
        early?.push.call(socket, null);
        socket?.destroy();
        return held.includes(true);
      });
    },
    { servedBy: 'either' },
  );
  expect(held).toBe(false);
});
