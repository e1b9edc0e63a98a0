import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http';
import type { Request, Response, Router } from 'express';
import { ask, get, head, post } from './ask.ts';
import { type Cases, compare } from './compare.ts';
import { catches, ends, refuses, reports, text, traces } from './shows.ts';

const paths = ['/', '/a', '/a/', '/A', '/a/b', '/a/b/', '/ab', '/b', '/c', '/x/y/z'].map((path) => get(path));

/** Express's types lack it. */
type Listing = Router & {
  listRoutes(): { path: string | RegExp; methods?: string[]; router?: unknown }[];
};

const cases: Cases = {
  'app.all': {
    'matches every method': {
      app: (express) => express().all('/a', traces('all'), ends),
      asks: ['GET', 'HEAD', 'POST', 'PATCH', 'PURGE', 'OPTIONS', 'M-SEARCH'].map((method) =>
        ask(method, '/a'),
      ),
    },
  },
  'app.delete': {
    'is a method like others': {
      app: (express) => express().delete('/a', ends),
      asks: [ask('DELETE', '/a'), get('/a')],
    },
  },
  'app.METHOD': {
    'has a function for each method of Node': reports((express) =>
      METHODS.map((method) => typeof (express() as unknown as Record<string, unknown>)[method.toLowerCase()]),
    ),
    'has one for each in routers': reports((express) =>
      METHODS.map(
        (method) => typeof (express.Router() as unknown as Record<string, unknown>)[method.toLowerCase()],
      ),
    ),
    'takes path forms': {
      app: (express) =>
        express()
          .get(['/a', /^\/b/], traces('list'), ends)
          .get(/^\/x\/(.*)$/, traces('expression'), ends)
          .get('/:name{/:sub}', traces('optional'), ends),
      asks: paths,
    },
    'takes lists of handlers': {
      app: (express) =>
        express().get('/a', [traces('1'), [traces('2'), traces('3')]] as never, traces('4'), ends),
      asks: [get('/a')],
    },
    'uses GET for HEAD': {
      app: (express) => express().get('/a', (_req, res) => void res.send('got')),
      asks: [get('/a'), head('/a')],
    },
    'refuses invalid handlers': refuses(
      (express) => express().get('/a'),
      (express) => express().post('/a', 'x' as never),
      (express) => express().put('/a', undefined as never),
      (express) => express().route('/a').get(),
      (express) => express().get('/a/:', ends),
    ),
  },
  'app.disable': {
    'turns a setting off': reports((express) => {
      const app = express().disable('x');
      return [app.get('x'), app.disabled('x')];
    }),
  },
  'app.disabled': {
    'for settings that were never set': reports((express) => [
      express().disabled('x'),
      express().disabled('x-powered-by'),
    ]),
  },
  'app.enable': {
    'turns a setting on': reports((express) => {
      const app = express().enable('x');
      return [app.get('x'), app.enabled('x')];
    }),
  },
  'app.enabled': {
    'of the defaults': reports((express) =>
      ['x', 'etag', 'x-powered-by', 'view cache', 'strict routing', 'trust proxy'].map((name) =>
        express().enabled(name),
      ),
    ),
  },
  'app.engine': {
    'refuses values that are not functions': refuses((express) => express().engine('html', 'x' as never)),
  },
  'app.get': {
    'with one name reads a setting': reports((express) => {
      const app = express().set('title', 'T').set('falsy', 0);
      return [
        'title',
        'falsy',
        'never set',
        'env',
        'etag',
        'query parser',
        'subdomain offset',
        'trust proxy',
        'x-powered-by',
        'jsonp callback name',
        'views',
      ].map((name) => app.get(name));
    }),
  },
  'app.listen': {
    'takes a callback, a port, a host, a backlog': {
      app: (express) => {
        const app = express().get('/', (_req, res) => {
          let called = 0;
          const listened = [
            () => express().listen(() => called++),
            () => express().listen(0, () => called++),
            () => express().listen(0, '127.0.0.1', () => called++),
            () => express().listen(0, '127.0.0.1', 5, () => called++),
            () => express().listen({ port: 0, host: '127.0.0.1' } as never, () => called++),
            () => express().listen(),
          ].map((listen) => listen());
          setTimeout(() => {
            for (const server of listened) server.close();
            res.end(String(called));
          }, 50);
        });
        return app;
      },
      asks: [get('/')],
    },
    'passes an error to the callback': {
      app: (express) =>
        express().get('/', (_req, res) => {
          const first = express().listen(0, '127.0.0.1', () => {
            const { port } = first.address() as { port: number };
            express().listen(port, '127.0.0.1', (error) => {
              first.close();
              res.end((error as NodeJS.ErrnoException | undefined)?.code);
            });
          });
        }),
      asks: [get('/')],
    },
  },
  'app.locals': {
    'are objects without a prototype that hold the settings': reports((express) => {
      const app = express();
      app.locals.title = 'T';
      return [
        Object.getPrototypeOf(app.locals) === null,
        Object.keys(app.locals),
        app.locals.settings === (app as unknown as { settings: unknown }).settings,
      ];
    }),
  },
  'app.mountpath': {
    'is where it is mounted': reports((express) => {
      const [alone, one, several, nested] = [express(), express(), express(), express()];
      express().use('/one', one).use(['/a', '/b'], several);
      one.use('/nested', nested);
      return [alone, one, several, nested].map((app) => app.mountpath);
    }),
  },
  'app.on': {
    'emits mount events': reports((express) => {
      const heard: unknown[] = [];
      const [outer, inner, second] = [express(), express(), express()];
      inner.on('mount', (parent) =>
        heard.push([
          parent === outer,
          inner.mountpath,
          (inner as unknown as { parent: unknown }).parent === outer,
        ]),
      );
      second.on('mount', () => heard.push('second'));
      outer.use('/in', inner, second);
      return heard;
    }),
    'is an event emitter': reports((express) => {
      const app = express();
      let heard = '';
      app.once('custom', (what: string) => {
        heard += what;
      });
      return [app.emit('custom', 'x'), app.emit('custom', 'y'), heard, app.listenerCount('custom')];
    }),
  },
  'app.param': {
    'runs once for each value': {
      app: (express) => {
        const app = express();
        app.param('id', (req, res, next, id, name) => {
          res.append('X-Param', `${name}=${id}`);
          if (id === 'bad') next(new Error('bad id'));
          else {
            (req as Request & { user?: string }).user = `user ${id}`;
            next();
          }
        });
        return app
          .use('/u/:id', traces('mounted'))
          .get('/u/:id', traces('first'))
          .get('/u/:id', (req, res) => {
            res.end((req as Request & { user?: string }).user);
          })
          .use(catches);
      },
      asks: [get('/u/7'), get('/u/bad'), get('/other')],
    },
    'takes a list, and changes what handlers see': {
      app: (express) => {
        const app = express();
        app.param(['a', 'b'], (req, _res, next, value, name) => {
          req.params[name] = `<${value}>`;
          next();
        });
        app.get('/:a/:b', (req, res) => {
          res.end(text(req.params));
        });
        return app;
      },
      asks: [get('/1/2')],
    },
    'can leave the route': {
      app: (express) => {
        const app = express();
        app.param('a', (_req, _res, next, value) => {
          next(value === 'skip' ? 'route' : undefined);
        });
        return app.get('/:a', traces('route'), ends).use((_req, res) => void res.end('after'));
      },
      asks: [get('/skip'), get('/x')],
    },
    'refuses invalid arguments': refuses(
      (express) => express().param('a', undefined as never),
      (express) => express().param(undefined as never, (() => {}) as never),
      (express) => express().param('a', 'x' as never),
    ),
  },
  'app.path': {
    'joins the mounts': reports((express) => {
      const [outer, inner, innermost] = [express(), express(), express()];
      outer.use('/blog', inner);
      inner.use('/admin', innermost);
      return [outer.path(), inner.path(), innermost.path()];
    }),
  },
  'app.render': {
    'without a view engine throws': {
      app: (express) =>
        express()
          .get('/', (_req, res) => {
            res.render('x');
          })
          .use(catches),
      asks: [get('/')],
    },
  },
  'app.route': {
    'registers methods of one path': {
      app: (express) => {
        const app = express();
        app
          .route('/a')
          .all(traces('all'))
          .get(traces('get'), ends)
          .post((_req, res) => void res.end('posted'));
        return app;
      },
      asks: [get('/a'), head('/a'), post('/a', 'text/plain', ''), ask('PUT', '/a')],
    },
  },
  'app.router': {
    "is the application's router": reports((express) => [
      typeof express().router,
      typeof (express() as unknown as { router: { use: unknown } }).router.use,
    ]),
  },
  'app.set': {
    'returns the application': reports((express) => {
      const app = express();
      return [app.set('a', 1) === app, app.enable('b') === app, app.disable('c') === app];
    }),
    'with one name reads': reports((express) => {
      const app = express().set('a', 1);
      return (app as unknown as { set(name: string): unknown }).set('a');
    }),
    'refuses invalid values': refuses(
      (express) => express().set('etag', 'odd'),
      (express) => express().set('query parser', 'odd'),
      (express) => express().set('trust proxy', 'not an address'),
      (express) => express().set('trust proxy', ['127.0.0.1/99']),
    ),
    'undefined unsets': reports((express) => {
      const app = express().set('a', undefined);
      return [app.get('a'), app.disabled('a')];
    }),
  },
  'app.settings': {
    'are those of the application': reports((express) =>
      Object.keys((express().set('mine', 1) as unknown as { settings: object }).settings).sort(),
    ),
    'of a mounted application inherit': {
      app: (express) => {
        const inner = express().get('/', (req, res) => {
          res.end(text(['title', 'own', 'env', 'etag', 'later'].map((name) => req.app.get(name))));
        });
        inner.set('own', 'inner').set('etag', 'strong');
        const outer = express().set('title', 'outer').set('own', 'outer').use('/in', inner);
        return outer.set('later', 'later');
      },
      asks: [get('/in')],
    },
    'of a mounted application apply inside it': {
      app: (express) => {
        const inner = express();
        inner.set('json spaces', 2).set('trust proxy', true).set('query parser', 'extended').disable('etag');
        inner.get('/', (req, res) => {
          res.json([req.ip, req.query]);
        });
        return express()
          .use('/in', inner)
          .get('/', (req, res) => void res.json([req.ip, req.query]));
      },
      asks: ['/?a[b]=1', '/in?a[b]=1'].map((target) => get(target, { 'X-Forwarded-For': '203.0.113.7' })),
    },
    'are inherited for trust proxy until it sets its own': {
      app: (express) => {
        const [inherits, owns] = [express(), express().set('trust proxy', false)];
        for (const inner of [inherits, owns]) inner.get('/', (req, res) => void res.end(req.ip));
        return express().set('trust proxy', true).use('/inherits', inherits).use('/owns', owns);
      },
      asks: ['/inherits', '/owns'].map((target) => get(target, { 'X-Forwarded-For': '203.0.113.7' })),
    },
  },
  'app.use': {
    'with a prefix': {
      app: (express) =>
        express().use('/a', traces('a')).use('/a/b', traces('ab')).use(traces('every')).use(ends),
      asks: paths,
    },
    'with a list of prefixes': {
      app: (express) => express().use(['/a', '/b'], traces('list')).use(ends),
      asks: paths,
    },
    'with an expression': {
      app: (express) =>
        express()
          .use(/^\/(a|b)/, traces('expression'))
          .use(ends),
      asks: paths,
    },
    'with a list of expressions and prefixes': {
      app: (express) => express().use([/^\/x/, '/c'], traces('mixed')).use(ends),
      asks: paths,
    },
    'with nested lists of functions': {
      app: (express) =>
        express()
          .use([traces('1'), [traces('2')]] as never, traces('3'))
          .use(ends),
      asks: [get('/')],
    },
    'with params': { app: (express) => express().use('/:a', traces('a')).use(ends), asks: paths },
    'with error handlers': {
      app: (express) =>
        express()
          .get('/throw', () => {
            throw new Error('thrown');
          })
          .get('/next', (_req, _res, next) => next('text'))
          .get('/reject', async () => {
            throw Object.assign(new Error('rejected'), { status: 418 });
          })
          .use(traces('skipped'))
          .use(catches),
      asks: [get('/throw'), get('/next'), get('/reject'), get('/none')],
    },
    'refuses values that are not functions': refuses(
      (express) => express().use(),
      (express) => express().use('/a'),
      (express) => express().use('/a', 'x' as never),
      (express) => express().use(undefined as never),
      (express) => express().use([]),
    ),
    'mounts applications that pass on': {
      app: (express) => {
        const inner = express().use('/b', traces('inner'));
        return express().use('/a', inner).use(traces('after')).use(ends);
      },
      asks: paths,
    },
    'mounts one application at several places': {
      app: (express) => {
        const inner = express().get('/b', ends);
        return express().use(['/a', '/c'], inner);
      },
      asks: [get('/a/b'), get('/c/b'), get('/b')],
    },
  },
  Router: {
    'nests and passes on': {
      app: (express) => {
        const inner = express.Router().use(traces('inner')).get('/c', ends);
        const outer = express.Router().use('/b', inner).use(traces('outer'));
        return express()
          .use('/a', outer)
          .use(traces('after'))
          .use((_req, res) => void res.end('passed'));
      },
      asks: [get('/a/b/c'), get('/a/b'), get('/a'), get('/')],
    },
    'is case-sensitive on request': {
      app: (express) => express().use(express.Router({ caseSensitive: true }).get('/Case', ends)),
      asks: [get('/Case'), get('/case')],
    },
    'is strict on request': {
      app: (express) => express().use(express.Router({ strict: true }).get('/a', ends).get('/b/', ends)),
      asks: [get('/a'), get('/a/'), get('/b'), get('/b/')],
    },
    'keeps params apart without mergeParams': {
      app: (express) => {
        const inner = express.Router().get('/:b', (req, res) => void res.end(text(req.params)));
        return express().use('/:a', inner);
      },
      asks: [get('/1/2')],
    },
    'merges numbered params': {
      app: (express) => {
        const inner = express
          .Router({ mergeParams: true })
          .get(/^\/(\d+)-(\d+)$/, (req, res) => void res.end(text(req.params)));
        return express().use(/^\/(\w+)\/(\w+)/, inner);
      },
      asks: [get('/x/y/1-2')],
    },
    'can be created with new': reports((express) => {
      const Router = express.Router as unknown as new (options?: object) => { use: unknown; name: string };
      const router = new Router({ strict: true });
      return [typeof router, typeof router.use, router instanceof Router];
    }),
    chains: reports((express) => {
      const router = express.Router();
      return [
        router.use(ends) === router,
        router.get('/', ends) === router,
        router.param('a', (() => {}) as never) === router,
      ];
    }),
    'runs in a server without an application': {
      app: (express) => {
        const router = express.Router().get('/a', (_req, res) => void res.end('a'));
        return (req: IncomingMessage, res: ServerResponse) => {
          (router as unknown as (req: unknown, res: unknown, next: () => void) => void)(req, res, () => {
            res.statusCode = 404;
            res.end('passed');
          });
        };
      },
      asks: [get('/b')],
    },
  },
  'router.all': {
    'matches every method': {
      app: (express) => express().use('/r', express.Router().all('/a', ends)),
      asks: [get('/r/a'), ask('PURGE', '/r/a')],
    },
  },
  'router.listRoutes': {
    'lists routes and mounted routers': reports((express) => {
      const router = express.Router() as unknown as Listing;
      const inner = express.Router();
      router
        .get('/a', ends)
        .post('/a', ends)
        .all(['/b', '/c'], ends)
        .use(ends)
        .use('/in', inner)
        .use(express());
      router.route('/d').head(ends).get(ends).all(ends);
      router.get(/^\/e/, ends);
      return router
        .listRoutes()
        .map(({ path, methods, router: mounted }) => [String(path), methods, mounted === inner]);
    }),
  },
  'router.param': {
    "is the router's alone": {
      app: (express) => {
        const router = express.Router();
        router.param('id', (_req, res, next, id) => {
          res.append('X-Param', id);
          next();
        });
        router.get('/:id', ends);
        return express().use('/in', router).get('/:id', ends);
      },
      asks: [get('/in/7'), get('/8')],
    },
  },
  'router.route': {
    'registers methods of one path': {
      app: (express) => {
        const router = express.Router();
        router
          .route('/a')
          .get(traces('get'), ends)
          .put((_req, res) => void res.end('put'));
        return express().use('/r', router);
      },
      asks: [get('/r/a'), ask('PUT', '/r/a'), ask('POST', '/r/a')],
    },
  },
  'router.use': {
    'takes every path form': {
      app: (express) =>
        express().use(
          '/r',
          express.Router().use(['/a', /^\/b/], traces('list')).use('/:p', traces('param')).use(ends),
        ),
      asks: ['/r', '/r/a', '/r/b', '/r/c/d'].map((path) => get(path)),
    },
  },
  'router.METHOD': {
    'matches its method': {
      app: (express) => express().use(express.Router().post('/a', ends).get('/a', ends)),
      asks: [get('/a'), ask('POST', '/a'), ask('PUT', '/a')],
    },
  },
  next: {
    "with 'route' leaves the route": {
      app: (express) =>
        express()
          .get('/a', traces('1'), (_req, _res, next) => next('route'), traces('never'))
          .get('/a', ends),
      asks: [get('/a')],
    },
    "with 'router' leaves the router": {
      app: (express) => {
        const router = express.Router();
        router.use((_req, _res, next) => next('router'), traces('never'));
        router.use(traces('never either'));
        return express().use('/a', router).use(traces('after')).use(ends);
      },
      asks: [get('/a'), get('/b')],
    },
    "with 'router' leaves the application": {
      app: (express) =>
        express()
          .use((_req, _res, next) => next('router'))
          .use(ends),
      asks: [get('/')],
    },
    'with an error skips to error handlers': {
      app: (express) =>
        express()
          .use(
            '/a',
            express.Router().use((_req, _res, next) => next(new Error('inside'))),
          )
          .use(traces('skipped'))
          .use(catches),
      asks: [get('/a')],
    },
    'with a falsy value goes on': {
      app: (express) =>
        express()
          .use((req, _res, next) => next((req.url === '/null' ? null : 0) as never))
          .use(ends),
      asks: [get('/null'), get('/zero')],
    },
  },
  METHODS: {
    'are matched by their names': {
      app: (express) => {
        const app = express() as unknown as Record<string, (path: string, handler: unknown) => void>;
        for (const method of METHODS)
          if (method !== 'CONNECT')
            app[method.toLowerCase()]?.('/m', (req: Request, res: Response) => res.end(req.method));
        return app as never;
      },
      asks: METHODS.filter((method) => method !== 'CONNECT' && method !== 'QUERY').map((method) =>
        ask(method, '/m'),
      ),
    },
  },
};

compare(cases);
