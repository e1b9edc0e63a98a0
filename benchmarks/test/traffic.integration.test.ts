import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { rawExchanges } from '../core/measure.mjs';
import { Traffic } from '../core/traffic.mjs';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const scenario = {
  name: 'ids',
  title: 'ids',
  app: 'ids',
  heads: 50,
  exchange: (id: number) => ({
    request: { method: 'GET', path: `/${id}` },
    response: { status: 200, body: `id ${id}` },
  }),
};

/** Serves ids, and counts connections and requests. */
async function serve(listener: RequestListener = (req, res) => res.end(`id ${req.url?.slice(1)}`)) {
  const seen = { connections: 0, urls: [] as string[] };
  const server = createServer((req, res) => {
    seen.urls.push(String(req.url));
    listener(req, res);
  });
  server.on('connection', () => {
    seen.connections++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { seen, port: (server.address() as AddressInfo).port };
}

async function open(port: number, load: { connections: number; pipelining: number; fresh?: boolean }) {
  const traffic = new Traffic(rawExchanges(scenario), load);
  closers.push(() => traffic.close());
  await traffic.open(port);
  return traffic;
}

test('verify sends every request over all connections', async () => {
  const { port, seen } = await serve();
  const traffic = await open(port, { connections: 4, pipelining: 1 });
  await traffic.verify();
  expect(new Set(seen.urls).size).toBe(50);
  expect(seen.connections).toBe(4);
});

test('run sends at least as many requests as asked, in whole batches', async () => {
  const { port, seen } = await serve();
  const traffic = await open(port, { connections: 2, pipelining: 10 });
  await traffic.verify();
  const before = seen.urls.length;
  const sent = await traffic.run(95);
  expect(sent).toBeGreaterThanOrEqual(95);
  expect(sent % 10).toBe(0);
  expect(seen.urls.length - before).toBe(sent);
});

test('run opens a connection for each request when the load is fresh', async () => {
  const { port, seen } = await serve();
  const traffic = await open(port, { connections: 2, pipelining: 1, fresh: true });
  await traffic.verify();
  expect(seen.connections).toBeGreaterThanOrEqual(50);
});

test('run goes on when the server closes each connection', async () => {
  const { port, seen } = await serve((req, res) => {
    res.setHeader('Connection', 'close').end(`id ${req.url?.slice(1)}`);
  });
  const traffic = await open(port, { connections: 2, pipelining: 1 });
  await traffic.verify();
  await traffic.run(20);
  expect(seen.connections).toBeGreaterThanOrEqual(70);
});

test('verify rejects when a response is wrong', async () => {
  const { port } = await serve((_req, res) => res.end('no id'));
  const traffic = await open(port, { connections: 2, pipelining: 1 });
  await expect(traffic.verify()).rejects.toThrow('body: expected "id ');
});

test('run rejects when a response is longer than the verified one', async () => {
  let extra = '';
  const { port } = await serve((req, res) => res.end(`id ${req.url?.slice(1)}${extra}`));
  const traffic = await open(port, { connections: 1, pipelining: 1 });
  await traffic.verify();
  extra = 'and more';
  await expect(traffic.run(10)).rejects.toThrow('longer than the verified one');
});

test('run rejects when the server closes a connection', async () => {
  let isOpen = true;
  const { port } = await serve((req, res) => {
    if (isOpen) res.end(`id ${req.url?.slice(1)}`);
    else req.socket.destroy();
  });
  const traffic = await open(port, { connections: 1, pipelining: 1 });
  await traffic.verify();
  isOpen = false;
  await expect(traffic.run(10)).rejects.toThrow();
});

test('open works right after close', async () => {
  const { port } = await serve();
  const traffic = await open(port, { connections: 4, pipelining: 1 });
  await traffic.verify();
  for (let turn = 0; turn < 5; turn++) {
    traffic.close();
    await traffic.open(port);
    expect(await traffic.run(20)).toBeGreaterThanOrEqual(20);
  }
});
