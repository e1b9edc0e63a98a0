import { fork } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs';
import { Agent, createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { holdTimeouts } from '@nextpress-internal/test-kit/fake-clock';
import express from 'express';
import fastify from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { gracefulShutdown, withHealth } from '../src/index.ts';

/** A listener that responds 20 ms later, so that there are always pending responses. */
const slow: RequestListener = (_req, res) => void setTimeout(20).then(() => res.end('ok'));

function withExpress(): Server {
  return createServer(express().get('/', (req, res) => slow(req, res)));
}

async function withFastify(): Promise<Server> {
  const app = fastify();
  app.get('/', async () => {
    await setTimeout(20);
    return 'ok';
  });
  await app.ready();
  return app.server;
}

async function start(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

interface Reply {
  readonly status: number | undefined;
  readonly text: string;
  readonly connection: string | undefined;
}

function ask(port: number, path = '/', agent?: Agent): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const req = get(
      { port, path, host: '127.0.0.1', agent: agent ?? false },
      async (res: IncomingMessage) => {
        let text = '';
        for await (const chunk of res) text += String(chunk);
        resolve({ status: res.statusCode, text, connection: res.headers.connection });
      },
    );
    req.on('error', reject);
  });
}

describe.each([
  ['node:http', () => createServer(slow)],
  ['Express', withExpress],
  ['Fastify', withFastify],
])('gracefulShutdown() of a server of %s', (_name, create) => {
  test('sends every pending response completely, and refuses connections afterwards', async () => {
    const server = await create();
    const { close } = gracefulShutdown(server, { signals: false });
    const port = await start(server);
    const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const results: (Reply | string)[] = [];
    let handled = 0;
    server.on('request', () => handled++);
    let isOver = false;
    const clients = agents.map(async (agent) => {
      while (!isOver) {
        try {
          results.push(await ask(port, '/', agent));
        } catch (error) {
          isOver = true;
          results.push((error as NodeJS.ErrnoException).code ?? '');
        }
      }
    });
    // By then each client got a response, or is about to get its second one.
    await expect.poll(() => results.length).toBeGreaterThan(agents.length);
    const { cut } = await close();
    await Promise.all(clients);
    expect(cut).toEqual([]);
    const replies = results.filter((result) => typeof result !== 'string');
    expect(replies).toHaveLength(handled);
    expect(replies.every(({ status, text }) => status === 200 && text === 'ok')).toBe(true);
    expect(replies.some(({ connection }) => connection === 'close')).toBe(true);
    // A request on a connection that has just ended is refused or reset before it is read, so that the client may send it again.
    const codes = results.filter((result) => typeof result === 'string');
    expect(codes.filter((code) => !/^(?:ECONN(?:REFUSED|RESET)|EPIPE)$/.test(code))).toEqual([]);
    for (const agent of agents) agent.destroy();
  });

  test('cuts connections that outlive the grace period, and reports them', async () => {
    const server = await create();
    const { close } = gracefulShutdown(server, { signals: false, grace: 50 });
    const port = await start(server);
    const client = connect(port, '127.0.0.1');
    client.on('error', () => {});
    client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n');
    const [accepted] = (await once(server, 'connection')) as [Socket];
    await expect.poll(() => accepted.bytesRead).toBeGreaterThan(0);
    const [{ cut }] = await Promise.all([close(), once(client, 'close')]);
    expect(cut).toMatchObject([{ method: undefined, remoteAddress: '127.0.0.1' }]);
  });

  test('also drains on server.close()', async () => {
    const server = await create();
    gracefulShutdown(server, { signals: false });
    const port = await start(server);
    const agent = new Agent({ keepAlive: true });
    await ask(port, '/', agent);
    const pending = ask(port, '/', agent);
    await once(server, 'request');
    const closed = once(server, 'close');
    server.close();
    expect(await pending).toMatchObject({ status: 200, text: 'ok', connection: 'close' });
    await closed;
    agent.destroy();
  });
});

