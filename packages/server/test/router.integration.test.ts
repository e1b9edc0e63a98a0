import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { runInNewContext } from 'node:vm';
import { type Listening, listen } from '@nextpress-internal/test-kit';
import express from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import { createServer, METHODS, type Request, type Response, Route, Router } from '../src/index.ts';

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});
async function ask(app: RequestListener, path: string, method = 'GET'): Promise<string> {
  const server = await listen(createHttpServer(app));
  open.push(server);
  return (await fetch(server.url + path, { method })).text();
}

describe('Router()', () => {
  test('returns a router with and without new', () => {
    expect(new Router()).toBeInstanceOf(Router);
    expect(Router({ strict: true })).toBeInstanceOf(Router);
  });

  test.each([null, { mergeparams: true }, { strict: 'yes', mergeParams: 1 }])(
    'accepts the options %o, like Express',
    (options) => {
      expect(Router(options as never)).toBeInstanceOf(Router);
    },
  );

  test('uses its own options', async () => {
    const app = createServer();
    app.use(
      '/exact',
      Router({ caseSensitive: true, strict: true }).get('/A', (_req, res) => res.send('A')),
    );
    app.use('/exact', (_req, res) => res.send('other'));
    expect(await ask(app, '/Exact/A')).toBe('A');
    expect(await ask(app, '/exact/a')).toBe('other');
    expect(await ask(app, '/exact/A/')).toBe('other');
  });

  // As in Express: a layer may still respond after its next().
  test.each([
    ['express', () => express.Router() as never],
    ['createServer()', () => Router()],
  ] as [string, () => Router][])(
    'is left asynchronously after its last layer, which may handle errors, in %s',
    async (_name, create) => {
      const order: string[] = [];
      const router = create();
      router.use((_req, _res, next) => {
        next();
        order.push('after next()');
      });
      router.use('/', (_error: unknown, _req: unknown, _res: unknown, _next: unknown) => {});
      const server = await listen(
        createHttpServer((req, res) => {
          router(req, res, () => {
            order.push('left');
            res.end();
          });
        }),
      );
      open.push(server);
      await fetch(server.url);
      expect(order).toEqual(['after next()', 'left']);
    },
  );

  test('handles deep paths when it contains itself, up to a limit', async () => {
    const app = createServer();
    const [one, other] = [Router(), Router()];
    one.use('/a', other).get('/b', (req, res) => res.send(String(req.baseUrl.length)));
    other.use('/a', one);
    app.use(one);
    app.use((_req, res) => res.send('passed on'));
    for (const depth of [2, 200, 1000]) {
      expect(await ask(app, `${'/a'.repeat(depth)}/b`)).toBe(String(2 * depth));
      expect(await ask(app, `${'/a'.repeat(depth)}/c`)).toBe('passed on');
    }
    app.use(
      (error: { code?: string }, _req: unknown, res: { send(text: unknown): unknown }, _next: unknown) =>
        res.send(error.code),
    );
    expect(await ask(app, `${'/a'.repeat(2000)}/b`)).toBe('ERR_ROUTERS_TOO_DEEP');
  });

  test('merges the params of its mount with mergeParams; its own take precedence', async () => {
    const show = (req: Request, res: Response): unknown => res.json(req.params);
    const app = createServer();
    for (const mergeParams of [true, false]) {
      const inner = Router({ mergeParams }).get('/:name/:id', show).get('/', show);
      app.use(`/${mergeParams}/:id/:other`, inner);
    }
    expect(JSON.parse(await ask(app, '/true/1/2/x/3'))).toEqual({ id: '3', other: '2', name: 'x' });
    expect(JSON.parse(await ask(app, '/true/1/2/'))).toEqual({ id: '1', other: '2' });
    expect(JSON.parse(await ask(app, '/false/1/2/x/3'))).toEqual({ name: 'x', id: '3' });
    expect(await ask(app, '/false/1/2/')).toBe('{}');
  });

  test("runs in Express with Express's messages", async () => {
    const router = Router().get('/:id', (req, res, next) => {
      if (req.params.id === '0') next();
      else res.status(201).json({ ...req.params, app: typeof req.app, base: req.baseUrl });
    });
    const app = express().use('/a/:outer', router, (req, res) => void res.json(req.params));
    expect(JSON.parse(await ask(app, '/a/b/7'))).toEqual({ id: '7', app: 'function', base: '/a/b' });
    expect(JSON.parse(await ask(app, '/a/b/0'))).toEqual({ outer: 'b' });
    expect(await ask(app, '/a/b/7', 'POST')).toBe('{"outer":"b"}');
  });

  test("runs on node:http with Node's messages", async () => {
    const router = Router();
    router.use('/in', (req, res, next) => {
      if (req.url === '/stop') res.end(`${req.baseUrl} ${req.originalUrl}`);
      else next(new Error('out'));
    });
    const listener: RequestListener = (req, res) =>
      router(req, res, (error) => res.end(error === undefined ? 'passed' : String(error)));
    expect(await ask(listener, '/in/stop')).toBe('/in /in/stop');
    expect(await ask(listener, '/in/go')).toBe('Error: out');
    expect(await ask(listener, '/other')).toBe('passed');
    expect(await ask(listener, '/%zz')).toBe('passed');
    expect(() => (router as unknown as () => void)()).toThrow(
      'expected (req, res, next), got next of type undefined',
    );
  });

  test('has a function for every method that Node supports', async () => {
    const router = Router() as unknown as Record<string, unknown>;
    expect(METHODS).toContain('PROPFIND');
    for (const method of METHODS) expect(router[method.toLowerCase()]).toBeTypeOf('function');
    const app = createServer().report('/a', (_req, res) => res.send('reported'));
    expect(await ask(app, '/a', 'REPORT')).toBe('reported');
  });
});

