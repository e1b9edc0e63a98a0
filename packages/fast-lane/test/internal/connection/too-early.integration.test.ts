import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { clientSecret, serverSecret, settle, stable, until } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { fastLane } from '../../../src/index.ts';

const SIZE = 131_072;
const COUNT = 200;

interface Exchange {
  /** The targets of the requests whose handlers have run. */
  readonly dispatched: string[];
  readonly client: Socket;
  readonly stats: () => unknown;
  readonly closed: () => boolean;
}

/** Opens a connection that sends bytes and reads nothing. */
async function withStalledClient(
  listener: RequestListener,
  use: (exchange: Exchange) => Promise<void>,
  { secure = false } = {},
): Promise<void> {
  const dispatched: string[] = [];
  let isClosed = false;
  const onRequest: RequestListener = (req, res) => {
    dispatched.push(String(req.url));
    listener(req, res);
  };
  const server = fastLane(secure ? createSecureServer(serverSecret, onRequest) : createServer(onRequest));
  server.on('connection', (socket) => socket.on('close', () => (isClosed = true)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const options = { port, host: '127.0.0.1', allowHalfOpen: true };
  const client = secure ? connectSecurely({ ...options, ...clientSecret }) : connect(options);
  client.on('error', () => {}).pause();
  await once(client, secure ? 'secureConnect' : 'connect');
  try {
    await use({ dispatched, client, stats: () => server.stats(), closed: () => isClosed });
  } finally {
    client.destroy();
    server.closeAllConnections();
    server.close();
  }
}

const requests = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, index) => `GET /${from + index} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');
const targets = (count: number): string[] => Array.from({ length: count }, (_, index) => `/${index}`);

/** Reads until a condition holds, and returns the contents of all responses without their padding. */
async function read(client: Socket, isDone: (count: number) => boolean): Promise<string> {
  const chunks: string[] = [];
  let count = 0;
  client.setEncoding('latin1').on('data', (chunk: string) => {
    chunks.push(chunk);
    count += chunk.split('>').length - 1;
  });
  client.resume();
  await until(() => isDone(count));
  return chunks.join('').replaceAll(/x+/g, '');
}

const targetsIn = (text: string): string[] =>
  [...text.matchAll(/(\/\d+)</g)].map(([, target]) => String(target));
const readAll = async (client: Socket): Promise<string[]> =>
  targetsIn(await read(client, (count) => count === COUNT));

const content = ({ url }: IncomingMessage): string => `${url}<${'x'.repeat(SIZE)}>`;

const handlers: Readonly<Record<string, RequestListener>> = {
  'text at once': (req, res) => res.end(content(req)),
  'bytes at once': (req, res) => res.end(Buffer.from(content(req))),
  'pieces at once': (req, res) => {
    res.write(content(req).slice(0, -1));
    res.end('>');
  },
  'text in a later turn': (req, res) => void setImmediate(() => res.end(content(req))),
  'the first response ends last': (() => {
    let first: (() => void) | undefined;
    return (req: IncomingMessage, res: ServerResponse) => {
      const respond = () => void res.end(content(req));
      if (req.url === '/0') first = respond;
      else setImmediate(respond);
      if (req.url === '/1') setTimeout(() => first?.(), 20);
    };
  })(),
};

const cases = Object.keys(handlers).flatMap((kind) => [false, true].map((secure) => [kind, secure] as const));

test.each(cases)(
  'a connection stops dispatching requests while too much is unsent because the client does not read: %s (TLS: %s)',
  async (kind, secure) => {
    await withStalledClient(
      handlers[kind] as RequestListener,
      async ({ client, dispatched }) => {
        client.write(requests(COUNT));
        // At most 100 are pending, the system takes some megabytes, and there is a megabyte in the process.
        expect(await stable(() => dispatched.length)).toBeLessThan(COUNT - 50);
        expect(await readAll(client)).toEqual(targets(COUNT));
        expect(dispatched).toEqual(targets(COUNT));
      },
      { secure },
    );
  },
);

test('a connection responds to requests that arrive while others wait, and to a client that has sent FIN', async () => {
  await withStalledClient(
    handlers['text at once'] as RequestListener,
    async ({ client, closed, dispatched }) => {
      client.write(requests(COUNT / 2));
      await stable(() => dispatched.length);
      for (let at = COUNT / 2; at < COUNT; at++) client.write(requests(1, at));
      client.end();
      expect(await stable(() => dispatched.length)).toBeLessThan(COUNT / 2);
      expect(await readAll(client)).toEqual(targets(COUNT));
      await until(closed);
    },
  );
});

test.each([
  ['is incomplete', 'GET /last', 'HTTP/1.1 400 Bad Request\r\n'],
  ['is for Node', 'GET /last HTTP/1.0\r\n\r\n', '/last<'],
])('a connection serves what follows waiting requests, even if it %s', async (_, end, expected) => {
  await withStalledClient(
    handlers['text at once'] as RequestListener,
    async ({ client, closed, dispatched }) => {
      client.end(requests(COUNT) + end);
      expect(await stable(() => dispatched.length)).toBeLessThan(COUNT);
      const text = await read(client, () => client.readableEnded);
      await until(closed);
      expect(targetsIn(text)).toEqual(targets(COUNT));
      expect(text).toContain(expected);
    },
  );
});

test('a connection gives waiting requests their bodies', async () => {
  const bodies: string[] = [];
  const listener: RequestListener = async (req, res) => {
    let text = '';
    for await (const chunk of req) text += chunk;
    bodies.push(text);
    res.end(content(req));
  };
  await withStalledClient(listener, async ({ client }) => {
    const texts = Array.from({ length: COUNT }, (_, index) => `body ${index}`);
    const posts = texts.map(
      (text, index) => `POST /${index} HTTP/1.1\r\nHost: a\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    );
    client.write(posts.join(''));
    await stable(() => bodies.length);
    await readAll(client);
    expect(bodies).toEqual(texts);
  });
});

test('a connection does not dispatch waiting requests after its client disconnected', async () => {
  await withStalledClient(
    handlers['text at once'] as RequestListener,
    async ({ client, closed, dispatched }) => {
      client.write(requests(COUNT));
      const count = await stable(() => dispatched.length);
      client.resetAndDestroy();
      await until(closed);
      await settle();
      expect(dispatched).toHaveLength(count);
    },
  );
});

test('a connection dispatches 1,000 requests with small responses at once', async () => {
  await withStalledClient(
    (_req, res) => res.end('small'),
    async ({ client, dispatched }) => {
      client.write(requests(1_000));
      await until(() => dispatched.length > 0);
      expect(dispatched).toHaveLength(1_000);
    },
  );
});
