import { createServer as createHttpServer } from 'node:http';
import { type Application, createServer, type RequestHandler, Router } from '@nextpress/server';
import { createExpressApplication } from '@nextpress/server/express';
import { exchange, listen } from '@nextpress-internal/test-kit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { validate } from '../src/index.ts';

const schema = { query: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } };
const respond: RequestHandler = (req, res) => res.json(req.query);

async function statusOf(app: Application, path: string): Promise<number | undefined> {
  const { port, close } = await listen(createHttpServer(app));
  onTestFinished(close);
  const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  const [response] = await exchange(port, [head], { responses: 1 });
  return response?.status;
}

describe.each([
  ['createServer()', () => createServer()],
  ['nextpress/express', () => createExpressApplication()],
] as const)('in %s', (_name, create) => {
  test('the plugin applies to the scope in which it is registered, and to scopes inside', async () => {
    const app = create();
    app.register((scope) => {
      scope.register(validate({ status: 422 }));
      scope.get('/scope', { schema }, respond);
      scope.register((inner) => inner.get('/inner', { schema }, respond), { prefix: '/deep' });
    });
    expect(() => app.get('/outside', { schema }, respond)).toThrow('Missing validator for GET /outside');
    expect(await statusOf(app, '/scope')).toBe(422);
    expect(await statusOf(app, '/scope?n=1')).toBe(200);
    expect(await statusOf(app, '/deep/inner')).toBe(422);
    expect(await statusOf(app, '/deep/inner?n=1')).toBe(200);
  });

  test('the plugin of an inner scope replaces that of an outer one, and values are converted once', async () => {
    const app = create();
    let calls = 0;
    const query = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value: object) => ({ value: { ...value, n: ++calls } }),
      },
    };
    app.register(validate());
    app.register((scope) => {
      scope.register(validate({ status: 422 }));
      scope.get('/inner', { schema }, respond);
      scope.get('/converted', { schema: { query } } as never, respond);
    });
    app.get('/outer', { schema }, respond);
    expect(await statusOf(app, '/inner')).toBe(422);
    expect(await statusOf(app, '/outer')).toBe(400);
    expect([await statusOf(app, '/converted'), calls]).toEqual([200, 1]);
  });

  test('a router that two applications mount is validated in both', async () => {
    const router = Router();
    router.get('/', { schema }, respond);
    for (const _ of [1, 2]) {
      const app = create();
      app.register(validate());
      app.use('/router', router);
      expect(await statusOf(app, '/router')).toBe(400);
      expect(await statusOf(app, '/router?n=1')).toBe(200);
    }
  });

  test('validation runs after preValidation hooks and before preHandler hooks', async () => {
    const app = create();
    const seen: unknown[] = [];
    app.register(validate());
    app.addHook('preValidation', (req, _res, next) => {
      seen.push(req.query.n);
      next();
    });
    app.addHook('preHandler', (req, _res, next) => {
      seen.push(req.query.n);
      next();
    });
    app.get('/', { schema }, respond);
    expect(await statusOf(app, '/?n=1')).toBe(200);
    expect(seen).toEqual(['1', 1]);
    expect(await statusOf(app, '/?n=x')).toBe(400);
    expect(seen).toEqual(['1', 1, 'x']);
  });
});
