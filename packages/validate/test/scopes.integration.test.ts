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
  test('the plugin applies to the scope in which it is registered, and to nested scopes', async () => {
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

  test('only the innermost plugin compiles a route, so its schemas, formats and keywords are known', async () => {
    const app = create();
    app.register(validate());
    app.register((scope) => {
      const even = {
        keyword: 'even',
        validate: (_schema: unknown, value: unknown) => Number(value) % 2 === 0,
      };
      const user = { $id: 'user', type: 'object', required: ['id'], properties: { id: { format: 'two' } } };
      scope.register(validate({ ajv: { schemas: [user], formats: { two: /^..$/ }, keywords: [even] } }));
      scope.get('/user', { schema: { query: { $ref: 'user' } as object } }, respond);
      const n = { type: 'integer', even: true };
      scope.get('/even', { schema: { query: { type: 'object', properties: { n } } as object } }, respond);
      scope.get('/response', { schema: { response: { 200: { $ref: 'user' } } } }, (_req, res) =>
        res.json({ id: 'ab', secret: 1 } as never),
      );
    });
    app.register((scope) => {
      scope.register(validate({ ajv: { strict: false } }));
      scope.get('/lax', { schema: { query: { unknown: true } as object } }, respond);
    });
    expect(await statusOf(app, '/user?id=ab')).toBe(200);
    expect(await statusOf(app, '/user?id=abc')).toBe(400);
    expect(await statusOf(app, '/even?n=2')).toBe(200);
    expect(await statusOf(app, '/even?n=1')).toBe(400);
    expect(await statusOf(app, '/response')).toBe(200);
    expect(await statusOf(app, '/lax')).toBe(200);
    const other = { schema: { query: { $ref: 'user' } as object } };
    expect(() => app.get('/outside', other, respond)).toThrow('Invalid query schema of GET /outside');
  });

  test('the plugin of an inner scope inherits the options of the scope around it and adds its own', async () => {
    const app = create();
    const id = (type: string) => ({ $id: 'id', type });
    const pair = { $id: 'pair', type: 'object', properties: { a: { $ref: 'id' }, b: { $ref: 'id' } } };
    app.register(validate({ status: 422, unknownKeys: 'reject', ajv: { schemas: [id('integer'), pair] } }));
    app.register((scope) => {
      const named = { $id: 'named', type: 'object', properties: { pair: { $ref: 'pair' } } };
      scope.register(validate({ ajv: { schemas: [named, id('boolean')] } }));
      scope.get('/named', { schema: { query: { $ref: 'pair' } as object } }, respond);
    });
    app.register((scope) => {
      scope.register(validate({ status: 400 }));
      scope.get('/sibling', { schema: { query: { $ref: 'pair' } as object } }, respond);
    });
    expect(await statusOf(app, '/named?a=true')).toBe(200);
    expect(await statusOf(app, '/named?a=1')).toBe(422);
    expect(await statusOf(app, '/named?c=1')).toBe(422);
    expect(await statusOf(app, '/sibling?a=1')).toBe(200);
    expect(await statusOf(app, '/sibling?a=true')).toBe(400);
    expect(await statusOf(app, '/sibling?c=1')).toBe(400);
    const other = { schema: { query: { $ref: 'named' } as object } };
    expect(() => app.get('/outside', other, respond)).toThrow('Invalid query schema of GET /outside');
  });

  test('a second plugin in the same scope adds to the first', async () => {
    const app = create();
    app.register(validate({ status: 422 }));
    app.register(validate({ ajv: { schemas: [{ $id: 'n', type: 'object', required: ['n'] }] } }));
    app.get('/', { schema: { query: { $ref: 'n' } as object } }, respond);
    expect(await statusOf(app, '/')).toBe(422);
    expect(await statusOf(app, '/?n=1')).toBe(200);
  });

  test('a scope can turn off the serialization of its enclosing scope', async () => {
    const app = create();
    const only = { schema: { response: { 200: { type: 'object', required: ['missing'] } } } };
    app.register(validate({ responses: 'serialize' }));
    app.register((scope) => {
      scope.register(validate({ responses: 'off' }));
      scope.get('/off', only, (_req, res) => res.json({} as never));
    });
    expect(await statusOf(app, '/off')).toBe(200);
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
