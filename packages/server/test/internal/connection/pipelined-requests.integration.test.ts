import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { stable, until } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { createServer, type Request, type Response } from '../../../src/index.ts';

const SIZE = 131_072;
const COUNT = 200;

interface Options {
  readonly fastLane?: boolean;
}

interface Scene {
  readonly client: Socket;
  /** The targets of the requests that handlers have got. */
  readonly started: string[];
  /** How many requests have been read. */
  readonly read: () => number;
}

type Handler = (req: Request, res: Response) => unknown;

/** Opens a connection in Node's lane that sends requests in one packet, and reads nothing. */
async function withStalledClient(
  handler: Handler,
  requests: string,
  use: (scene: Scene) => Promise<void>,
  { fastLane = false }: Options = {},
): Promise<void> {
  const started: string[] = [];
  const app = createServer({ fastLane });
  app.all('/:number', (req, res) => {
    started.push(req.path);
    return handler(req, res);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let read = 0;
  server.on('request', () => read++);
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {}).pause();
  client.write(requests);
  try {
    await use({ client, started, read: () => read });
  } finally {
    client.destroy();
    await app.close({ grace: 0 });
  }
}

/** Reads all responses, and returns their contents without the filling. */
async function contentsOf(client: Socket, expected = COUNT): Promise<string[]> {
  const chunks: string[] = [];
  let count = 0;
  client.setEncoding('latin1').on('data', (chunk: string) => {
    chunks.push(chunk);
    count += chunk.split('>').length - 1;
  });
  client.resume();
  await until(() => count === expected);
  return [...chunks.join('').matchAll(/<([^x>]*)x*>/g)].map(([, text]) => String(text));
}

const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`;
const targets = Array.from({ length: COUNT }, (_, index) => `/${index}`);
const content = (text: string): string => `<${text}${'x'.repeat(SIZE)}>`;

const handlers: Readonly<Record<string, Handler>> = {
  'at once': (req, res) => res.send(content(req.path)),
  'in a later turn': (req, res) => void setImmediate(() => res.send(content(req.path))),
  'in pieces': (req, res) => {
    res.set('Content-Length', String(content(req.path).length));
    res.write(content(req.path).slice(0, -1));
    setImmediate(() => res.end('>'));
  },
};

test.each(Object.keys(handlers))(
  "a connection in Node's lane starts no more requests while a client that reads nothing leaves much unsent: %s",
  async (kind) => {
    await withStalledClient(
      handlers[kind] as Handler,
      targets.map(get).join(''),
      async ({ client, started }) => {
        // At most 100 are pending, and the system takes some megabytes.
        expect(await stable(() => started.length)).toBeLessThan(COUNT - 50);
        expect(await contentsOf(client)).toEqual(targets);
        expect(started).toEqual(targets);
      },
    );
  },
);

test('a request that waited gets its body', async () => {
  const echo: Handler = async (req, res) => {
    let text = '';
    for await (const chunk of req) text += chunk;
    res.send(content(text));
  };
  const posts = targets.map(
    (target) =>
      `POST ${target} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${target.length.toString(16)}\r\n${target}\r\n0\r\n\r\n`,
  );
  await withStalledClient(echo, posts.join(''), async ({ client, started }) => {
    await stable(() => started.length);
    expect(await contentsOf(client)).toEqual(targets);
  });
});

test('a request that waited does not run in the context of another one', async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen = new Set<string | undefined>();
  const handler: Handler = (req, res) => {
    seen.add(storage.getStore());
    storage.run(req.path, () => setImmediate(() => res.send(content(req.path))));
  };
  await withStalledClient(handler, targets.map(get).join(''), async ({ client }) => {
    await contentsOf(client);
    expect([...seen]).toEqual([undefined]);
  });
});

test('a waiting request is not started after its client has disconnected', async () => {
  await withStalledClient(
    handlers['at once'] as Handler,
    targets.map(get).join(''),
    async ({ client, started }) => {
      const count = await stable(() => started.length);
      client.resetAndDestroy();
      await stable(() => started.length);
      expect(started).toHaveLength(count);
    },
  );
});

test.each([false, true])(
  'reading from a connection pauses while 100 requests are pending, and continues later (fastLane: %s)',
  async (fastLane) => {
    const count = 10_000;
    let respond: (() => void)[] | undefined = [];
    const handler: Handler = (req, res) => {
      const send = () => void res.end(`<${req.path}>`);
      if (respond === undefined) send();
      else respond.push(send);
    };
    const all = Array.from({ length: count }, (_, index) => `/${index}`);
    await withStalledClient(
      handler,
      all.map(get).join(''),
      async ({ client, read, started }) => {
        expect(await stable(() => started.length)).toBeLessThanOrEqual(101);
        // Those that were parsed from one or two chunks.
        expect(await stable(read)).toBeLessThan(6_000);
        const pending = respond;
        respond = undefined;
        for (const send of pending ?? []) send();
        expect(await contentsOf(client, count)).toEqual(all);
      },
      { fastLane },
    );
  },
);

test.each(Object.entries(handlers))(
  'all requests before FIN are responded to when handlers respond %s',
  async (_how, handler) => {
    await withStalledClient(handler, targets.map(get).join(''), async ({ client, started }) => {
      client.end();
      await stable(() => started.length);
      expect(await contentsOf(client)).toEqual(targets);
    });
  },
);
