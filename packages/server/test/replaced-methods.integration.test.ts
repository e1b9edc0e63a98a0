import { once } from 'node:events';
import { createServer as createNodeServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer, exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { type Application, createServer, type Response } from '../src/index.ts';

let listening: Listening | undefined;
afterEach(() => listening?.close());

const lanes: Readonly<Record<string, (app: Application) => Promise<Listening>>> = {
  'the fast lane': async (app) => {
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { port, url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
  },
  "Node's lane": (app) => listen(createNodeServer(app)),
};

const senders: [string, (res: Response) => unknown][] = [
  ['json', (res) => res.json({ a: 1 })],
  ['send', (res) => res.send('text')],
  ['redirect', (res) => res.redirect('/')],
  ['sendStatus', (res) => res.sendStatus(404)],
];

/** A replacement of `end` that sets a header and records the headers it sees. */
function late(res: ServerResponse): void {
  if (res.headersSent) return;
  res.setHeader('X-Found', Object.keys(res.getHeaders()).join());
  res.setHeader('X-Late', 'yes');
}

async function ask() {
  const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  const [response] = await exchange(listening?.port as number, request, { responses: 1 });
  return response;
}

describe.each(Object.entries(lanes))('createServer() in %s', (_, start) => {
  test.each(senders)('%s sends headers that a replaced end sets', async (_name, send) => {
    const app = createServer();
    app.use((_req, res, next) => {
      const { end } = res;
      res.end = function replaced(this: Response, ...args: unknown[]) {
        late(this);
        return Reflect.apply(end, this, args);
      } as typeof end;
      next();
    });
    app.get('/', (_req, res) => send(res));
    listening = await start(app);
    const response = await ask();
    expect(response?.headers['x-late']).toBe('yes');
    expect(response?.headers['x-found']).toMatch(/content-type.*content-length/);
  });

  test.each(senders)('%s calls the end of a prototype that was patched at any time', async (_name, send) => {
    const app = createServer().get('/', (_req, res) => send(res));
    listening = await start(app);
    expect((await ask())?.headers['x-late']).toBeUndefined();
    const { end } = ServerResponse.prototype;
    ServerResponse.prototype.end = function patched(this: ServerResponse, ...args: unknown[]) {
      late(this);
      return Reflect.apply(end, this, args);
    } as typeof end;
    try {
      expect((await ask())?.headers['x-late']).toBe('yes');
    } finally {
      Reflect.deleteProperty(ServerResponse.prototype, 'end');
    }
    expect((await ask())?.headers['x-late']).toBeUndefined();
  });
});
