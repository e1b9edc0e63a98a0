// Node 20 and 22 emit no `close` on a response that waits for earlier ones of its connection when that closes.
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { endOnShutdown } from '@nextpress/events';
import { afterEach, describe, expect, test } from 'vitest';
import { type Application, createServer } from '../src/index.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

const CONNECTIONS = 50;
// More would stop a server on Node 20 from reading, and so from seeing a client leave before the next heartbeat.
const REQUESTS = 50;
const TOTAL = CONNECTIONS * REQUESTS;

async function listen(app: Application): Promise<number> {
  const server = app.listen(0, '127.0.0.1');
  cleanups.push(() => app.close({ grace: 0 }));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Opens a connection and sends requests at once. */
function send(port: number, paths: readonly string[]): Socket {
  const client = connect(port, '127.0.0.1').on('error', () => {});
  client.resume().write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  cleanups.push(() => client.destroy());
  return client;
}

/** Counts to a number. */
class Counter {
  count = 0;
  readonly reached: Promise<void>;
  #resolve: () => void = () => {};
  readonly #goal: number;

  constructor(goal: number) {
    this.#goal = goal;
    this.reached = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  readonly add = (): void => {
    if (++this.count === this.#goal) this.#resolve();
  };
}

describe.each([true, false])('with fastLane: %s', (fastLane) => {
  test(`${TOTAL} pipelined event streams end when their clients leave`, async () => {
    const opened = new Counter(TOTAL);
    const ended = new Counter(TOTAL);
    const responded = new Counter(TOTAL);
    const aborted = new Counter(TOTAL);
    const warnings: Error[] = [];
    const warn = (warning: Error): void => void warnings.push(warning);
    process.on('warning', warn);
    cleanups.push(() => process.off('warning', warn));
    const shutDown: string[] = [];
    const app = createServer({ fastLane });
    app.addHook('onResponse', (_req, _res) => responded.add());
    app.get('/sse', (req, res) => {
      const stream = res.sse({ heartbeat: 60_000 });
      stream.signal.addEventListener('abort', ended.add);
      // Node's own adds a listener to the socket for each request.
      const signal = 'signal' in IncomingMessage.prototype ? stream.signal : req.signal;
      signal.addEventListener('abort', aborted.add);
      endOnShutdown(res, () => shutDown.push('called'));
      opened.add();
    });
    const port = await listen(app);
    const clients = Array.from({ length: CONNECTIONS }, () => send(port, new Array(REQUESTS).fill('/sse')));
    await opened.reached;
    for (const client of clients) client.destroy();
    await Promise.all([ended.reached, responded.reached, aborted.reached]);
    await app.close({ grace: 0 });
    expect([ended.count, responded.count, aborted.count]).toEqual([TOTAL, TOTAL, TOTAL]);
    expect(shutDown).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test.each<[string, (res: ServerResponse) => void]>([
    ['is ended', (res) => void res.end('a')],
    [
      'is written and ended',
      (res) => {
        res.write('a');
        res.end();
      },
    ],
  ])('onResponse runs in the context of its own request when a queued response %s', async (_how, respond) => {
    const storage = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const done = new Counter(3);
    const app = createServer({ fastLane });
    app.use((req, _res, next) => storage.run(req.url ?? '', () => next()));
    app.addHook('onResponse', (req, _res) => {
      seen.push([req.url, storage.getStore()]);
      done.add();
    });
    const waiting: (() => void)[] = [];
    app.get('/:name', (_req, res) => {
      // In reverse order, each in the context of its request.
      waiting.unshift(AsyncLocalStorage.bind(() => respond(res)));
      if (waiting.length === 3) for (const each of waiting) each();
    });
    send(await listen(app), ['/1', '/2', '/3']);
    await done.reached;
    expect(seen).toEqual(['/1', '/2', '/3'].map((url) => [url, url]));
  });
});