describe('param()', () => {
  test('calls back once per value, in the order of registration, before the handlers', async () => {
    const calls: string[] = [];
    const app = createServer();
    app.param(['id', 'name'], (_req, _res, next, value, name) => {
      calls.push(`${name}=${value}`);
      setImmediate(next);
    });
    app.param('id', async (req, _res, next) => {
      Object.assign(req.params, { id: 'changed' });
      next();
    });
    app.use('/:id', (_req, _res, next) => next());
    app.get('/:id', (_req, _res, next) => next());
    app.get('/:name', (req, res) => res.json([calls, req.params]));
    expect(JSON.parse(await ask(app, '/7'))).toEqual([['id=7', 'name=7'], { name: '7' }]);
  });

  test('fails when a callback throws, rejects or calls next(error)', async () => {
    for (const fail of [
      () => {
        throw new Error('lost');
      },
      () => Promise.reject(new Error('lost')),
      () => runInNewContext('Promise.reject(new Error("lost"))'),
      (_req: Request, _res: Response, next: (error: Error) => void) => next(new Error('lost')),
    ]) {
      const app = createServer({ env: 'development', logError: () => {} });
      app.param('id', fail);
      app.get('/:id', () => {
        throw new Error('never');
      });
      expect(await ask(app, '/7')).toContain('"detail":"lost"');
    }
  });

  test('ignores and reports a repeated next()', async () => {
    const warnings: string[] = [];
    const collect = (warning: Error): unknown => warnings.push(warning.message);
    process.on('warning', collect);
    const app = createServer().param('id', (_req, _res, next) => {
      next();
      next();
    });
    app.get('/:id', (_req, res) => res.send('once'));
    expect(await ask(app, '/7')).toBe('once');
    await new Promise(setImmediate);
    process.off('warning', collect);
    expect(warnings.join()).toContain(
      'A callback of the param "id" called next() a second time; the second call had no effect.',
    );
  });
});

describe('a regular expression', () => {
  test('captures by the names or numbers of its groups', async () => {
    const app = createServer().get(/^\/(\w+)\/(?<id>\d+)(?:\/(x))?[(]?$/, (req, res) => res.json(req.params));
    expect(await ask(app, '/users/7')).toBe('{"0":"users","id":"7"}');
    expect(await ask(app, '/users/7/x')).toBe('{"0":"users","1":"x","id":"7"}');
    expect(await ask(app, '/users/y')).toContain('no route matches');
  });

  test('is compared from the start of each path when it has the flag g', async () => {
    const app = createServer().get(/a/g, (_req, res) => res.send('found'));
    for (const path of ['/a', '/a', '/ba']) expect(await ask(app, path)).toBe('found');
  });

  test('is included in Allow', async () => {
    const app = createServer()
      .get(/^\/a/, (_req, res) => res.send('a'))
      .put('/a', () => {});
    const server = await listen(createHttpServer(app));
    open.push(server);
    const response = await fetch(`${server.url}/a`, { method: 'DELETE' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, PUT']);
  });

  test('causes a 400 when its capture is not UTF-8', async () => {
    const app = createServer().get(/^\/(.*)$/, (_req, res) => res.send('a'));
    expect(await ask(app, '/%ff')).toContain('ERR_PARAM_ENCODING');
  });
});

test('Route.dispatch() runs a route that belongs to no router', async () => {
  const route = new Route('/nowhere')
    .all((_req, _res, next) => next())
    .get((req, res) => res.end(String(req.route?.path)));
  expect(route.methods).toEqual({ _all: true, get: true });
  expect(route.stack.map(({ method }) => method)).toEqual([undefined, 'get']);
  const app = createServer().use((req, res, next) => route.dispatch(req, res, next));
  expect(await ask(app, '/')).toBe('/nowhere');
  expect(await ask(app, '/', 'POST')).toContain('no route matches');
});

test('req.next is the next of the running layer', async () => {
  const app = createServer();
  app.use((req, _res, next) => {
    expect(req.next).toBe(next);
    next();
  });
  app.get('/', (req) => void setImmediate(() => req.next?.(new Error('later'))));
  app.use((error: Error, _req: Request, res: Response, _next: unknown) => res.send(error.message));
  expect(await ask(app, '/')).toBe('later');
});