describe('gracefulShutdown()', () => {
  test('runs the hooks around the end of the connections', async () => {
    const order: string[] = [];
    const server = createServer((_req, res) => res.end());
    const shutdown = gracefulShutdown(server, {
      signals: false,
      preClose: () => order.push(`preClose ${server.listening}`),
      onClose: async () => {
        await setTimeout(5);
        order.push('onClose');
      },
    });
    await start(server);
    server.once('close', () => order.push('close'));
    expect(shutdown.isClosing).toBe(false);
    const first = shutdown.close();
    expect(shutdown.isClosing).toBe(true);
    expect(shutdown.close()).toBe(first);
    await first;
    expect(order).toEqual(['preClose false', 'close', 'onClose']);
  });

  test('rejects with the error of a hook, after the others have run', async () => {
    const server = createServer();
    const ended: string[] = [];
    const { close } = gracefulShutdown(server, {
      signals: false,
      preClose: () => Promise.reject(new Error('no socket')),
      onClose: () => ended.push('onClose'),
    });
    await start(server);
    await expect(close()).rejects.toThrow('no socket');
    expect(ended).toEqual(['onClose']);
  });

  test.each([
    [{ grace: -1 }, 'Invalid option "grace" of gracefulShutdown()'],
    [{ gracePeriod: 1 }, 'Unknown option "gracePeriod" of gracefulShutdown()'],
    [{ signals: 'SIGTERM' }, 'Invalid option "signals" of gracefulShutdown()'],
    [{ onClose: 1 }, 'Invalid option "onClose" of gracefulShutdown()'],
  ])('refuses %o', (options, message) => {
    expect(() => gracefulShutdown(createServer(), options as never)).toThrow(message);
  });

  test.skipIf(process.platform === 'win32')(
    'by a signal ends the process when the responses are sent',
    async () => {
      const child = fork(new URL('signals-child.mjs', import.meta.url), { execArgv: [] });
      const [port] = (await once(child, 'message')) as [number];
      const pending = ask(port);
      await once(child, 'message');
      child.kill('SIGTERM');
      expect(await pending).toMatchObject({ status: 200, text: 'late', connection: 'close' });
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
  );
});

describe('withHealth()', () => {
  test('responds to probes, and passes other requests to the listener', async () => {
    let isConnected = true;
    const checks = {
      database: () => isConnected,
    };
    const server = createServer(withHealth((req, res) => res.end(req.url), { checks }));
    const { close } = gracefulShutdown(server, { signals: false });
    const port = await start(server);
    expect(await ask(port, '/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    expect(await ask(port, '/readyz?probe')).toMatchObject({
      status: 200,
      text: '{"status":"ready","checks":{"database":"ok"}}',
    });
    expect(await ask(port, '/other')).toMatchObject({ status: 200, text: '/other' });
    isConnected = false;
    expect(await ask(port, '/readyz')).toMatchObject({
      status: 503,
      text: '{"status":"unavailable","checks":{"database":"failed"}}',
    });
    await close();
  });

  test('is not ready while the server closes', async () => {
    const server = createServer(withHealth((_req, res) => res.end()));
    const { close } = gracefulShutdown(server, { signals: false, delay: 200 });
    const port = await start(server);
    const letPass = holdTimeouts();
    const closed = close();
    expect(await ask(port, '/readyz')).toMatchObject({ status: 503, text: '{"status":"closing"}' });
    expect(await ask(port, '/healthz')).toMatchObject({ status: 200 });
    letPass(200);
    await closed;
  });

  test('rejects invalid options', () => {
    expect(() => withHealth(() => {}, { live: 'health' })).toThrow(
      /^Invalid option "live" of health\(\): expected a path/,
    );
  });
});

test('server.close() serves a request that arrived while another response finishes', async () => {
  const server = createServer((req, res) => {
    if (req.url !== '/last') return void res.end('kept');
    // Both have arrived, but only this one has been read.
    kept.write(requestOf('/arrived'));
    server.close();
    res.end('last');
  });
  gracefulShutdown(server, { signals: false });
  const port = await start(server);
  const kept = connect(port, '127.0.0.1').setEncoding('latin1');
  kept.write(requestOf('/first'));
  await once(kept, 'data');
  let received = '';
  kept.on('data', (text) => {
    received += text;
  });
  expect(await ask(port, '/last')).toMatchObject({ text: 'last' });
  await once(kept, 'close');
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*kept$/s);
});

test('server.close() serves a first request that arrived while the event loop was blocked', async () => {
  const server = createServer((_req, res) => res.end('first'));
  gracefulShutdown(server, { signals: false });
  const port = await start(server);
  const silent = connect(port, '127.0.0.1').setEncoding('latin1');
  await once(server, 'connection');
  holdTimeouts();
  server.close();
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  stat('.', () => {
    silent.write(requestOf('/'));
    // The event loop runs timers before it reads.
    void setTimeout(1).then(() => vi.runOnlyPendingTimers());
    const blocked = performance.now();
    while (performance.now() - blocked < 5);
  });
  let received = '';
  silent.on('data', (text) => {
    received += text;
  });
  await once(silent, 'close');
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*first$/s);
});

function requestOf(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
}
