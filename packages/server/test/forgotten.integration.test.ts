// What applications and routers keep of each other: nothing that has been removed, and nothing of an application that is gone.
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createServer, type RequestHandler, Router, shared } from '../src/index.ts';
import { ask, KINDS, reply } from './scopes/trace.ts';
import { get } from './shutdown/raw-client.ts';
import { KINDS as SERVERS, startScene } from './shutdown/scene.ts';

/** Without the flag `--expose-gc`. */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Waits until the objects are gone. */
async function expectGone(objects: readonly WeakRef<object>[]): Promise<void> {
  const left = (): number => {
    collectGarbage();
    return objects.filter((object) => object.deref() !== undefined).length;
  };
  await expect.poll(left).toBe(0);
}

const COUNT = 10;

/** Runs a function several times. Its variables are out of reach afterwards. */
async function repeat(make: () => object | Promise<object>): Promise<WeakRef<object>[]> {
  const objects: WeakRef<object>[] = [];
  for (let count = 0; count < COUNT; count++) objects.push(new WeakRef(await make()));
  return objects;
}

/** Express 4 calls the router `_router`. */
function stackOf(app: ReturnType<(typeof KINDS)[number][1]>): unknown[] {
  const { _router = app.router } = app as unknown as { readonly _router?: { readonly stack: unknown[] } };
  return _router.stack as unknown[];
}

describe.each(KINDS)('%s forgets', (_name, create) => {
  test('an application that was mounted and removed', async () => {
    const app = create();
    const objects = await repeat(async () => {
      const inner = create().get('/', reply('inner'));
      app.use('/inner', inner);
      expect(await ask(app, '/inner')).toBe('inner');
      stackOf(app).pop();
      return inner;
    });
    app.set('title', 'changed');
    expect(await ask(app, '/inner')).toMatch('404');
    await expectGone(objects);
  });

  test('applications that have mounted a router', async () => {
    const router = Router().get('/', reply('router'));
    const objects = await repeat(async () => {
      const app = create().use('/router', router);
      expect(await ask(app, '/router')).toBe('router');
      return app;
    });
    router.get('/later', reply('later'));
    await expectGone(objects);
  });

  test('applications that have mounted an application, except the last', async () => {
    const inner = create().get('/', reply('inner'));
    const objects = await repeat(async () => {
      const app = create().use('/inner', inner);
      expect(await ask(app, '/inner')).toBe('inner');
      return app;
    });
    inner.set('title', 'changed');
    await expectGone(objects.slice(0, -1));
  });

  test('a router that was mounted and removed', async () => {
    const app = create();
    const objects = await repeat(async () => {
      const router = Router().get('/', reply('router'));
      app.use('/router', router);
      expect(await ask(app, '/router')).toBe('router');
      stackOf(app).pop();
      return router;
    });
    await ask(app, '/');
    await expectGone(objects);
  });

  test('an application that has listened and closed', async () => {
    const objects = await repeat(async () => {
      const app = create().get('/', reply('a'));
      const server = app.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as { port: number };
      await fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: 'close' } });
      await app.close();
      return app;
    });
    await expectGone(objects);
  });

  test('an application whose plugin never settles', async () => {
    const objects = await repeat(() => {
      const app = create();
      app.register(
        shared(() => new Promise(() => {})),
        { timeout: 0 },
      );
      app.register((scope) => void scope.get('/', reply('never')), { prefix: '/a' });
      return app;
    });
    await expectGone(objects);
  });
});

test.each(SERVERS)('an idle connection %s keeps no request and no response', async (_name, kind) => {
  const objects: WeakRef<object>[] = [];
  const remember: RequestHandler = (req, res, next) => {
    objects.push(new WeakRef(req), new WeakRef(res));
    next();
  };
  const { app, connect } = await startScene({ ...kind, create: () => kind.create().use(remember) });
  const client = await connect();
  client.send(get('/now').repeat(3));
  await expect.poll(() => client.responses.length).toBe(3);
  expect(objects).toHaveLength(6);
  await expectGone(objects);
  client.socket.destroy();
  await app.close();
});

test('a change of a setting reaches mounted applications, also those mounted in them', () => {
  const [app, inner, innermost] = [createServer(), createServer(), createServer()];
  inner.use(innermost);
  app.use(inner);
  app.set('title', 'new');
  expect([inner.get('title'), innermost.get('title')]).toEqual(['new', 'new']);
});
