import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http';
import type { ErrorRequestHandler, NextFunction, Request, Response, Router } from 'express';
import { ask, get, head, post } from './ask.ts';
import { type Case, type Cases, compare, type Express } from './compare.ts';
import { text } from './shows.ts';

/** What an application tells of itself, as its answer. */
const tells = (tell: (express: Express) => unknown): Case => ({
  app: (express) => {
    const told = text(tell(express));
    return express().use((_req, res) => {
      res.end(told);
    });
  },
  asks: [get('/')],
});

/** What building it throws. */
const refuses = (...builds: ((express: Express) => unknown)[]): Case =>
  tells((express) =>
    builds.map((build) => {
      try {
        build(express);
        return 'accepted';
      } catch (error) {
        return error instanceof TypeError ? 'TypeError' : (error as Error).name;
      }
    }),
  );

/** Middleware that says where it was. */
const note =
  (name: string) =>
  (req: Request, res: Response, next: NextFunction): void => {
    res.append('X-Way', `${name} ${req.baseUrl}|${req.url} ${text(req.params)}`);
    next();
  };

/** The end of a way. */
const end = (_req: Request, res: Response): void => {
  res.end('end');
};

/** Tells of an error instead of answering with the page. */
const caught: ErrorRequestHandler = (error, _req, res, _next) => {
  res.status(error.status ?? 500).end(`caught ${error.message ?? error}`);
};

const paths = ['/', '/a', '/a/', '/A', '/a/b', '/a/b/', '/ab', '/b', '/c', '/x/y/z'].map((path) => get(path));

/** Express's types know nothing of it yet. */
type Listing = Router & {
  listRoutes(): { path: string | RegExp; methods?: string[]; router?: unknown }[];
};

