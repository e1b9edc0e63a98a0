import type { RequestListener } from 'node:http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { ask, get, head } from './ask.ts';
import { type Cases, compare, type Express } from './compare.ts';

const hangs: RequestHandler = () => {};
const passes: RequestHandler = (_req, _res, next) => next();
const fails: RequestHandler = (_req, _res, next) => next(new Error('first'));
const tells: ErrorRequestHandler = (error, req, res, _next) => {
  res.status(500).json([error.message, req.url, req.baseUrl, req.originalUrl, { ...req.params }]);
};
const says =
  (text: string): RequestHandler =>
  (_req, res) =>
    void res.end(text);

/** Stores `next`, as queues do, and calls it in an error handler. */
function storing(): { stores: RequestHandler; repeats: ErrorRequestHandler } {
  let stored: ((error?: unknown) => void) | undefined;
  return {
    stores: (_req, _res, next) => {
      stored = next;
      next();
    },
    repeats: (error, _req, _res, _next) => stored?.(new Error(`${error.message}, again`)),
  };
}

const cases: Cases = {
  'a stored next': {
    'is called by an error handler with another error': {
      app: (express) => {
        const { stores, repeats } = storing();
        return express().use(stores, fails, repeats, tells);
      },
      asks: [get('/a')],
    },
    'is called after the target was rewritten': {
      app: (express) => {
        const { stores, repeats } = storing();
        const rewrites: RequestHandler = (req, _res, next) => {
          req.url = '/b';
          next();
        };
        return express().use(stores, rewrites).get('/b', fails).use(repeats).use('/b', tells);
      },
      asks: [get('/a')],
    },
    'is called twice with errors': {
      app: (express) =>
        express().use(
          ((_req, _res, next) => {
            next();
            next(new Error('one'));
            next(new Error('two'));
          }) as RequestHandler,
          hangs,
          ((_error, _req, _res, _next) => {}) as ErrorRequestHandler,
          tells,
        ),
      asks: [get('/a')],
    },
    'is called by an error handler that has passed one error on': {
      app: (express) =>
        express().use(
          fails,
          ((_error, _req, _res, next) => {
            next(new Error('second'));
            setImmediate(() => next(new Error('third')));
          }) as ErrorRequestHandler,
          ((_error, _req, _res, _next) => {}) as ErrorRequestHandler,
          tells,
        ),
      asks: [get('/a')],
    },
    'is called in a route that has its own error handlers': {
      app: (express) => {
        const handles: ErrorRequestHandler = (error, _req, _res, next) =>
          next(new Error(`${error.message}, in the route`));
        const late: RequestHandler = (_req, _res, next) => {
          next();
          setImmediate(() => next(new Error('late')));
        };
        return express().get('/:p', late, hangs, handles).use(tells);
      },
      asks: [get('/a')],
    },
    'is called with an error after a route that was left': {
      app: (express) => {
        const late: RequestHandler = (_req, _res, next) => {
          next('route');
          setImmediate(() => next(new Error('late')));
        };
        return express().get('/a', late, hangs).get('/a', hangs).use(tells);
      },
      asks: [get('/a')],
    },
  },
  'req.next': {
    'leaves a route': {
      app: (express) =>
        express()
          .get('/a', ((req) => req.next?.()) as RequestHandler, says('not this'))
          .get('/a', says('this')),
      asks: [get('/a')],
    },
    'skips the error handlers of a route': {
      app: (express) =>
        express()
          .get(
            '/a',
            ((req) => req.next?.(new Error('x'))) as RequestHandler,
            ((_e, _req, res, _next) => void res.end('no')) as ErrorRequestHandler,
          )
          .use(tells),
      asks: [get('/a')],
    },
    'is that of the router around again': {
      app: (express) =>
        express()
          .use(express.Router().use(passes))
          .use((req, res, next) => void res.end(String(req.next === next || typeof req.next)))
          .use(tells),
      asks: [get('/a')],
    },
  },
  'a layer that goes on after next()': {
    'responds where the last layer of the application has passed the request on': {
      app: (express) =>
        express().use((_req, res, next) => {
          next();
          res.end('late');
        }),
      asks: [get('/a')],
    },
    'sets a header where the last layer of a router has passed the request on': {
      app: (express) =>
        express()
          .use(
            express.Router().use((_req, res, next) => {
              next();
              res.set('X-Late', '1');
            }),
          )
          .use(says('after')),
      asks: [get('/a')],
    },
    'responds where nothing else does, before an error handler': {
      app: (express) =>
        express()
          .get('/a', (_req, res, next) => {
            next();
            res.end('late');
          })
          .use(tells),
      asks: [get('/a')],
    },
  },
  'a thrown value': Object.fromEntries(
    [0, '', false, null, 'text', 7, {}].map((value) => [
      `that is rejected: ${JSON.stringify(value)}`,
      {
        app: (express: Express) =>
          express()
            .get('/a', async () => {
              throw value;
            })
            .get('/a', says('next route'))
            .use(
              ((error, _req, res, _next) =>
                void res.end(`${typeof error} ${String((error as Error).message)}`)) as ErrorRequestHandler,
            ),
        asks: [get('/a')],
      },
    ]),
  ),
  'a function of five parameters': {
    'never runs': {
      app: (express) => {
        const five = (
          _a: unknown,
          _b: unknown,
          _c: unknown,
          res: { end(text: string): void },
          _e: unknown,
        ): void => res.end('five');
        const layer = five as unknown as RequestHandler;
        return express().use(layer).get('/a', layer, says('a')).get('/b', fails, layer).use(layer, tells);
      },
      asks: [get('/a'), get('/b')],
    },
  },
  'a method': {
    'is compared in any case': {
      app: (express) =>
        express()
          .use((req, _res, next) => {
            req.method = 'post';
            next();
          })
          .post('/a', says('posted'))
          .post(/^\/r/, says('posted'))
          .all('/b', (req, res) => void res.end(req.method)),
      asks: [get('/a'), get('/r'), get('/b'), get('/c')],
    },
  },
  'req.params': {
    'assigned by middleware is its own': {
      app: (express) =>
        express()
          .use((req, _res, next) => {
            req.params = { own: 'yes' };
            next();
          })
          .use((req, res, next) => {
            res.set('X-Params', JSON.stringify(req.params));
            next();
          })
          .use('/:p', (req, res, next) => {
            res.append('X-Params', JSON.stringify(req.params));
            next();
          })
          .use((req, res) => void res.json(req.params)),
      asks: [get('/a')],
    },
  },
  'a rewritten req.url': {
    'is empty, a query, or no path': {
      app: (express) =>
        express()
          .use((req, _res, next) => {
            req.url = decodeURIComponent(req.url.slice(1));
            next();
          })
          .use('/a', says('a'))
          .use((req, res) => void res.end(`else ${req.url}`)),
      asks: [get('/'), get('/%3Fa=b'), get('/*'), get('/a'), get('/%2Fa'), get('/%2Fb')],
    },
    'is not ASCII': {
      app: (express) =>
        express()
          .use((req, _res, next) => {
            req.url = decodeURI(req.url);
            next();
          })
          .get('/caf\u00e9', says('coffee'))
          .get('/\u6771\u4eac/:place', (req, res) => void res.json([req.params, [...req.url].length]))
          .get('/:any', (req, res) => void res.json(req.params)),
      asks: [
        get('/caf%C3%A9'),
        get('/%E6%9D%B1%E4%BA%AC/%E6%B8%8B%E8%B0%B7'),
        get('/%C3%B1?a=%C3%A9'),
        get('/a%20b'),
      ],
    },
  },
  OPTIONS: {
    'of a path with a handler for it that passes on': {
      app: (express) =>
        express().options('/a', passes).get('/a', says('a')).post('/a', says('a')).all('/b', passes),
      asks: [ask('OPTIONS', '/a'), ask('OPTIONS', '/b'), ask('OPTIONS', '/c')],
    },
  },
  HEAD: {
    'calls back for the params of a route that has no handler for it': {
      app: (express) =>
        express()
          .param('p', (_req, res, next, value) => {
            res.append('X-Called', value);
            next();
          })
          .post('/:p', says('posted'))
          .get('/:q', says('got')),
      asks: [head('/a'), get('/b')],
    },
    'is refused by them': {
      app: (express) =>
        express()
          .param('p', (_req, res) => void res.status(403).end())
          .post('/:p', says('posted')),
      asks: [head('/a'), get('/b'), ask('OPTIONS', '/a')],
    },
  },
  'an application that a router mounts': {
    'keeps the request': {
      app: (express) => {
        const inner = express().set('name', 'inner');
        const outer = express().set('name', 'outer');
        outer.use(express.Router().use(inner));
        return outer.use((req, res) => void res.end(req.app.get('name')));
      },
      asks: [get('/a')],
    },
    'gives it back to an application': {
      app: (express) => {
        const inner = express().set('name', 'inner');
        const outer = express().set('name', 'outer').use(inner);
        return outer.use((req, res) => void res.end(req.app.get('name')));
      },
      asks: [get('/a')],
    },
  },
  'a router in itself': {
    'is reached until the path ends': {
      app: (express) => {
        const router = express.Router();
        router.get('/', (req, res) => void res.end(req.baseUrl));
        router.use('/a', router);
        return express().use(router);
      },
      asks: [get('/'), get('/a/a'), get('/a/b')],
    },
  },
  'the end of a router': {
    'comes at once unless the last layer matched': {
      app: (express) => {
        const ends = (fill: (router: ReturnType<Express['Router']>) => unknown): RequestHandler[] => {
          const router = express.Router();
          fill(router);
          return [
            (_req, res, next) => {
              let isLater = false;
              setImmediate(() => {
                isLater = true;
              });
              res.locals.tell = () => res.append('X-End', isLater ? 'later' : 'at once');
              next();
            },
            router,
            (_req, res, next) => {
              res.locals.tell();
              next();
            },
          ];
        };
        return express()
          .use(
            ends((router) => router.get(/^\/b/, passes)),
            ends((router) => router.get(/^\/a/, passes)),
            ends((router) => router.post(/^\/a/, passes)),
            ends((router) => router.get('/b', passes)),
            ends((router) => router.use(/^\/b/, passes)),
            ends((router) => router.use('/b', passes)),
            ends((router) => router.use('/a', passes)),
            ends((router) => router.use(passes)),
          )
          .use(says('end'));
      },
      asks: [get('/a'), get('/b'), ask('POST', '/a')],
    },
  },
  'a router without an application': {
    'responds to OPTIONS': {
      app: (express) => {
        const router = express.Router().get('/a', says('a')).post('/a', says('a'));
        const listener: RequestListener = (req, res) =>
          router(req as never, res as never, () => void res.writeHead(404).end('none'));
        return listener;
      },
      asks: [ask('OPTIONS', '/a'), ask('OPTIONS', '/b'), get('/a'), ask('PUT', '/a')],
    },
  },
};

compare(cases);
