import { createServer } from 'node:http';
import { listen } from '@nextpress-internal/test-kit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ask, get } from './ask.ts';
import { compare } from './compare.ts';
import { type Old, registers } from './express4-shows.ts';
import { VERSION_4 } from './version-4.ts';

compare(
  {
    'members of the application': {
      del: {
        app: registers((app) => app.del('/a', (_req: Old, res: Old) => res.send('deleted'))),
        asks: [ask('DELETE', '/a')],
      },
      'app.router': {
        app: registers((app) => {
          let text = '';
          try {
            text = typeof app.router;
          } catch (error) {
            text = String(error);
          }
          const { ...members } = app;
          app.get('/', (_req: Old, res: Old) =>
            res.json([text, 'router' in members, Object.keys(app).includes('router')]),
          );
        }),
        asks: [get('/')],
      },
      _router: {
        app: registers((app) => {
          const before = typeof app._router;
          app.get('/', (_req: Old, res: Old) => res.json([before, typeof app._router.stack.at]));
        }),
        asks: [get('/')],
      },
      'param with a factory': {
        app: registers((app) => {
          app.param((_name: string, value: unknown) => {
            if (value instanceof RegExp) {
              return (_req: Old, _res: Old, next: Old, text: string) =>
                next(value.test(text) ? undefined : 'route');
            }
            return undefined;
          });
          app.param('id', /^\d+$/);
          app.param(':name', (req: Old, _res: Old, next: Old, name: string) => {
            req.named = name;
            next();
          });
          app.get('/:id', (_req: Old, res: Old) => res.send('id'));
          app.get('/:name', (req: Old, res: Old) => res.send(`name ${req.named}`));
        }),
        asks: [get('/7'), get('/x')],
      },
    },
    'a router': {
      'is the listener of a server': {
        app: (express) => {
          const router: Old = express.Router();
          router.get('/a', (req: Old, res: Old) => res.end(req.url));
          router.get('/error', () => {
            throw Object.assign(new Error('no'), { status: 418 });
          });
          return router;
        },
        asks: [get('/a?b=1')],
      },
      'reads the patterns of version 4': {
        app: registers((app, express) => {
          const router = express.Router({ mergeParams: true });
          router.get('/:b*', (req: Old, res: Old) => res.json(req.params));
          router.param(':c', (_req: Old, _res: Old, next: Old) => next());
          app.use('/:a', router);
        }),
        asks: [get('/1/2'), get('/1/2/3'), get('/1')],
      },
      'merges numbered params': {
        app: registers((app, express) => {
          const router = express.Router({ mergeParams: true });
          router.get('/(x)*/*', (req: Old, res: Old) => res.json(req.params));
          app.use('/a(b)?/*', router);
        }),
        asks: [get('/ab/c/xx/d'), get('/a/c/x/d')],
      },
      'responds to OPTIONS': {
        app: registers((app) => {
          app.get('/a', (_req: Old, res: Old) => res.send('a'));
          app.post('/a', (_req: Old, res: Old) => res.send('a'));
        }),
        asks: [ask('OPTIONS', '/a'), ask('OPTIONS', '/b')],
      },
      'handles errors': {
        app: registers((app) => {
          app.get('/a', () => {
            throw Object.assign(new Error('no'), { status: 418 });
          });
          app.get('/b', (_req: Old, _res: Old, next: Old) => next('route'));
          app.use((error: Old, _req: Old, res: Old, _next: Old) =>
            res.status(error.status).send(error.message),
          );
        }),
        asks: [get('/a'), get('/b')],
      },
      'gives params and the query a prototype': {
        app: registers((app) =>
          app.get('/:a', (req: Old, res: Old) => {
            res.json([Object.hasOwn(req.params, 'a'), Object.hasOwn(req.query, 'b'), String(req.params)]);
          }),
        ),
        asks: [get('/1?b=2'), get('/1')],
      },
    },
  },
  VERSION_4,
);

test('the option chooses the version for one application', async () => {
  const { default: express } = await vi.importActual<{ default: Old }>('nextpress/express');
  expect(express({ compatibility: 4 }).get('query parser')).toBe('extended');
  expect(express({ compatibility: 5 }).get('query parser')).toBe('simple');
  expect(() => express({ compatibility: 3 })).toThrow(
    'Invalid option "compatibility": expected 4 or 5, got 3',
  );
});

test('an application of version 4 keeps its members in one of version 5', async () => {
  const { default: express } = await vi.importActual<{ default: Old }>('nextpress/express');
  const inner = express({ compatibility: 4 });
  inner.get('/:id', (req: Old, res: Old) => res.send(201, req.param('id')));
  const { url, close } = await listen(createServer(express().use('/inner', inner)));
  onTestFinished(close);
  const response = await fetch(`${url}/inner/7`);
  expect([response.status, await response.text()]).toEqual([201, '7']);
});

test('the function has the members of Express 4', () => {
  for (const name of Object.keys(VERSION_4.theirs)) {
    const { get: isRemoved } = Object.getOwnPropertyDescriptor(VERSION_4.theirs, name) ?? {};
    if (isRemoved === undefined)
      expect(typeof (VERSION_4.ours as Old)[name], name).toBe(typeof (VERSION_4.theirs as Old)[name]);
  }
});

test('a router without next responds to what its layers do not', async () => {
  vi.stubEnv('NODE_ENV', 'test');
  const router: Old = (VERSION_4.ours as Old).Router();
  router.get('/error', () => {
    throw Object.assign(new Error('no'), { status: 418 });
  });
  const server = await listen(createServer(router));
  const statuses = [];
  for (const path of ['/none', '/error']) statuses.push((await fetch(server.url + path)).status);
  await server.close();
  vi.unstubAllEnvs();
  expect(statuses).toEqual([404, 418]);
});

test('lib/utils has the functions of Express 4', async () => {
  const utils = await import('@nextpress/express/lib/utils');
  const paths = ['/a', 'a', 'c:\\a', 'c:/a', '\\\\a', ':a', ''];
  expect(paths.map(utils.isAbsolute)).toEqual([true, undefined, true, true, true, undefined, undefined]);
  expect(utils.flatten([1, [2, [3, [4]]]])).toEqual([1, 2, 3, 4]);
  expect(utils.contentDisposition('a.txt')).toMatch(/^attachment; filename/);
});
