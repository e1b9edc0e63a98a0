import { once } from 'node:events';
import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { type NodeServer, REQUEST_CLASS } from '@nextpress-internal/internals/node';
import { settle, until } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { fastLane } from '../../../src/index.ts';
import { request, sameOnEveryLane, talkTo } from '../../ecosystem/lanes.ts';

const readsAll: RequestListener = (req, res) => {
  let length = 0;
  req.on('data', (chunk: Buffer) => {
    length += chunk.length;
  });
  req.on('end', () => res.end(`${req.url} ${length}`));
};

test('many bytes for Node wait for a pending response', async () => {
  const bodies = await sameOnEveryLane((lane) => {
    let first: ServerResponse | undefined;
    const server = lane.over(
      createServer((req, res) => {
        if (req.url === '/late') first = res;
        else readsAll(req, res);
      }),
    );
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      const piece = `10000\r\n${'x'.repeat(65_536)}\r\n`;
      const odd = `${request('POST /odd', ['Transfer-Encoding: chunked'])}${piece.repeat(8)}0\r\n\r\n`;
      const sent = client.send(request('GET /late') + odd + request('GET /last'));
      while (first === undefined) await new Promise((resolve) => setImmediate(resolve));
      setTimeout(() => first?.end('late'), 20);
      await sent;
      return (await client.responses(3)).map(({ body }) => body);
    });
  });
  expect(bodies).toEqual(['late', `/odd ${8 * 65_536}`, '/last 0']);
});

test.each([1, 1_000, 300_000, 1_500_000])(
  'a body of %i bytes is read, whether in the lane or not',
  async (length) => {
    const bodies = await sameOnEveryLane(
      (lane) =>
        talkTo(lane.over(createServer(readsAll)), async ({ connect }) => {
          const client = await connect();
          const text = request('POST /', [], 'x'.repeat(length));
          const responses = await client.exchange(text + request('GET /next') + text, [
            'POST',
            'GET',
            'POST',
          ]);
          return responses.map(({ body }) => body);
        }),
      { servedBy: 'either' },
    );
    expect(bodies).toEqual([`/ ${length}`, '/next 0', `/ ${length}`]);
  },
);

test('a thousand requests that wait for one response all get one', async () => {
  const bodies = await sameOnEveryLane((lane) => {
    let first: ServerResponse | undefined;
    const server = lane.over(
      createServer((req, res) => {
        if (req.url === '/0') first = res;
        else res.end(req.url);
      }),
    );
    return talkTo(server, async ({ connect }) => {
      const client = await connect();
      const targets = Array.from({ length: 1_500 }, (_, index) => `/${index}`);
      for (let at = 0; at < 1_500; at += 300) {
        const texts = targets.slice(at, at + 300).map((target) => request(`GET ${target}`));
        await client.send(texts.join(''));
      }
      await until(() => first !== undefined);
      await settle();
      first?.end('/0');
      return (await client.responses(1_500)).map(({ body }) => body);
    });
  });
  expect(bodies).toEqual(Array.from({ length: 1_500 }, (_, index) => `/${index}`));
});

test('the socket rejects a change of encoding, as in Node', async () => {
  const codes = await sameOnEveryLane((lane) => {
    const server = lane.over(
      createServer((req, res) => {
        try {
          req.socket.setEncoding('latin1');
        } catch (error) {
          const { message, code } = error as NodeJS.ErrnoException;
          res.end(`${code} ${message}`);
        }
      }),
    );
    return talkTo(
      server,
      async ({ connect }) => (await (await connect()).exchange(request('GET /')))[0]?.body,
    );
  });
  expect(codes).toContain('ERR_HTTP_SOCKET_ENCODING');
});

test('a request class that is set later applies to the next requests', async () => {
  class Later extends IncomingMessage {}
  const server = fastLane(
    createServer((req, res) => {
      res.end(String(req instanceof Later));
    }),
  );
  await talkTo(server, async ({ connect }) => {
    const client = await connect();
    const [first] = await client.exchange(request('GET /'));
    (server as unknown as NodeServer)[REQUEST_CLASS] = Later;
    const [second] = await client.exchange(request('GET /'));
    expect([first?.body, second?.body]).toEqual(['false', 'true']);
  });
  expect(server.stats()).toMatchObject({ fast: 1, node: 1 });
});

test.each<[string, (res: ServerResponse) => void]>([
  [
    'throws',
    () => {
      throw new Error('refused');
    },
  ],
  ['writes', (res) => res.write('piece ')],
  ['ends', (res) => res.end('other')],
  ['corks', (res) => res.cork()],
])('an application’s own writeHead that %s has the same effect as in Node', async (_what, effect) => {
  await sameOnEveryLane(
    (lane) => {
      const server = lane.over(
        createServer((_req, res) => {
          const { writeHead } = res;
          res.writeHead = function (this: ServerResponse, ...args: unknown[]) {
            res.writeHead = writeHead;
            effect(res);
            return Reflect.apply(writeHead, this, args);
          } as typeof writeHead;
          try {
            res.end('content');
          } catch (error) {
            if (!res.headersSent) res.setHeader('X-Error', Reflect.get(error as Error, 'code') ?? `${error}`);
            setImmediate(() => res.end('late'));
          }
        }),
      );
      return talkTo(server, async ({ connect }) => {
        const client = await connect();
        client.socket.write(request('GET /'));
        const text = await client.until('\r\n\r\n');
        return text.replace(/^Date: .*$/gm, '');
      });
    },
    { servedBy: 'either' },
  );
});

test.each<[string, (server: Server) => void]>([
  ['pauses it', (server) => server.on('connection', (socket) => socket.pause())],
  ['pauses it first', (server) => server.prependListener('connection', (socket) => socket.pause())],
  [
    'listens for `readable`',
    (server) => server.prependListener('connection', (socket) => socket.on('readable', () => {})),
  ],
])('a connection is served even if a listener %s', async (_, listen) => {
  const bodies = await sameOnEveryLane(
    (lane) => {
      const server = lane.over(createServer((req, res) => void res.end(req.url)));
      listen(server);
      return talkTo(server, async ({ connect }) => {
        const client = await connect();
        const responses = [
          ...(await client.exchange(request('GET /1'))),
          ...(await client.exchange(request('GET /2'))),
        ];
        return responses.map(({ body }) => body);
      });
    },
    { servedBy: 'either' },
  );
  expect(bodies).toEqual(['/1', '/2']);
});

test('empty lines between requests are dropped, and the lane keeps the connection', async () => {
  const server = fastLane(createServer((req, res) => void res.end(req.url)));
  const urls = await talkTo(server, async ({ connect }) => {
    const connected = once(server, 'connection');
    const client = await connect();
    const [socket] = (await connected) as [Socket];
    const seen: string[] = [];
    for (const url of ['/0', '/1', '/2']) {
      const [response] = await client.exchange(`${request(`GET ${url}`)}\r\n`);
      seen.push(`${response?.body}`);
      for (let chunk = 0; chunk < 20; chunk++) {
        await client.send('\n'.repeat(1_000));
        while (socket.bytesRead < client.socket.bytesWritten)
          await new Promise((resolve) => setImmediate(resolve));
      }
    }
    return seen;
  });
  expect(urls).toEqual(['/0', '/1', '/2']);
  expect(server.stats()).toMatchObject({ fast: 3, node: 0, handedOver: {} });
});