const cases: Cases = {
  'app.all': {
    'answers every method': {
      app: (express) => express().all('/a', note('all'), end),
      asks: ['GET', 'HEAD', 'POST', 'PATCH', 'PURGE', 'OPTIONS', 'M-SEARCH'].map((method) =>
        ask(method, '/a'),
      ),
    },
  },
  'app.delete': {
    'is a method like others': {
      app: (express) => express().delete('/a', end),
      asks: [ask('DELETE', '/a'), get('/a')],
    },
  },
  'app.METHOD': {
    'has a function for each method of Node': tells((express) =>
      METHODS.map((method) => typeof (express() as unknown as Record<string, unknown>)[method.toLowerCase()]),
    ),
    'has one for each in routers': tells((express) =>
      METHODS.map(
        (method) => typeof (express.Router() as unknown as Record<string, unknown>)[method.toLowerCase()],
      ),
    ),
    'takes path forms': {
      app: (express) =>
        express()
          .get(['/a', /^\/b/], note('list'), end)
          .get(/^\/x\/(.*)$/, note('expression'), end)
          .get('/:name{/:sub}', note('optional'), end),
      asks: paths,
    },
    'takes lists of handlers': {
      app: (express) => express().get('/a', [note('1'), [note('2'), note('3')]] as never, note('4'), end),
      asks: [get('/a')],
    },
    'answers HEAD by GET': {
      app: (express) => express().get('/a', (_req, res) => void res.send('got')),
      asks: [get('/a'), head('/a')],
    },
    'refuses what is no handler': refuses(
      (express) => express().get('/a'),
      (express) => express().post('/a', 'x' as never),
      (express) => express().put('/a', undefined as never),
      (express) => express().route('/a').get(),
      (express) => express().get('/a/:', end),
    ),
  },
  'app.disable': {
    'switches off': tells((express) => {
      const app = express().disable('x');
      return [app.get('x'), app.disabled('x')];
    }),
  },
  'app.disabled': {
    'of what was never set': tells((express) => [
      express().disabled('x'),
      express().disabled('x-powered-by'),
    ]),
  },
  'app.enable': {
    'switches on': tells((express) => {
      const app = express().enable('x');
      return [app.get('x'), app.enabled('x')];
    }),
  },
  'app.enabled': {
    'of the defaults': tells((express) =>
      ['x', 'etag', 'x-powered-by', 'view cache', 'strict routing', 'trust proxy'].map((name) =>
        express().enabled(name),
      ),
    ),
  },
  'app.engine': {
    'refuses what is no function': refuses((express) => express().engine('html', 'x' as never)),
  },
  'app.get': {
    'with one name reads a setting': tells((express) => {
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
    'tells the callback of an error': {
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
    'are objects without a prototype that hold the settings': tells((express) => {
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
    'is where it is mounted': tells((express) => {
      const [alone, one, several, nested] = [express(), express(), express(), express()];
      express().use('/one', one).use(['/a', '/b'], several);
      one.use('/nested', nested);
      return [alone, one, several, nested].map((app) => app.mountpath);
    }),
  },
  'app.on': {
    'hears of mounts': tells((express) => {
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
    'is an emitter otherwise': tells((express) => {
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
          .use('/u/:id', note('mounted'))
          .get('/u/:id', note('first'))
          .get('/u/:id', (req, res) => {
            res.end((req as Request & { user?: string }).user);
          })
          .use(caught);
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
        return app.get('/:a', note('route'), end).use((_req, res) => void res.end('after'));
      },
      asks: [get('/skip'), get('/x')],
    },
    'refuses what it cannot use': refuses(
      (express) => express().param('a', undefined as never),
      (express) => express().param(undefined as never, (() => {}) as never),
      (express) => express().param('a', 'x' as never),
    ),
  },
  'app.path': {
    'joins the mounts': tells((express) => {
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
          .use(caught),
      asks: [get('/')],
    },
  },
  'app.route': {
    'registers methods of one path': {
      app: (express) => {
        const app = express();
        app
          .route('/a')
          .all(note('all'))
          .get(note('get'), end)
          .post((_req, res) => void res.end('posted'));
        return app;
      },
      asks: [get('/a'), head('/a'), post('/a', 'text/plain', ''), ask('PUT', '/a')],
    },
  },
  'app.router': {
    "is the application's router": tells((express) => [
      typeof express().router,
      typeof (express() as unknown as { router: { use: unknown } }).router.use,
    ]),
  },
  'app.set': {
    'returns the application': tells((express) => {
      const app = express();
      return [app.set('a', 1) === app, app.enable('b') === app, app.disable('c') === app];
    }),
    'with one name reads': tells((express) => {
      const app = express().set('a', 1);
      return (app as unknown as { set(name: string): unknown }).set('a');
    }),
    "refuses values that are none of the setting's": refuses(
      (express) => express().set('etag', 'odd'),
      (express) => express().set('query parser', 'odd'),
      (express) => express().set('trust proxy', 'not an address'),
      (express) => express().set('trust proxy', ['127.0.0.1/99']),
    ),
    'undefined unsets': tells((express) => {
      const app = express().set('a', undefined);
      return [app.get('a'), app.disabled('a')];
    }),
  },
  'app.settings': {
    'are those of the application': tells((express) =>
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
      app: (express) => express().use('/a', note('a')).use('/a/b', note('ab')).use(note('every')).use(end),
      asks: paths,
    },
    'with a list of prefixes': {
      app: (express) => express().use(['/a', '/b'], note('list')).use(end),
      asks: paths,
    },
    'with an expression': {
      app: (express) =>
        express()
          .use(/^\/(a|b)/, note('expression'))
          .use(end),
      asks: paths,
    },
    'with a list of expressions and prefixes': {
      app: (express) => express().use([/^\/x/, '/c'], note('mixed')).use(end),
      asks: paths,
    },
    'with nested lists of functions': {
      app: (express) =>
        express()
          .use([note('1'), [note('2')]] as never, note('3'))
          .use(end),
      asks: [get('/')],
    },
    'with params': { app: (express) => express().use('/:a', note('a')).use(end), asks: paths },
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
          .use(note('skipped'))
          .use(caught),
      asks: [get('/throw'), get('/next'), get('/reject'), get('/none')],
    },
    'refuses what is no function': refuses(
      (express) => express().use(),
      (express) => express().use('/a'),
      (express) => express().use('/a', 'x' as never),
      (express) => express().use(undefined as never),
      (express) => express().use([]),
    ),
    'mounts applications that pass on': {
      app: (express) => {
        const inner = express().use('/b', note('inner'));
        return express().use('/a', inner).use(note('after')).use(end);
      },
      asks: paths,
    },
    'mounts one application at several places': {
      app: (express) => {
        const inner = express().get('/b', end);
        return express().use(['/a', '/c'], inner);
      },
      asks: [get('/a/b'), get('/c/b'), get('/b')],
    },
  },
  Router: {
    'nests and passes on': {
      app: (express) => {
        const inner = express.Router().use(note('inner')).get('/c', end);
        const outer = express.Router().use('/b', inner).use(note('outer'));
        return express()
          .use('/a', outer)
          .use(note('after'))
          .use((_req, res) => void res.end('passed'));
      },
      asks: [get('/a/b/c'), get('/a/b'), get('/a'), get('/')],
    },
    'is case-sensitive on request': {
      app: (express) => express().use(express.Router({ caseSensitive: true }).get('/Case', end)),
      asks: [get('/Case'), get('/case')],
    },
    'is strict on request': {
      app: (express) => express().use(express.Router({ strict: true }).get('/a', end).get('/b/', end)),
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
    'is made with new too': tells((express) => {
      const Router = express.Router as unknown as new (options?: object) => { use: unknown; name: string };
      const router = new Router({ strict: true });
      return [typeof router, typeof router.use, router instanceof Router];
    }),
    chains: tells((express) => {
      const router = express.Router();
      return [
        router.use(end) === router,
        router.get('/', end) === router,
        router.param('a', (() => {}) as never) === router,
      ];
    }),
    'runs by itself in a server': {
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
    'answers every method': {
      app: (express) => express().use('/r', express.Router().all('/a', end)),
      asks: [get('/r/a'), ask('PURGE', '/r/a')],
    },
  },
  'router.listRoutes': {
    'lists routes and mounted routers': tells((express) => {
      const router = express.Router() as unknown as Listing;
      const inner = express.Router();
      router.get('/a', end).post('/a', end).all(['/b', '/c'], end).use(end).use('/in', inner).use(express());
      router.route('/d').head(end).get(end).all(end);
      router.get(/^\/e/, end);
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
        router.get('/:id', end);
        return express().use('/in', router).get('/:id', end);
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
          .get(note('get'), end)
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
          express.Router().use(['/a', /^\/b/], note('list')).use('/:p', note('param')).use(end),
        ),
      asks: ['/r', '/r/a', '/r/b', '/r/c/d'].map((path) => get(path)),
    },
  },
  'router.METHOD': {
    'answers its method': {
      app: (express) => express().use(express.Router().post('/a', end).get('/a', end)),
      asks: [get('/a'), ask('POST', '/a'), ask('PUT', '/a')],
    },
  },
  next: {
    "with 'route' leaves the route": {
      app: (express) =>
        express()
          .get('/a', note('1'), (_req, _res, next) => next('route'), note('never'))
          .get('/a', end),
      asks: [get('/a')],
    },
    "with 'router' leaves the router": {
      app: (express) => {
        const router = express.Router();
        router.use((_req, _res, next) => next('router'), note('never'));
        router.use(note('never either'));
        return express().use('/a', router).use(note('after')).use(end);
      },
      asks: [get('/a'), get('/b')],
    },
    "with 'router' leaves the application": {
      app: (express) =>
        express()
          .use((_req, _res, next) => next('router'))
          .use(end),
      asks: [get('/')],
    },
    'with an error skips to error handlers': {
      app: (express) =>
        express()
          .use(
            '/a',
            express.Router().use((_req, _res, next) => next(new Error('inside'))),
          )
          .use(note('skipped'))
          .use(caught),
      asks: [get('/a')],
    },
    'with a falsy value goes on': {
      app: (express) =>
        express()
          .use((req, _res, next) => next((req.url === '/null' ? null : 0) as never))
          .use(end),
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
