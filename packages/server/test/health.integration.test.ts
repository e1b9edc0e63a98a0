import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from '@nextpress-internal/test-kit';
import { holdTimeouts } from '@nextpress-internal/test-kit/fake-clock';
import supertest from 'supertest';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createExpressApplication } from '../src/express.ts';
import { type Application, createServer, type HealthOptions } from '../src/index.ts';
import { converse } from './internal/converse.ts';

const close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(close.splice(0).map((each) => each()));
});

type Get = (path: string, method?: string) => Promise<[status: number, content: unknown]>;

function getter(port: number): Get {
  return async (path, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    const text = await response.text();
    return [response.status, text.startsWith('{') ? JSON.parse(text) : text];
  };
}

async function serve(app: Application, health?: boolean | HealthOptions): Promise<Get> {
  close.push(() => app.close());
  const server = app.listen(0, { host: '127.0.0.1', health });
  await once(server, 'listening');
  return getter((server.address() as AddressInfo).port);
}

const HOSTS: readonly (readonly [
  string,
  (health: boolean | HealthOptions) => Promise<[Application, Get]>,
])[] = [
  [
    'createServer({ health })',
    async (health) => {
      const app = createServer({ health, logError: () => {} });
      return [app, await serve(app)];
    },
  ],
  [
    "createServer({ health }) in Node's lane",
    async (health) => {
      const app = createServer({ health, logError: () => {} });
      const server = await listen(createHttpServer(app));
      close.push(() => server.close());
      return [app, getter(server.port)];
    },
  ],
  [
    'listen(port, { health }) of Express',
    async (health) => {
      const app = createExpressApplication(5).set('env', 'test');
      return [app, await serve(app, health)];
    },
  ],
];

describe.each(HOSTS)('%s', (_name, start) => {
  test('responds to probes that no route, guard or hook lets through', async () => {
    const [app, get] = await start(true);
    app.use((_req, res) => void res.status(401).send('guarded'));
    app.addHook('onRequest', (_req, res) => void res.status(403).send('hooked'));
    expect(await get('/healthz')).toEqual([200, { status: 'ok' }]);
    expect(await get('/readyz?verbose')).toEqual([200, { status: 'ready' }]);
    expect(await get('/healthz', 'HEAD')).toEqual([200, '']);
    for (const path of ['/healthz/', '/healthzz', '/x/healthz', '/']) expect((await get(path))[0]).toBe(403);
    expect((await get('/healthz', 'POST'))[0]).toBe(403);
  });

  test('is not ready while a check fails, and says which', async () => {
    const state = { db: true };
    const [, get] = await start({
      checks: {
        db: () => state.db,
        cache: async () => {
          if (!state.db) throw new Error('secret host name');
        },
      },
    });
    expect(await get('/readyz')).toEqual([200, { status: 'ready', checks: { db: 'ok', cache: 'ok' } }]);
    state.db = false;
    expect(await get('/readyz')).toEqual([
      503,
      { status: 'unavailable', checks: { db: 'failed', cache: 'failed' } },
    ]);
    expect(await get('/healthz')).toEqual([200, { status: 'ok' }]);
    state.db = true;
    expect((await get('/readyz'))[0]).toBe(200);
  });

  test('is not ready while plugins load, or when one has failed', async () => {
    const [app, get] = await start(true);
    let finish = (): void => {};
    app.register(() => new Promise<void>((resolve) => (finish = resolve)));
    expect(await get('/readyz')).toEqual([503, { status: 'loading' }]);
    expect(await get('/healthz')).toEqual([200, { status: 'ok' }]);
    finish();
    await app.ready();
    expect((await get('/readyz'))[0]).toBe(200);
    app.register(async () => {
      throw new Error('no');
    });
    await expect(app.ready()).rejects.toThrow('no');
    expect(await get('/readyz')).toEqual([503, { status: 'failed' }]);
  });

  test('uses the paths in the options', async () => {
    const [, get] = await start({ live: false, ready: '/up' });
    expect((await get('/healthz'))[0]).toBe(404);
    expect((await get('/readyz'))[0]).toBe(404);
    expect((await get('/up'))[0]).toBe(200);
  });
});

