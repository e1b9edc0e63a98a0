import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createServer, type Plugin, type Scope, shared } from '../../src/index.ts';
import { routerOf } from './application-kinds.ts';
import { ask, KINDS, reply, send, trace } from './trace.ts';

/** A promise that the test resolves. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe.each(KINDS)('a plugin of %s', (_name, create) => {
  test('runs inside register when it is synchronous', () => {
    const order: string[] = [];
    const app = create();
    app.register((scope) => {
      order.push('outer');
      scope.register(() => void order.push('inner'));
      order.push('end of outer');
    });
    order.push('end');
    expect(order).toEqual(['outer', 'inner', 'end of outer', 'end']);
  });

  test('that is asynchronous delays later plugins of its scope, in order', async () => {
    const order: string[] = [];
    const db = gate();
    const app = create();
    app.register(async (scope) => {
      order.push('db');
      await db.opened;
      scope.register(async (inner) => {
        await delay(1);
        order.push('inside');
        inner.get('/inside', reply('inside'));
      });
      order.push('end of db');
    });
    app.register((scope) => {
      order.push('users');
      scope.get('/users', reply('users'));
    });
    app.register(() => void order.push('last'));
    order.push('end');
    expect(order).toEqual(['db', 'end']);
    db.open();
    await app.ready();
    expect(order).toEqual(['db', 'end', 'end of db', 'inside', 'users', 'last']);
    expect(await ask(app, '/users')).toBe('users');
    expect(await ask(app, '/inside')).toBe('inside');
  });

  test('can wait for the plugins that it has registered', async () => {
    const app = create();
    app.register(async (scope) => {
      scope.register(
        shared(async (same) => {
          await delay(1);
          same.locals.db = 'connected';
        }),
      );
      await scope.ready();
      scope.get('/', (_req, res) => res.json([scope.locals.db]));
    });
    await app.ready();
    expect(await ask(app, '/')).toBe('connected');
  });

  test('can wait in a shared plugin for the plugins that it has registered', async () => {
    const app = create();
    app.register(
      shared(async (scope) => {
        scope.register(
          shared(async (same) => {
            await delay(1);
            same.locals.db = 'connected';
          }),
        );
        await scope.ready();
        scope.get('/', (_req, res) => res.json([scope.locals.db]));
      }),
    );
    await app.ready();
    expect(await ask(app, '/')).toBe('connected');
  });

  test('fails when it waits for a scope that waits for it', async () => {
    const message = 'do not await ready() of an enclosing scope inside a plugin';
    const early = create();
    early.register(async () => early.ready(), { name: 'db', timeout: 10 });
    await expect(early.ready()).rejects.toThrow(message);

    const nested = create();
    nested.register(
      (outer) => {
        outer.register(
          async () => {
            await delay(1);
            await outer.ready();
          },
          { name: 'db', timeout: 10 },
        );
      },
      { name: 'outer' },
    );
    await expect(nested.ready()).rejects.toThrow(message);
  });

  test('that is not asynchronous may act when the application is ready', async () => {
    const app = create();
    const order: string[] = [];
    app.register(() => void app.ready().then(() => order.push('ready')));
    app.register(async () => {
      await delay(1);
      order.push('loaded');
    });
    await app.ready();
    await new Promise(setImmediate);
    expect(order).toEqual(['loaded', 'ready']);
  });

  test('has no special position after it has loaded', async () => {
    const app = create();
    let register = (): void => {};
    const late = new Promise<void>((resolve) => {
      app.register(
        shared(async (scope) => {
          await delay(1);
          setTimeout(() => resolve(register()), 2);
          register = () => void scope.use(trace('late'));
        }),
      );
    });
    app.use(trace('early'));
    await app.ready();
    // A plugin of another application is loading when the first one registers something.
    const open = gate();
    create().register(() => open.opened);
    await late;
    open.open();
    app.get('/', reply('end'));
    expect(await ask(app, '/')).toBe('early late end');
  });

  test('that is shared adds everything at its position after waiting', async () => {
    const app = create();
    const inner = create().use(trace('inner'));
    app.register(
      shared(async (scope) => {
        await delay(1);
        scope.use(trace('use')).all('/', trace('all')).get('/', trace('get'));
        scope.route('/').get(trace('route'));
        scope.use('/', inner);
        scope.use([trace('list')]);
        await scope.register(shared(async (own) => void own.use(trace('nested')))).ready();
        scope.use(trace('last'));
      }),
    );
    app.get('/', reply('end'));
    expect(await ask(app, '/')).toBe('use all get route inner list nested last end');
    expect((inner as { parent?: unknown }).parent).toBe(app);
  });

  test("delays and rejects requests to the application's router as well", async () => {
    const db = gate();
    const app = create();
    app.register(
      shared(async (scope) => {
        await db.opened;
        scope.use(trace('guard'));
      }),
    );
    app.get('/secret', reply('secret'));
    const outer = create().use('/app', routerOf(app));
    const early = ask(outer, '/app/secret');
    setImmediate(db.open);
    expect(await early).toBe('guard secret');

    app.register(() => Promise.reject(new Error('no')));
    await expect(app.ready()).rejects.toThrow('no');
    expect(await ask(outer, '/app/secret')).toMatch(/^503/);
  });

  test('keeps its position among the layers when it is asynchronous', async () => {
    const app = create();
    app.use(trace('before'));
    app.register(async (scope) => {
      await delay(1);
      scope.get('/same', trace('plugin'));
    });
    app.use(trace('after'));
    app.get('/same', reply('end'));
    await app.ready();
    expect(await ask(app, '/same')).toBe('before plugin after end');
  });

  test('that is shared and asynchronous guards the routes that were registered after it', async () => {
    const app = create();
    app.register(
      shared(async (scope) => {
        scope.use(trace('at once'));
        await delay(1);
        scope.use(trace('later'));
        scope.register((inner) => void inner.use('/', trace('inner')));
      }),
    );
    app.get('/secret', reply('secret'));
    app.register(shared((scope) => void scope.use(trace('queued'))));
    app.get('/end', reply('end'));
    expect(await ask(app, '/secret')).toBe('at once later secret');
    expect(await ask(app, '/end')).toBe('at once later queued end');
    expect(await ask(app, '/nothing')).toMatch('404');
  });

  test('delays requests until it has loaded', async () => {
    const db = gate();
    const app = create();
    app.register(async (scope) => {
      await db.opened;
      scope.post('/', (req, res) => {
        req.setEncoding('utf8').on('data', (text) => res.json([text]));
      });
    });
    const server = createHttpServer(app).listen(0);
    const { port } = server.address() as AddressInfo;
    const early = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'sent early' });
    await new Promise((resolve) => server.once('request', resolve));
    db.open();
    expect(await (await early).json()).toEqual(['sent early']);
    server.close();
  });

  test('delays the port of listen', async () => {
    const db = gate();
    const app = create();
    app.register(async (scope) => {
      await db.opened;
      scope.get('/', reply('ready'));
    });
    const listening = new Promise<void>((resolve, reject) => {
      const server = app.listen(0, (error?: Error) => (error === undefined ? resolve() : reject(error)));
      expect([server.listening, server.address()]).toEqual([false, null]);
    });
    db.open();
    await listening;
    await app.close();
  });

  test('that fails rejects ready, keeps listen from opening, and fails requests', async () => {
    const app = create();
    const cause = new Error('no connection');
    app.register(
      async () => {
        await delay(1);
        throw cause;
      },
      { name: 'db' },
    );
    let isCalled = false;
    app.register(() => {
      isCalled = true;
    });
    const early = send(app, '/');
    await expect(app.ready()).rejects.toMatchObject({ message: 'Plugin "db" failed: no connection', cause });
    const error = await new Promise((resolve) => {
      app.listen(0).once('error', resolve);
    });
    expect(error).toMatchObject({ cause });
    expect([(await early).status, (await send(app, '/')).status, isCalled]).toEqual([503, 503, false]);
    expect(await ask(create().use('/sub', app), '/sub')).toMatch(/^503/);
  });

  test('that is mounted delays only the requests of its application', async () => {
    const db = gate();
    const inner = create();
    inner.register(async (scope) => {
      await db.opened;
      scope.get('/', reply('inner'));
    });
    const app = create();
    app.use('/inner', inner);
    app.get('/outer', reply('outer'));
    const pending = ask(app, '/inner');
    expect(await ask(app, '/outer')).toBe('outer');
    db.open();
    expect(await pending).toBe('inner');
  });
});

describe('register', () => {
  test('throws the error of a synchronous plugin with its name, and its cause', () => {
    const cause = new Error('no');
    const inner = (): never => {
      throw cause;
    };
    const outer: Plugin = (scope) => scope.register(inner, { name: 'mail' });
    let thrown: unknown;
    try {
      createServer().register(outer);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ message: 'Plugin "mail" failed: no', cause });
  });

  test('removes everything a plugin registered before it threw', async () => {
    const app = createServer();
    const broken: Plugin = (scope) => {
      scope.get('/open', reply('open'));
      scope.register((inner) => inner.use('/', reply('inner')));
      scope.addHook('onRequest', trace('broken')).setNotFoundHandler(reply('not found'));
      throw new Error('before the guard');
    };
    expect(() => app.register(broken)).toThrow('before the guard');
    expect(app.router.stack).toEqual([]);
    app.setNotFoundHandler(reply('nothing'));
    expect(await ask(app, '/open')).toBe('nothing');
  });

  test('ignores everything a plugin registers after it threw', async () => {
    const app = createServer();
    let kept: Scope | undefined;
    const broken: Plugin = (scope) => {
      kept = scope;
      throw new Error('before the guard');
    };
    expect(() => app.register(broken)).toThrow('before the guard');
    kept?.get('/late', reply('late'));
    expect(await ask(app, '/late')).toMatch(/^404/);
  });

  test('removes the properties that a plugin declared before it threw', () => {
    const app = createServer();
    const broken: Plugin = (scope) => {
      scope.register((inner) => void inner.decorateRequest('user', null).decorateResponse('user', null));
      throw new Error('no');
    };
    expect(() => app.register(broken)).toThrow('no');
    app.decorateRequest('user', null).decorateResponse('user', null);
  });

  test('does not let the application start when a shared plugin has failed in the middle', async () => {
    const app = createServer({ logError: () => {} });
    const broken = shared((scope) => {
      scope.get('/open', reply('open'));
      throw new Error('before the guard');
    });
    const message = 'Plugin "anonymous" failed: before the guard';
    expect(() => app.register(broken)).toThrow(message);
    await expect(app.ready()).rejects.toThrow(message);
    expect(await ask(app, '/open')).toMatch(/^503/);
  });

  test('names a plugin by its pluginName, the option name, or its function', () => {
    const names: string[] = [];
    const app = createServer();
    const users = (scope: Scope): void => void names.push(scope.name);
    app.register(users);
    app.register(users, { name: 'people' });
    app.register(
      Object.assign((scope: Scope) => void names.push(scope.name), { pluginName: 'own' }),
      { name: 'x' },
    );
    expect(names).toEqual(['users', 'people', 'own']);
  });

  test('passes its options to the plugin', () => {
    const given: unknown[] = [];
    const plugin = (_scope: Scope, options: { url: string }): void => void given.push(options);
    const options = { url: 'mem:', prefix: '/p' };
    createServer().register(plugin, options);
    expect(given[0]).toBe(options);
  });

  test('checks dependencies in the scope and the enclosing ones', async () => {
    const db = shared(async () => {}, { name: 'db' });
    const users = Object.assign(() => {}, { pluginName: 'users', dependencies: ['db'] });
    const message =
      'Plugin "users" failed: missing dependency "db": expected it to be registered before "users", in the same scope or an enclosing one';
    expect(() => createServer().register(users)).toThrow(message);

    const elsewhere = createServer();
    elsewhere.register((scope) => void scope.register(db));
    elsewhere.register(users);
    await expect(elsewhere.ready()).rejects.toThrow(message);

    const app = createServer();
    app.register(db);
    app.register((scope) => void scope.register(users));
    await app.ready();
  });

  test('reports the innermost plugin that does not finish in time', async () => {
    const app = createServer();
    app.register(
      async (scope) => {
        scope.register(() => new Promise(() => {}), { name: 'db', timeout: 5 });
        await scope.ready();
      },
      { name: 'users', timeout: 5 },
    );
    await expect(app.ready()).rejects.toThrow(
      'Plugin "db" has not finished: expected it to settle within 5 ms',
    );
  });

  test('sets no limit with the timeout 0', async () => {
    const app = createServer();
    app.register(() => delay(5), { timeout: 0 });
    await app.ready();
  });

  test('loads a plugin after the application was ready, and delays requests again', async () => {
    const app = createServer();
    await app.ready();
    app.register(async (scope) => {
      await delay(1);
      scope.get('/late', reply('late'));
    });
    expect(await ask(app, '/late')).toBe('late');
  });
});

describe('close', () => {
  test('runs onClose hooks once, inner scopes first, in reverse registration order', async () => {
    const order: string[] = [];
    const app = createServer();
    const close = (name: string) => async (closed: unknown) => {
      await delay(1);
      order.push(`${name} ${closed === app}`);
    };
    app.addHook('onClose', close('root 1'));
    app.register((one) => one.addHook('onClose', close('one')));
    app.register((two) => {
      two.addHook('onClose', close('two 1')).addHook('onClose', close('two 2'));
      two.register((inner) => inner.addHook('onClose', close('inner')));
    });
    app.addHook('onClose', close('root 2'));
    await app.close();
    await app.close();
    expect(order).toEqual(
      ['inner', 'two 2', 'two 1', 'one', 'root 2', 'root 1'].map((name) => `${name} true`),
    );
  });

  test('runs its hooks again when the application has listened again', async () => {
    const order: string[] = [];
    const app = createServer();
    app.addHook('preClose', () => void order.push('preClose'));
    app.addHook('onClose', () => void order.push('onClose'));
    for (let turn = 0; turn < 2; turn++) {
      await once(app.listen(0, '127.0.0.1'), 'listening');
      await app.close();
    }
    expect(order).toEqual(['preClose', 'onClose', 'preClose', 'onClose']);
  });

  test('runs all hooks before it rejects with the first error', async () => {
    const order: string[] = [];
    const app = createServer();
    app.addHook('onClose', () => void order.push('last'));
    app.addHook('onClose', () => Promise.reject(new Error('stuck')));
    await expect(app.close()).rejects.toThrow('stuck');
    expect(order).toEqual(['last']);
  });

  test('is not needed when a plugin has failed: the callback of listen gets the error', async () => {
    const app = createServer();
    app.register(() => Promise.reject(new Error('no')), { name: 'db' });
    const error = await new Promise((resolve) => {
      app.listen(0, resolve);
    });
    expect(error).toMatchObject({ message: 'Plugin "db" failed: no' });
  });

  test('is not needed when the port is invalid: the server emits the error', async () => {
    const app = createServer();
    app.register(async () => {});
    const error = await new Promise((resolve) => {
      app.listen(99_999).once('error', resolve);
    });
    expect(error).toMatchObject({ code: 'ERR_SOCKET_BAD_PORT' });
  });

  test('keeps a server that waits for plugins from listening', async () => {
    const db = gate();
    const app = createServer();
    app.register(() => db.opened);
    const server = app.listen(0);
    await app.close();
    db.open();
    await app.ready();
    expect(server.listening).toBe(false);
  });
});
