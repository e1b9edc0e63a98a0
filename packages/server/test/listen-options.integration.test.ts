import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { settle } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { createExpressApplication } from '../src/express.ts';
import {
  type Application,
  type Balancer,
  createServer,
  type ServeOptions,
  type ServerOptions,
} from '../src/index.ts';

const open: Application[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

interface Served {
  readonly server: Server;
  readonly warnings: readonly string[];
}

/** Listens, and collects the warnings up to then. */
async function serve(
  app: Application,
  options: ServeOptions,
  change?: (server: Server) => void,
): Promise<Served> {
  const warnings: string[] = [];
  const collect = (warning: Error): void => {
    if ('code' in warning && warning.code === 'NEXTPRESS_BALANCER') warnings.push(warning.message);
  };
  process.on('warning', collect);
  open.push(app);
  const server = app.listen(0, { host: '127.0.0.1', ...options });
  change?.(server);
  await once(server, 'listening');
  // Warnings are emitted a tick later.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', collect);
  return { server, warnings };
}

/** The origin of a request as an application sees it. */
async function seen(app: Application, server: Server, headers: Record<string, string>): Promise<unknown> {
  app.get('/seen', (req, res) => res.json([req.ip, req.protocol, req.hostname]));
  const { port } = server.address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}/seen`, { headers })).json();
}

const FORGED = { 'X-Forwarded-Host': 'forged.test', 'X-Forwarded-Proto': 'https' };

describe('the option `behind` of listen()', () => {
  test.each<[Balancer, number, number]>([
    ['alb', 65_000, 60_000],
    ['gcp', 620_000, 600_000],
    ['nginx', 65_000, 60_000],
    ['haproxy', 65_000, 60_000],
    ['cloudflare', 910_000, 900_000],
  ])('%s sets timeouts in the order of Node and the balancer', async (balancer, keepAlive, idle) => {
    const app = createServer(balancer === 'cloudflare' ? { trustProxy: 1 } : {});
    const { server, warnings } = await serve(app, { behind: balancer });
    expect(warnings).toEqual([]);
    expect(server.keepAliveTimeout).toBe(keepAlive);
    expect(keepAlive).toBeGreaterThan(idle);
    expect(server.headersTimeout).toBeGreaterThan(keepAlive);
    expect(server.requestTimeout).toBeGreaterThanOrEqual(server.headersTimeout);
  });

  test.each<[Balancer, string]>([
    ['alb', '6.6.6.6, 203.0.113.7'],
    ['gcp', '6.6.6.6, 203.0.113.7, 198.51.100.1'],
    ['nginx', '6.6.6.6, 203.0.113.7'],
    ['haproxy', '6.6.6.6, 203.0.113.7'],
  ])(
    '%s trusts the addresses that the balancer adds, and no host that it passes on',
    async (balancer, addresses) => {
      for (const app of [createServer(), createExpressApplication(5).set('env', 'test')]) {
        const { server } = await serve(app, { behind: balancer });
        expect(await seen(app, server, { 'X-Forwarded-For': addresses, ...FORGED })).toEqual([
          '203.0.113.7',
          'https',
          '127.0.0.1',
        ]);
      }
    },
  );

  test('none does not trust a proxy or change a timeout', async () => {
    const app = createServer();
    const { server, warnings } = await serve(app, { behind: 'none' });
    const plain = createServer().listen(0);
    expect(server.keepAliveTimeout).toBe(plain.keepAliveTimeout);
    plain.close();
    expect(warnings).toEqual([]);
    expect(await seen(app, server, { 'X-Forwarded-For': '6.6.6.6', ...FORGED })).toEqual([
      '127.0.0.1',
      'http',
      '127.0.0.1',
    ]);
  });

  test('keeps what the application sets', async () => {
    const app = createServer({
      trustProxy: 'loopback',
      keepAliveTimeout: 90_000,
      headersTimeout: 100_000,
      requestTimeout: 200_000,
    });
    app.enable('forwarded host');
    const { server, warnings } = await serve(app, { behind: 'alb' });
    expect(warnings).toEqual([]);
    expect([server.keepAliveTimeout, server.headersTimeout, server.requestTimeout]).toEqual([
      90_000, 100_000, 200_000,
    ]);
    expect(app.get('trust proxy')).toBe('loopback');
    expect(await seen(app, server, FORGED)).toEqual(['127.0.0.1', 'https', 'forged.test']);
  });

  test('keeps a requestTimeout that is shorter than the keep-alive, and the limit of heads below it', async () => {
    const { server, warnings } = await serve(createServer({ requestTimeout: 30_000 }), { behind: 'nginx' });
    expect([server.requestTimeout, server.headersTimeout, warnings]).toEqual([30_000, 30_000, []]);
  });

  test.each<[string, ServerOptions, Balancer, RegExp]>([
    [
      'a keepAliveTimeout below the idle time',
      { keepAliveTimeout: 5_000 },
      'alb',
      /keepAliveTimeout is 5000 ms, .*for 60 s.* Use keepAliveTimeout: 65000\.$/,
    ],
    [
      'a headersTimeout below the keepAliveTimeout',
      { headersTimeout: 30_000 },
      'nginx',
      /headersTimeout \(30000 ms\).* Use headersTimeout: 66000\.$/,
    ],
    ['trust proxy true', { trustProxy: true }, 'gcp', /"trust proxy" is true.* Use trustProxy: 2\.$/],
    ['trust proxy without a proxy', { trustProxy: 1 }, 'none', /"trust proxy" is set without a proxy/],
  ])('warns of %s', async (_name, options, balancer, message) => {
    const { warnings } = await serve(createServer(options), { behind: balancer });
    expect(warnings).toEqual([expect.stringMatching(message)]);
  });

  test('warns of a timeout that is set after listen()', async () => {
    const { warnings } = await serve(createExpressApplication(5), { behind: 'alb' }, (server) => {
      server.keepAliveTimeout = 30_000;
    });
    expect(warnings).toEqual([expect.stringContaining('keepAliveTimeout is 30000 ms')]);
  });

  test('cloudflare requires the networks that may connect', () => {
    expect(() => createServer().listen(0, { behind: 'cloudflare' })).toThrow(
      'Invalid option "behind" of listen(): expected the setting "trust proxy" with the networks in https://www.cloudflare.com/ips, or 1 if only Cloudflare can connect, got "cloudflare".',
    );
  });
});

describe('listen()', () => {
  test.each([
    [
      { behind: 'aws' },
      "Invalid option \"behind\" of listen(): expected one of 'alb', 'gcp', 'nginx', 'haproxy', 'cloudflare', 'none', got \"aws\".",
    ],
    [
      { signals: 'SIGTERM' },
      'Invalid option "signals" of listen(): expected a boolean or { grace, delay }, got "SIGTERM".',
    ],
    [{ signals: { grace: -1 } }, 'Invalid option "grace" of signals(): expected '],
    [
      { health: 'yes' },
      'Invalid option "health" of listen(): expected a boolean or { live, ready, checks, timeout }, got "yes".',
    ],
    [{ Behind: 'alb' }, 'Unknown option "Behind" of listen(): use "behind".'],
  ])('throws for %o', (options, message) => {
    expect(() => createServer().listen(0, options as ServeOptions)).toThrow(message);
  });

  test('accepts its options among those of server.listen, or after the port', async () => {
    for (const start of [
      (app: Application) => app.listen({ port: 0, host: '127.0.0.1', behind: 'alb' }),
      (app: Application) => app.listen('0', { host: '127.0.0.1', behind: 'alb' }),
      (app: Application) => app.listen(0, { host: '127.0.0.1', behind: 'alb' }, () => {}),
    ]) {
      const app = createServer();
      open.push(app);
      const server = start(app);
      await once(server, 'listening');
      expect(server.keepAliveTimeout).toBe(65_000);
      expect((server.address() as AddressInfo).address).toBe('127.0.0.1');
    }
  });
});

describe('the arguments of listen()', () => {
  test('may have the options after the host and the backlog', async () => {
    const app = createServer();
    open.push(app);
    let listened = 0;
    const listen = app.listen.bind(app) as (...args: unknown[]) => Server;
    const servers = [
      listen(0, '127.0.0.1', { health: true }, () => listened++),
      listen(0, '127.0.0.1', 100, { health: true }, () => listened++),
    ];
    for (const server of servers) {
      if (!server.listening) await once(server, 'listening');
      const { address, port } = server.address() as AddressInfo;
      expect(address).toBe('127.0.0.1');
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    }
    expect(listened).toBe(2);
  });

  test.each<[string, readonly unknown[]]>([
    ['after the port', [0, { singals: true }]],
    ['after the host', [0, '127.0.0.1', { singals: true }]],
    ['among those of server.listen', [{ port: 0, singals: true }]],
  ])('may not have an unknown option %s', (_place, args) => {
    const app = createServer();
    expect(() => (app.listen as (...given: unknown[]) => Server)(...args)).toThrow(
      /^Unknown option "singals" of listen\(\): .*signals/,
    );
  });

  test('may be a server that is already listening', async () => {
    const app = createServer().get('/', (_req, res) => res.send('ok'));
    open.push(app);
    const other = createNetServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const server = app.listen(other);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(port).toBe((other.address() as AddressInfo).port);
    other.close();
  });
});

test('listen() throws for a mistyped port, for which Node would create a file', () => {
  const message =
    'Invalid port: expected a number (the path of a socket starts with "/" or "./"), got "3000x".';
  expect(() => createServer().listen('3000x')).toThrow(message);
});

describe('a port that is in use', () => {
  /** The messages of errors, and the calls of a callback without a parameter. */
  async function failures(
    app: Application,
  ): Promise<{ readonly messages: string[]; readonly calls: number }> {
    const messages: string[] = [];
    let calls = 0;
    const other = createNetServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const server = app.listen(port, '127.0.0.1', () => calls++);
    server.on('error', (error) => messages.push(`${error.message}\n${error.stack}`));
    await once(server, 'error');
    await settle();
    other.close();
    return { messages, calls };
  }

  test('does not call a callback without a parameter', async () => {
    const { messages, calls } = await failures(createServer());
    expect(calls).toBe(0);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(
      /EADDRINUSE.*\. Another process listens on port \d+: stop it \(.+\), or choose another port\n/,
    );
  });

  test("calls it in nextpress/express, as Express does, with Node's message", async () => {
    const { messages, calls } = await failures(createExpressApplication(5));
    expect(calls).toBe(1);
    expect(messages[0]).not.toContain('Another process');
  });

  /** Runs a program that listens on a used port, and then another line of code on its server. */
  async function run(
    options: string,
    handling = '',
  ): Promise<{ code: number; output: string; errors: string }> {
    const program = `
      import { createServer as createNetServer } from 'node:net';
      import { createServer } from '@nextpress/server';
      const other = createNetServer().listen(0, '127.0.0.1', () => {
        const place = { port: other.address().port, host: '127.0.0.1', ${options} };
        const server = createServer().listen(place, () => console.log('running'));
        const handle = () => { console.log('handled'); other.close(); };
        ${handling}
      });`;
    const child = execFile(process.execPath, ['--input-type=module', '-e', program], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
    });
    let output = '';
    let errors = '';
    child.stdout?.on('data', (text) => (output += text));
    child.stderr?.on('data', (text) => (errors += text));
    const [code] = await once(child, 'close');
    return { code, output, errors };
  }

  test.each([
    ['without the option "signals"', '', /Another process listens on port/],
    ['in one line with it', 'signals: true', /^listen EADDRINUSE.* Another process listens on port .*\n$/],
  ])('ends the process %s, if the error is not handled', async (_name, options, message) => {
    const errors = expect.stringMatching(message);
    expect(await run(options)).toEqual({ code: 1, output: '', errors });
  });

  test.each([
    "process.on('uncaughtException', handle)",
    "server.prependOnceListener('error', handle)",
    "server.once('error', handle)",
  ])('is left to %s with the option "signals"', async (handling) => {
    expect(await run('signals: true', handling)).toEqual({ code: 0, output: 'handled\n', errors: '' });
  });
});
