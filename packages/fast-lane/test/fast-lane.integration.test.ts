import http, { type IncomingMessage, type RequestListener } from 'node:http';
import https from 'node:https';
import type { Server } from 'node:net';
import { types } from 'node:util';
import { fastLane, type HandOverReason, type LaneStats } from '@nextpress/fast-lane';
import { exchange, listen, selfSigned } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Address, RawClient } from './ecosystem/raw-client.ts';

const ordinary = 'GET /path HTTP/1.1\r\nHost: localhost\r\n\r\n';
const chunked =
  'POST /path HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n';
const nothing: LaneStats = { fast: 0, node: 0, takenBack: 0, handedOver: {} };

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function start(server: Server): Promise<number> {
  const { port, close } = await listen(server);
  cleanups.push(close);
  return port;
}

async function open(address: Address): Promise<RawClient> {
  const client = await RawClient.open(address);
  cleanups.unshift(() => client.close());
  return client;
}

const received: RequestListener = (req, res) => res.end(req.url);

describe('fastLane', () => {
  test('emits no newListener or removeListener events', () => {
    const server = http.createServer(received);
    const notes: unknown[] = [];
    server.on('newListener', (event) => notes.push(event));
    server.on('removeListener', (event) => notes.push(event));
    notes.length = 0;
    fastLane(server);
    expect(notes).toEqual([]);
  });

  test('leaves the counts to the first copy of the package', async () => {
    const server = fastLane(http.createServer(received));
    const { stats } = server;
    vi.resetModules();
    const copy = await import('@nextpress/fast-lane');
    expect(copy.fastLane).not.toBe(fastLane);
    expect(copy.fastLane(server).stats).toBe(stats);
  });

  test('serves an http.Server', async () => {
    const server = fastLane(http.createServer(received));
    const port = await start(server);
    const [response] = await exchange(port, ordinary, { responses: 1 });
    expect(response).toMatchObject({ status: 200, body: '/path' });
    expect(server.stats()).toEqual({ ...nothing, fast: 1 });
  });

  test('serves an https.Server', async () => {
    const { key, cert } = selfSigned();
    const server = fastLane(https.createServer({ key, cert }, received));
    const client = await open({ port: await start(server), ca: cert });
    await expect(client.exchange(ordinary)).resolves.toMatchObject([{ status: 200, body: '/path' }]);
    expect(server.stats()).toEqual({ ...nothing, fast: 1 });
  });

  test('serves a server that is already listening, from the next connection', async () => {
    const server = http.createServer(received);
    const port = await start(server);
    const earlier = await open({ port });
    await earlier.exchange(ordinary);
    const { stats } = fastLane(server);
    await earlier.exchange(ordinary);
    expect(stats()).toEqual(nothing);
    await (await open({ port })).exchange(ordinary);
    expect(stats()).toEqual({ ...nothing, fast: 1 });
  });

  test('keeps the order of connection listeners', async () => {
    const heard: string[] = [];
    const server = http.createServer(received);
    server.prependListener('connection', () => heard.push('before'));
    server.once('connection', () => heard.push('once'));
    server.on('connection', (socket) => heard.push(`after: ${socket.listenerCount('data')}`));
    const port = await start(fastLane(server));
    for (let i = 0; i < 2; i++) await exchange(port, ordinary, { responses: 1 });
    expect(heard).toEqual(['before', 'once', 'after: 1', 'before', 'after: 1']);
  });

  test("leaves a server without Node's listener alone", async () => {
    const server = http.createServer(received);
    server.removeAllListeners('connection');
    server.on('connection', (socket) => socket.end('mine'));
    const { closeAllConnections } = server;
    fastLane(server);
    expect(server.closeAllConnections).toBe(closeAllConnections);
    const client = await open({ port: await start(server) });
    await expect(client.rest()).resolves.toBe('mine');
    expect(server).toHaveProperty('stats');
  });

  test('has no effect when it is called again', async () => {
    const seen: IncomingMessage['rawHeaders'][] = [];
    const server = http.createServer((req, res) => {
      seen.push(req.rawHeaders);
      res.end();
    });
    fastLane(server, { lazy: true });
    const { stats } = server as Partial<{ stats: () => LaneStats }>;
    const again = fastLane(server, { lazy: false });
    expect(again.stats).toBe(stats);
    await exchange(await start(again), ordinary, { responses: 1 });
    expect(again.stats()).toEqual({ ...nothing, fast: 1 });
    expect(seen.map((list) => types.isProxy(list))).toEqual([true]);
  });
});

describe('stats', () => {
  test('counts requests in both lanes, hand-overs by reason, and connections taken back', async () => {
    const server = fastLane(http.createServer(received));
    const client = await open({ port: await start(server) });
    await client.exchange(ordinary + ordinary, 2);
    await client.exchange(chunked);
    await expect.poll(() => server.stats().takenBack).toBe(1);
    await client.exchange(ordinary);
    const handedOver = { 'transfer-encoding': 1 };
    expect(server.stats()).toEqual({ fast: 3, node: 1, takenBack: 1, handedOver });
  });

  test.each<[HandOverReason, string]>([
    ['method', 'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['target', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['version', 'GET / HTTP/1.0\r\n\r\n'],
    ['field syntax', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n folded\r\n\r\n'],
    ['field count', `GET / HTTP/1.1\r\nHost: a\r\n${'X: a\r\n'.repeat(100)}\r\n`],
    ['host', 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n'],
    ['connection', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['content-length', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na'],
    ['transfer-encoding', chunked],
    ['expect', 'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n'],
    ['upgrade', 'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: other\r\n\r\n'],
    ['trailer', 'GET / HTTP/1.1\r\nHost: a\r\nTrailer: X\r\n\r\n'],
    ['head size', `GET /${'a'.repeat(16_400)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['body size', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n'],
    ['silent', 'GET / HTTP/1.1\r\nHo'],
  ])('reports the reason for a hand-over: %s', async (reason, bytes) => {
    const server = fastLane(http.createServer({ connectionsCheckingInterval: 5 }, received));
    const client = await open({ port: await start(server) });
    await client.send(bytes);
    await expect.poll(() => Object.keys(server.stats().handedOver).length).toBeGreaterThan(0);
    expect(server.stats()).toMatchObject({ fast: 0, handedOver: { [reason]: 1 } });
  });

  test('reports the reason for a hand-over: partial head', async () => {
    const server = fastLane(http.createServer(received));
    const client = await open({ port: await start(server) });
    client.socket.end('GET / HTTP/1.1\r\nHo');
    await expect(client.rest()).resolves.toContain('HTTP/1.1 400');
    expect(server.stats().handedOver).toEqual({ 'partial head': 1 });
  });

  test('reports the reason for a hand-over: settings', async () => {
    const server = fastLane(http.createServer(received));
    const client = await open({ port: await start(server) });
    await client.exchange(ordinary);
    server.maxRequestsPerSocket = 2;
    await client.exchange(ordinary);
    expect(server.stats()).toEqual({ ...nothing, fast: 1, node: 1, handedOver: { settings: 1 } });
  });

  test('returns a copy', async () => {
    const server = fastLane(http.createServer(received));
    const before = server.stats();
    await exchange(await start(server), ordinary, { responses: 1 });
    expect(before).toEqual(nothing);
    expect(server.stats()).toEqual({ ...nothing, fast: 1 });
  });

  test('counts for one server only', async () => {
    const [one, other] = [fastLane(http.createServer(received)), fastLane(http.createServer(received))];
    await exchange(await start(one), ordinary, { responses: 1 });
    expect(other.stats()).toEqual(nothing);
  });
});