describe('a readiness check', () => {
  test('that does not finish in time is aborted, and not called again before it ends', async () => {
    const signals: AbortSignal[] = [];
    let finish = (): void => {};
    const logged: unknown[] = [];
    const app = createServer({
      logError: (error) => logged.push(error),
      health: {
        timeout: 5,
        checks: {
          slow: (signal) => {
            signals.push(signal);
            return new Promise<void>((resolve) => (finish = resolve));
          },
        },
      },
    });
    holdTimeouts();
    const ready = (): Promise<supertest.Response> => supertest(app).get('/readyz').then();
    const readyAfterCall = async (count: number): Promise<supertest.Response> => {
      const response = ready();
      await expect.poll(() => signals.length).toBe(count);
      vi.advanceTimersByTime(5);
      return response;
    };
    const expected = { status: 503, body: { status: 'unavailable', checks: { slow: 'timeout' } } };
    expect(await readyAfterCall(1)).toMatchObject(expected);
    expect(await ready()).toMatchObject(expected);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(logged).toMatchObject([
      { message: 'Readiness check "slow" has not finished: expected it to settle within 5 ms' },
    ]);
    finish();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await readyAfterCall(2)).toMatchObject(expected);
    finish();
  });

  test('is called once for probes that come together', async () => {
    let calls = 0;
    let finish = (): void => {};
    const running = new Promise<void>((resolve) => (finish = resolve));
    const check = (): Promise<void> => {
      calls++;
      return running;
    };
    const app = createServer({ health: { timeout: 30_000, checks: { db: check } } });
    const server = app.listen(0, '127.0.0.1');
    close.push(() => app.close());
    await once(server, 'listening');
    const get = getter((server.address() as AddressInfo).port);
    let arrived = 0;
    const allArrived = new Promise<void>((resolve) => {
      server.on('request', () => ++arrived === 3 && resolve());
    });
    const results = ['/readyz', '/readyz', '/readyz'].map((path) => get(path));
    await allArrived;
    finish();
    expect((await Promise.all(results)).map(([status]) => status)).toEqual([200, 200, 200]);
    expect(calls).toBe(1);
  });
});

test('readiness is off during the delay of close(), and liveness stays on', async () => {
  const app = createServer({ health: true });
  const get = await serve(app);
  const letPass = holdTimeouts();
  const closing = app.close({ delay: 1_500 });
  expect(await get('/readyz')).toEqual([503, { status: 'closing' }]);
  expect(await get('/healthz')).toEqual([200, { status: 'ok' }]);
  letPass(1_500);
  await closing;
});

test('the server of listen() with health has the application as its request listener', async () => {
  const app = createServer();
  close.push(() => app.close());
  expect(app.listen(0, { health: true }).listeners('request')).toEqual([app]);
});

test('a mounted application leaves probes to the outermost one', async () => {
  const inner = createServer({ health: true });
  const outer = createServer().use(inner);
  await supertest(outer).get('/healthz').expect(404);
});

test('a probe that violates HTTP is rejected, and its connection closes', async () => {
  const app = createServer({ health: true });
  const server = app.listen(0, '127.0.0.1');
  close.push(() => app.close());
  await once(server, 'listening');
  const received = await converse(
    (server.address() as AddressInfo).port,
    'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  );
  expect(received).toMatch(/^HTTP\/1\.1 400 .*Connection: close.*"code":"ERR_HOST"/s);
});

test.each([
  [
    { live: 'healthz' },
    'Invalid option "live" of health(): expected a path such as \'/live\', or false, got "healthz".',
  ],
  [
    { ready: '/healthz' },
    'Invalid option "ready" of health(): expected a path other than that of "live", got "/healthz".',
  ],
  [{ checks: { db: true } }, 'Invalid option "checks.db" of health(): expected a function, got true.'],
  [{ checks: 1 }, 'Invalid option "checks" of health(): expected an object of functions, got 1.'],
  [{ timeout: 0 }, 'Invalid option "timeout" of health(): expected an integer from 1 to '],
  [{ path: '/x' }, 'Unknown option "path" of health(): expected one of checks, live, ready, timeout.'],
])('createServer({ health: %o }) throws', (health, message) => {
  expect(() => createServer({ health: health as HealthOptions })).toThrow(message);
});
