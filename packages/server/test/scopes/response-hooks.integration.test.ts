import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer as createNodeServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { type Application, createServer, type RequestHandler, Router, type Scope } from '../../src/index.ts';
import { hosts } from './application-kinds.ts';

let listening: Listening | undefined;
afterEach(() => listening?.close());

const ask = async (path: string, init?: RequestInit): Promise<Response> =>
  fetch(`${listening?.url}${path}`, init);
const text = async (path: string, init?: RequestInit): Promise<string> => (await ask(path, init)).text();

describe.each(hosts)('%s', (_, make, start) => {
  const serve = async (build: (app: Application) => void): Promise<void> => {
    const app = make();
    build(app);
    listening = await start(app);
  };

  test('the hooks of a request run in their order, before and after its handlers', async () => {
    const calls: string[] = [];
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const note =
      (name: string): RequestHandler =>
      (_req, _res, next) => {
        calls.push(name);
        next();
      };
    await serve((app) => {
      app.addHook('onRoute', (route) => route.addValidation(note('validation')));
      app.get('/', note('handler'), (_req, res) => res.send('sent'));
      app.addHook('onResponse', async () => {
        calls.push('onResponse');
        end();
      });
      app.addHook('onSend', (_req, _res, payload) => void calls.push(`onSend ${payload}`));
      app.addHook('preHandler', note('preHandler')).addHook('preValidation', note('preValidation'));
      app.addHook('onRequest', note('onRequest'));
    });
    await text('/');
    await ended;
    const order = [
      'onRequest',
      'preValidation',
      'validation',
      'preHandler',
      'handler',
      'onSend sent',
      'onResponse',
    ];
    expect(calls).toEqual(order);
  });

  describe('onSend', () => {
    test('changes the payload of the routes of its scope and of nested scopes, parent first', async () => {
      await serve((app) => {
        app.get('/root', (_req, res) => res.send('root'));
        app.register(
          (outer) => {
            outer.addHook('onSend', (_req, _res, payload) => `outer(${payload})`);
            outer.get('/', (_req, res) => res.send('one'));
            outer.register(
              (inner) => {
                inner.get('/', (_req, res) => res.json({ two: 2 }));
                inner.addHook('onSend', async (req, _res, payload) => `inner ${req.path}(${payload})`);
              },
              { prefix: '/inner' },
            );
            outer.addHook('onSend', async () => {});
            outer.addHook('onSend', (_req, _res, payload) => `late(${payload})`);
          },
          { prefix: '/outer' },
        );
        app.register((other) => other.get('/other', (_req, res) => res.send('other')));
      });
      expect(await text('/root')).toBe('root');
      expect(await text('/other')).toBe('other');
      expect(await text('/outer')).toBe('late(outer(one))');
      const response = await ask('/outer/inner');
      expect(await response.text()).toBe('inner /outer/inner(late(outer({"two":2})))');
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    });

    test('of the application applies to middleware, routers and redirects', async () => {
      await serve((app) => {
        app.addHook('onSend', (_req, res, payload) => {
          res.set('X-Hook', 'yes');
          return payload;
        });
        app.use('/middleware', (_req, res) => void res.send('middleware'));
        app.use(
          '/router',
          Router().get('/', (_req, res) => res.sendStatus(202)),
        );
        app.get('/redirect', (_req, res) => res.redirect('/'));
      });
      for (const path of ['/middleware', '/router', '/redirect']) {
        expect((await ask(path, { redirect: 'manual' })).headers.get('x-hook'), path).toBe('yes');
      }
    });

    test('applies to the middleware and the error handler of its scope, and to paths without a route', async () => {
      await serve((app) => {
        app.register(
          (scope) => {
            scope.addHook('onSend', (_req, _res, payload) => `<${payload}>`);
            scope.use((req, res, next) => (req.query.token === undefined ? void res.send('no') : next()));
            scope.get('/error', () => {
              throw new Error('broken');
            });
            scope.setErrorHandler(
              (error, _req, res, _next) => void res.status(500).send((error as Error).message),
            );
          },
          { prefix: '/scope' },
        );
      });
      expect(await text('/scope/error')).toBe('<no>');
      expect(await text('/scope/missing')).toBe('<no>');
      expect(await text('/scope/error?token=1')).toBe('<broken>');
    });

    test('applies to the handler for unknown paths, and to default responses', async () => {
      await serve((app) => {
        app.addHook('onSend', (_req, res, payload) => {
          res.set('X-Hook', 'root');
          return payload;
        });
        app.register(
          (scope) => {
            scope.addHook('onSend', (_req, _res, payload) => `<${payload}>`);
            scope.get('/error', () => {
              throw new Error('broken');
            });
            scope.setNotFoundHandler((_req, res) => void res.send('nothing here'));
          },
          { prefix: '/scope' },
        );
      });
      expect(await text('/scope/unknown')).toBe('<nothing here>');
      const failed = await ask('/scope/error');
      expect([failed.status, failed.headers.get('x-hook')]).toEqual([500, 'root']);
      expect(await failed.text()).toMatch(/^<.*>$/s);
      const unknown = await ask('/unknown');
      expect([unknown.status, unknown.headers.get('x-hook')]).toEqual([404, 'root']);
      expect(await unknown.text()).not.toMatch(/^<nothing/);
    });

    test('of the first route applies when it has called next(), and of another scope when it has changed the path', async () => {
      await serve((app) => {
        app.register((scope) => {
          scope.addHook('onSend', (_req, _res, payload) => `first(${payload})`);
          scope.get('/x', (_req, _res, next) => next());
          scope.get('/y', (req, _res, next) => {
            req.url = '/z';
            next();
          });
        });
        app.register((scope) => {
          scope.addHook('onSend', (_req, _res, payload) => `second(${payload})`);
          scope.get('/z', (_req, res) => res.send('z'));
        });
        app.get('/x', (_req, res) => res.send('x'));
      });
      expect(await text('/x')).toBe('first(x)');
      expect(await text('/y')).toBe('second(z)');
    });

    test.each<[string, () => unknown]>([
      [
        'throws',
        () => {
          throw new Error('broken');
        },
      ],
      ['rejects', () => Promise.reject(new Error('broken'))],
      ['returns an object', () => ({})],
    ])('that %s is an error for the error handlers, whose response passes it again', async (_name, fail) => {
      let calls = 0;
      await serve((app) => {
        app.addHook('onSend', (_req, _res, payload) => (calls++ === 0 ? (fail() as string) : payload));
        app.get('/', (_req, res) => res.send('text'));
        app.setErrorHandler((error, _req, res, _next) => {
          res.status(500).send((error as Error).message);
        });
      });
      const response = await ask('/');
      expect(response.status).toBe(500);
      expect(await response.text()).toMatch(/^broken$|^Invalid payload of an onSend hook: expected a string/);
      expect(calls).toBe(2);
    });

    test("that always fails leads to the application's error response", async () => {
      await serve((app) => {
        app.addHook('onSend', () => {
          throw new Error('broken');
        });
        app.get('/', (_req, res) => res.send('text'));
        app.setErrorHandler((_error, _req, res, _next) => void res.send('again'));
      });
      expect((await ask('/')).status).toBe(500);
    });

    describe('that is running', () => {
      const serveDelayed = (build: (app: Application, release: () => void) => void): Promise<void> =>
        serve((app) => {
          let release: () => void = () => {};
          app.addHook(
            'onSend',
            (_req, _res, payload) =>
              new Promise((resolve) => {
                release = () => resolve(payload);
              }),
          );
          build(app, () => setImmediate(() => release()));
        });

      test('makes a second response throw', async () => {
        const codes: unknown[] = [];
        await serveDelayed((app, release) => {
          app.get('/', (_req, res) => {
            res.send('first');
            release();
            for (const respond of [() => res.send('second'), () => res.redirect('/')]) {
              try {
                respond();
              } catch (error) {
                codes.push((error as { code: string }).code);
              }
            }
          });
        });
        expect(await text('/')).toBe('first');
        expect(codes).toEqual(['ERR_HTTP_HEADERS_SENT', 'ERR_HTTP_HEADERS_SENT']);
      });

      test.each<[string, (next: (error?: unknown) => void) => unknown]>([
        [
          'throws',
          () => {
            throw new Error('late');
          },
        ],
        ['rejects', () => Promise.reject(new Error('late'))],
        ['passes an error on', (next) => next(new Error('late'))],
        ['continues', (next) => next()],
      ])('sends the response of a handler that then %s', async (_name, act) => {
        const handled: unknown[] = [];
        await serveDelayed((app, release) => {
          app.get('/', (_req, res, next) => {
            res.send('first');
            release();
            return act(next);
          });
          app.setErrorHandler((error, _req, res, _next) => {
            handled.push(error);
            res.status(500).send('error');
          });
        });
        const response = await ask('/');
        expect(response.status).toBe(200);
        expect(await response.text()).toBe('first');
        expect(handled).toEqual([]);
      });

      test('ends the chain after a hook without next that has responded', async () => {
        let isReached = false;
        await serveDelayed((app, release) => {
          app.addHook('onRequest', async (_req, res) => {
            res.send('hook');
            release();
          });
          app.get('/', (_req, res) => {
            isReached = true;
            res.send('handler');
          });
        });
        expect(await text('/')).toBe('hook');
        expect(isReached).toBe(false);
      });
    });

    test("sees the handler's AsyncLocalStorage context", async () => {
      const storage = new AsyncLocalStorage<string>();
      await serve((app) => {
        app.addHook('onSend', async (_req, _res, payload) => payload);
        app.addHook('onSend', (_req, _res, payload) => `${payload} ${storage.getStore()}`);
        app.get('/', (_req, res) => storage.run('stored', () => res.send('text')));
      });
      expect(await text('/')).toBe('text stored');
    });

    test("is not called for files and for bodies that Node's methods send", async () => {
      await serve((app) => {
        app.addHook('onSend', () => 'changed');
        app.get('/file', (_req, res) => res.sendFile(fileURLToPath(import.meta.url)));
        app.get('/end', (_req, res) => void res.end('end'));
      });
      expect(await text('/file')).toContain('import');
      expect(await text('/end')).toBe('end');
    });

    test('of an application and of the one that mounts it run from the outside in', async () => {
      await serve((app) => {
        const inner = createServer();
        inner.addHook('onSend', (_req, _res, payload) => `inner(${payload})`);
        inner.get('/', (_req, res) => res.send('text'));
        app.addHook('onSend', (_req, _res, payload) => `outer(${payload})`);
        app.use('/inner', inner);
        app.get('/', (_req, res) => res.send('text'));
      });
      expect(await text('/inner')).toBe('inner(outer(text))');
      expect(await text('/')).toBe('outer(text)');
    });
  });

  describe('onResponse', () => {
    /** The requests for which the hook was called, with the status. */
    const record = (scope: Scope, calls: string[]): void => {
      scope.addHook(
        'onResponse',
        (req, res) => void calls.push(`${req.method} ${req.originalUrl} ${res.statusCode}`),
      );
    };

    test('is called once per request, however it ends', async () => {
      const calls: string[] = [];
      await serve((app) => {
        record(app, calls);
        app.get('/send', (_req, res) => res.send('text'));
        app.get('/end', (_req, res) => void res.end('text'));
        app.get('/file', (_req, res) => res.sendFile(fileURLToPath(import.meta.url)));
        app.get('/stream', (_req, res) => {
          res.write('a');
          res.end('b');
        });
        app.get('/error', () => {
          throw Object.assign(new Error('broken'), { status: 418 });
        });
        app.get('/status', (_req, res) => res.sendStatus(304));
        app.use('/middleware', (_req, res) => void res.status(201).json({}));
      });
      const paths = ['/send', '/end', '/file', '/stream', '/error', '/status', '/middleware', '/missing'];
      for (const path of paths) await text(path);
      await ask('/send', { method: 'HEAD' });
      await text('/send');
      expect(calls).toEqual([
        'GET /send 200',
        'GET /end 200',
        'GET /file 200',
        'GET /stream 200',
        'GET /error 418',
        'GET /status 304',
        'GET /middleware 201',
        'GET /missing 404',
        'HEAD /send 200',
        'GET /send 200',
      ]);
    });

    test('is called once when the client disconnects before the response', async () => {
      const calls: string[] = [];
      let reached: () => void = () => {};
      const isReached = new Promise<void>((resolve) => {
        reached = resolve;
      });
      let closed: () => void = () => {};
      const isClosed = new Promise<void>((resolve) => {
        closed = resolve;
      });
      await serve((app) => {
        app.addHook('onResponse', (_req, res) => {
          calls.push(res.writableFinished ? 'finished' : 'aborted');
          closed();
        });
        app.get('/slow', (_req, res) => {
          reached();
          void isClosed.then(() => res.send('late'));
        });
        app.get('/', (_req, res) => res.send('text'));
      });
      const socket = connect(listening?.port as number, '127.0.0.1');
      socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
      await isReached;
      socket.destroy();
      await isClosed;
      await text('/');
      expect(calls).toEqual(['aborted', 'finished']);
    });

    test('is called once for a malformed target and for a failed onSend hook', async () => {
      const calls: string[] = [];
      await serve((app) => {
        record(app, calls);
        app.addHook('onError', (error) => void calls.push((error as Error).message));
        app.addHook('onSend', (req, _res, payload) => {
          if (req.path === '/fail') throw new Error('onSend');
          return payload;
        });
        app.get('/:id', (_req, res) => res.send('text'));
      });
      const [malformed] = await exchange(listening?.port as number, 'GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n', {
        responses: 1,
      });
      expect(malformed?.status).toBe(400);
      expect((await ask('/fail')).status).toBe(500);
      expect(calls.filter((call) => call.startsWith('GET'))).toEqual(['GET /%zz 400', 'GET /fail 500']);
      expect(calls).toContain('onSend');
    });

    test('is called once when the client disconnects before plugins have loaded', async () => {
      const app = make();
      let load: () => void = () => {};
      app.register(
        () =>
          new Promise<void>((resolve) => {
            load = resolve;
          }),
        { name: 'slow' },
      );
      let calls = 0;
      const ended = new Promise<void>((resolve) => {
        app.addHook('onResponse', () => {
          calls++;
          resolve();
        });
      });
      app.get('/', (_req, res) => res.send('text'));
      const server = createNodeServer(app);
      listening = await listen(server);
      const requested = once(server, 'request');
      const socket = connect(listening.port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      const [, res] = (await requested) as [unknown, ServerResponse];
      const closed = once(res, 'close');
      socket.destroy();
      await closed;
      load();
      await ended;
      await text('/');
      expect(calls).toBe(2);
    });

    test('is called once for each pipelined request and on kept connections', async () => {
      const calls: string[] = [];
      await serve((app) => {
        record(app, calls);
        app.get('/:id', (req, res) => res.send(req.params.id));
      });
      const request = (id: number): string => `GET /${id} HTTP/1.1\r\nHost: a\r\n\r\n`;
      await exchange(listening?.port as number, request(1) + request(2) + request(3), { responses: 3 });
      expect(calls).toEqual(['GET /1 200', 'GET /2 200', 'GET /3 200']);
    });

    test('only runs for requests of its scope, in order, and ignores errors', async () => {
      const calls: string[] = [];
      await serve((app) => {
        app.get('/root', (_req, res) => res.send('root'));
        app.register(
          (scope) => {
            scope.addHook('onResponse', () => {
              calls.push('one');
              throw new Error('broken');
            });
            scope.addHook('onResponse', async () => {
              calls.push('two');
              throw new Error('broken');
            });
            scope.register((inner) => {
              inner.addHook('onResponse', () => void calls.push('inner'));
              inner.get('/inner', (_req, res) => res.send('inner'));
            });
            scope.get('/', (_req, res) => res.send('scope'));
          },
          { prefix: '/scope' },
        );
      });
      await text('/root');
      expect(calls).toEqual([]);
      await text('/scope');
      expect(calls.splice(0)).toEqual(['one', 'two']);
      await text('/scope/inner');
      expect(calls.splice(0)).toEqual(['one', 'two', 'inner']);
      await text('/scope/missing');
      expect(calls.splice(0)).toEqual(['one', 'two']);
      await text('/missing');
      expect(calls).toEqual([]);
    });
  });

  describe('onError', () => {
    const record = (scope: Scope, name: string, calls: string[]): void => {
      scope.addHook('onError', (error, req) => {
        calls.push(`${name} ${req.path} ${error instanceof Error ? error.message : error}`);
      });
    };

    test('sees each error of its scope once, before the error handlers', async () => {
      const calls: string[] = [];
      await serve((app) => {
        record(app, 'root', calls);
        app.get('/root', () => {
          throw new Error('0');
        });
        app.register((scope) => {
          record(scope, 'scope', calls);
          scope.get('/throws', () => {
            throw new Error('1');
          });
          scope.get('/rejects', () => Promise.reject(new Error('2')));
          scope.get('/next', (_req, _res, next) => next('3'));
          scope.use('/middleware', (_req, _res, next) => next(new Error('4')));
          scope.use((error: unknown, _req: unknown, _res: unknown, next: (error: unknown) => void) => {
            calls.push('handler');
            next(error);
          });
        });
        app.use(
          (
            error: Error,
            _req: unknown,
            res: { status(code: number): { send(text: string): void } },
            _next: unknown,
          ) => {
            calls.push('last handler');
            res.status(500).send(String(error));
          },
        );
      });
      for (const path of ['/throws', '/rejects', '/next', '/middleware', '/root']) await text(path);
      expect(calls).toEqual([
        ...['root /throws 1', 'scope /throws 1', 'handler', 'last handler'],
        ...['root /rejects 2', 'scope /rejects 2', 'handler', 'last handler'],
        ...['root /next 3', 'scope /next 3', 'handler', 'last handler'],
        ...['root /middleware 4', 'scope /middleware 4', 'handler', 'last handler'],
        ...['root /root 0', 'last handler'],
      ]);
    });

    test('sees an error without an error handler, and one that an error handler passes on instead', async () => {
      const calls: string[] = [];
      await serve((app) => {
        record(app, 'root', calls);
        app.get('/plain', () => {
          throw new Error('plain');
        });
        app.register((scope) => {
          scope.get('/replaced', () => {
            throw new Error('first');
          });
          scope.setErrorHandler((_error, _req, _res, next) => next(new Error('second')));
        });
      });
      expect((await ask('/plain')).status).toBe(500);
      expect((await ask('/replaced')).status).toBe(500);
      expect(calls).toEqual(['root /plain plain', 'root /replaced first', 'root /replaced second']);
    });

    test('sees errors of routers, and errors handled by the route itself', async () => {
      const calls: string[] = [];
      const router = Router().get('/x', () => {
        throw new Error('router');
      });
      await serve((app) => {
        app.register((scope) => {
          record(scope, 'scope', calls);
          scope.use('/router', router);
          scope.get(
            '/route',
            () => {
              throw new Error('route');
            },
            (error: Error, _req: unknown, res: { send(text: string): void }, _next: unknown) =>
              res.send(`own ${error.message}`),
          );
        });
      });
      expect((await ask('/router/x')).status).toBe(500);
      expect(await text('/route')).toBe('own route');
      expect(calls).toEqual(['scope /x router', 'scope /route route']);
    });

    test('does not see a 404, and its own errors have no effect', async () => {
      const calls: string[] = [];
      await serve((app) => {
        app.addHook('onError', () => {
          calls.push('called');
          throw new Error('of the hook');
        });
        app.addHook('onError', async () => {
          throw new Error('of the hook');
        });
        app.get('/', () => {
          throw Object.assign(new Error('broken'), { status: 418 });
        });
      });
      expect((await ask('/missing')).status).toBe(404);
      expect(calls).toEqual([]);
      expect((await ask('/')).status).toBe(418);
      expect(calls).toEqual(['called']);
    });
  });
});

test('logError gets the errors of onResponse and onError hooks', async () => {
  const logged: unknown[] = [];
  const app = createServer({ logError: (error) => void logged.push((error as Error).message) });
  app.addHook('onResponse', () => {
    throw new Error('of onResponse');
  });
  app.addHook('onResponse', async () => {
    throw new Error('of async onResponse');
  });
  app.addHook('onError', () => {
    throw new Error('of onError');
  });
  app.get('/', () => {
    throw Object.assign(new Error('broken'), { status: 400 });
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await (await fetch(`http://127.0.0.1:${port}/`)).text();
  await app.close();
  expect(logged).toEqual(['of onError', 'of onResponse', 'of async onResponse']);
});
