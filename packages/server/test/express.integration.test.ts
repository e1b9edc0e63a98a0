// packages/nextpress compares every member with Express. These tests cover errors thrown by the application.
import { createServer as createHttpServer } from 'node:http';
import { DEVELOPMENT_TOOLS } from '@nextpress-internal/internals/keys';
import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createExpressApplication } from '../src/express.ts';
import { createServer, type Handler } from '../src/index.ts';

const open: Listening[] = [];
const logged = vi.spyOn(console, 'error');
beforeEach(() => {
  logged.mockReset().mockImplementation(() => {});
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function ask(app: Parameters<typeof createHttpServer>[1], method = 'GET') {
  const server = await listen(createHttpServer(app as never));
  open.push(server);
  const bytes = `${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  const [response] = await exchange(server.port, bytes, { methods: [method] });
  return response;
}

describe('createExpressApplication()', () => {
  const failing = (error: unknown, env: string) =>
    createExpressApplication()
      .set('env', env)
      .use(((_req, _res, next) => next(error)) as Handler);

  test.each([
    ['without a prototype', Object.create(null)],
    ['whose message throws', Object.defineProperty(new Error('x'), 'stack', { get: () => null })],
    [
      'whose status getter throws',
      Object.defineProperty({}, 'status', {
        get() {
          throw new Error('no');
        },
      }),
    ],
    ['with invalid headers', Object.assign(new Error('x'), { status: 500, headers: { 'a b': '\n' } })],
  ])('responds to an error %s', async (_what, error) => {
    for (const env of ['development', 'production']) {
      const response = await ask(failing(error, env));
      expect([response?.status, response?.reason]).toEqual([500, 'Internal Server Error']);
    }
  });

  test('logs every error, unless env is test', async () => {
    await ask(failing(Object.assign(new Error('x'), { status: 404 }), 'production'));
    expect(logged).toHaveBeenCalledTimes(1);
    await ask(failing(new Error('x'), 'test'));
    expect(logged).toHaveBeenCalledTimes(1);
  });

  test('logs to the tools of development, unless env is test', async () => {
    const logError = vi.fn();
    Object.assign(globalThis, { [DEVELOPMENT_TOOLS]: { logError } });
    try {
      await ask(failing(new Error('x'), 'test'));
      expect(logError).not.toHaveBeenCalled();
      await ask(failing(new Error('x'), 'production'));
      expect(logError).toHaveBeenCalledTimes(1);
    } finally {
      Reflect.deleteProperty(globalThis, DEVELOPMENT_TOOLS);
    }
  });

  test('responds when the log function throws', async () => {
    logged.mockImplementation(() => {
      throw new Error('no log');
    });
    expect((await ask(failing(new Error('x'), 'production')))?.status).toBe(500);
  });

  test('does not respond to OPTIONS when a layer has responded', async () => {
    const app = createExpressApplication();
    app.use((_req, res, next) => {
      res.send('first');
      next();
    });
    app.get('/', () => {});
    expect((await ask(app, 'OPTIONS'))?.body).toBe('first');
  });

  test('leaves the 404 to the application that mounts it', async () => {
    const inner = createExpressApplication().get('/other', () => {});
    const response = await ask(createServer({ env: 'production' }).use(inner));
    expect(response?.headers['content-type']).toBe('application/problem+json');
  });
});
