import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import type { NextFunction, Request, RequestHandler, Response, Router } from 'express';
import { ask, get } from './ask.ts';
import { type Case, type Cases, compare, type Express } from './compare.ts';
import { catches, ends, reports, text, traces } from './shows.ts';

/** A layer, which has no type in Express. */
interface Layer {
  handle: RequestHandler & { stack?: Layer[] };
  name: string;
  rawPath: unknown;
  slash: boolean;
  matchers: ((path: string) => unknown)[];
  match(path: string | null): { params: object; path: string; keys: string[]; pattern: unknown } | false;
  handleRequest(req: unknown, res: unknown, next: NextFunction): void;
  handleError(error: unknown, req: unknown, res: unknown, next: NextFunction): void;
  route?: { path: unknown; stack: Layer[]; methods: object };
  method?: string;
}

type WithStack = Omit<Router, 'stack'> & { stack: Layer[] };

const stackOf = (app: { router: unknown }): Layer[] => (app.router as WithStack).stack;

const fails: RequestHandler = () => {
  throw new Error('failed');
};

/** An application with one layer of each kind. */
function sample(express: Express) {
  const app = express();
  const router = express.Router();
  router.get('/inner/:id', ends);
  app.use(traces('first'));
  app.use('/api', traces('api'), router);
  app.use(['/a', '/b/'], function list(_req, _res, next) {
    next();
  });
  app.use(/^\/(x+)/, () => {});
  app.use('/mounted', express());
  app.get('/users/:id', traces('one'), ends).post('/users/:id', ends);
  app.route('/both').get(ends).put(ends).all(ends);
  app.all(['/l', '/m'], ends);
  app.get(/^\/r(.)/, ends);
  app.use(catches);
  return app;
}

function describeLayer(layer: Layer): unknown {
  return {
    keys: Object.keys(layer),
    name: layer.name,
    rawPath: inspect(layer.rawPath),
    slash: layer.slash,
    matchers: layer.matchers.length,
    method: layer.method ?? null,
    parameters: layer.handle.length,
    inner: layer.handle.stack?.map(describeLayer),
    route: layer.route && {
      path: inspect(layer.route.path),
      methods: layer.route.methods,
      stack: layer.route.stack.map(describeLayer),
    },
  };
}

const matched = (express: Express, ...paths: (string | null)[]): unknown =>
  stackOf(sample(express)).map((layer) =>
    paths.map((path) => {
      const match = layer.match(path);
      return match && { ...match, pattern: inspect(match.pattern) };
    }),
  );

/** An application that is changed after its first request, when it has been compiled. */
const changed = (
  build: (express: Express) => ReturnType<Express>,
  change: (app: ReturnType<Express>) => void,
): Case => ({
  app: (express) => {
    const app = build(express);
    const listener = (req: IncomingMessage, res: ServerResponse) => {
      if (req.url !== '/change') return app(req as Request, res as Response);
      change(app);
      res.end('changed');
    };
    return listener;
  },
  asks: ['/a', '/b', '/c', '/change', '/a', '/b', '/c'].map((path) => get(path)),
});

const three = (express: Express) =>
  express()
    .use(traces('use'))
    .get('/a', traces('a'), ends)
    .get('/b', traces('b'), ends)
    .use('/c', traces('c'), ends);

/** Wraps a method, as instrumentation does. */
function wrap(target: object, name: string, wrapper: (original: RequestHandler) => RequestHandler): void {
  const original = (target as Record<string, RequestHandler>)[name] as RequestHandler;
  Object.defineProperty(target, name, { value: wrapper(original), writable: true, configurable: true });
}

const counting =
  (name: string) =>
  (original: RequestHandler): RequestHandler =>
    function counted(this: unknown, req, res, next) {
      // Before the application starts, `res` is Node's.
      if (!res.headersSent) res.setHeader(`X-${name}`, `${req.url} ${text({ ...req.params })}`);
      return original.call(this as never, req, res, next);
    };

const cases: Cases = {
  'router.stack': {
    'shows every layer': reports((express) => stackOf(sample(express)).map(describeLayer)),
    'has layers that match paths': reports((express) =>
      matched(
        express,
        '/',
        '/api',
        '/api/x',
        '/a',
        '/b/c',
        '/xx/y',
        '/users/7',
        '/users/7/',
        '/m',
        '/r1',
        null,
      ),
    ),
    'is an array, the same each time': reports((express) => {
      const app = sample(express);
      const stack = stackOf(app);
      return [
        Array.isArray(stack),
        stack === stackOf(app),
        stack[0] === stackOf(app)[0],
        stack.indexOf(stack[2] as Layer),
      ];
    }),
    'names the middleware of Express': reports((express) => {
      const { json, raw, text: plain, urlencoded } = express;
      const app = express().use(json(), raw(), plain(), urlencoded(), express.static('.'));
      return stackOf(app).map(({ name }) => name);
    }),
    'is among the properties of a router': reports((express) => {
      const names: string[] = [];
      for (const name in express.Router()) names.push(name);
      return ['stack', 'use', 'get', 'route', 'param', 'handle', 'listRoutes'].map((name) =>
        names.includes(name),
      );
    }),
    'has layers that run by themselves': reports((express) => {
      const app = express().use(ends).use(fails).use(catches);
      const seen: unknown[] = [];
      const res = { end: (said: string) => seen.push(said), status: () => res };
      const next = (error?: unknown) => {
        seen.push(['next', error instanceof Error ? error.message : error]);
      };
      for (const layer of stackOf(app)) {
        layer.handleRequest({}, res, next);
        layer.handleError(new Error('given'), {}, res, next);
      }
      return seen;
    }),
    'loses a layer by splice': changed(three, (app) => {
      stackOf(app).splice(
        stackOf(app).findIndex(({ route }) => route?.path === '/a'),
        1,
      );
    }),
    'is replaced by a filtered one': changed(three, (app) => {
      (app.router as unknown as WithStack).stack = stackOf(app).filter(({ route }) => route?.path !== '/b');
    }),
    'is changed after it has been replaced': changed(three, (app) => {
      const router = app.router as unknown as WithStack;
      router.stack = [...router.stack];
      router.stack.pop();
    }),
    'is reordered': changed(three, (app) => {
      const stack = stackOf(app);
      stack.unshift(stack.pop() as Layer);
      stack.reverse();
    }),
    'is emptied': changed(three, (app) => {
      stackOf(app).length = 0;
    }),
    'takes a layer of another place': changed(three, (app) => {
      const stack = stackOf(app);
      app.get('/c', traces('late'), ends);
      stack.splice(1, 0, ...stack.splice(-1));
    }),
    'of a mounted router can be changed': changed(
      (express) => express().use('/a', express.Router().use(traces('gone'), traces('stays')), ends),
      (app) => {
        stackOf(app)[0]?.handle.stack?.shift();
      },
    ),
  },
  'layer.handle': {
    'of middleware is replaced': changed(three, (app) => {
      const [use] = stackOf(app);
      if (use !== undefined) use.handle = traces('replaced');
    }),
    'of middleware is wrapped': changed(three, (app) => {
      for (const layer of stackOf(app)) wrap(layer, 'handle', counting(layer.name));
    }),
    'of a route with params is wrapped': {
      app: (express) => {
        const app = express()
          .get('/:id/:name', traces('a'), ends)
          .get(/^\/r(\d)/, traces('r'), ends);
        for (const layer of stackOf(app)) wrap(layer, 'handle', counting(layer.name));
        return app;
      },
      asks: [get('/1/two'), get('/r1'), ask('POST', '/1/two'), ask('HEAD', '/1/two')],
    },
    'of a wrapped route passes on, and fails': {
      app: (express) => {
        const app = express()
          .get('/a', traces('one'), (_req, _res, next) => next('route'), ends)
          .get('/a', traces('two'), (_req, _res, next) => next('router'), ends)
          .get('/a', ends)
          .get('/b', fails)
          .get('/b', ends)
          .use(catches);
        for (const layer of stackOf(app)) if (layer.route) wrap(layer, 'handle', counting(layer.name));
        return express().use(app).use(traces('around'));
      },
      asks: [get('/a'), get('/b')],
    },
    'of a route is replaced by one that does not run it': changed(three, (app) => {
      for (const layer of stackOf(app)) if (layer.route) layer.handle = ends;
    }),
    'of a handler in a route is wrapped': changed(three, (app) => {
      for (const { route } of stackOf(app)) {
        for (const layer of route?.stack ?? []) wrap(layer, 'handle', counting('inside'));
      }
    }),
    'of an error handler is replaced': changed(
      (express) => express().use(fails).use(catches),
      (app) => {
        const layer = stackOf(app)[1] as Layer;
        layer.handle = ((error: Error, _req: Request, res: Response, _next: NextFunction) => {
          res.end(`replaced ${error.message}`);
        }) as never;
      },
    ),
    'becomes one for errors': changed(
      (express) => express().use(fails).use(ends),
      (app) => {
        (stackOf(app)[1] as Layer).handle = catches as never;
      },
    ),
  },
  'route.stack': {
    'loses a handler': changed(three, (app) => {
      for (const { route } of stackOf(app)) route?.stack.shift();
    }),
    'is replaced': changed(three, (app) => {
      for (const { route } of stackOf(app)) if (route) route.stack = route.stack.slice(1);
    }),
  },
  'what registers': {
    'goes through the prototype of routers': {
      app: (express) => {
        const prototype = express.Router.prototype as unknown as Record<
          string,
          (...args: unknown[]) => unknown
        >;
        const { use, route } = prototype;
        const seen: unknown[] = [];
        for (const [name, original] of Object.entries({ use, route })) {
          prototype[name] = function wrapped(this: WithStack, ...args) {
            const result = original?.apply(this, args);
            const layer = this.stack[this.stack.length - 1] as Layer;
            seen.push([name, args.map((arg) => (typeof arg === 'function' ? arg.name : arg)), layer.name]);
            return result;
          };
        }
        try {
          const router = express.Router();
          router.get('/a', ends).use(traces('x')).route('/b').get(ends);
          const app = express();
          app.get('/a', ends).use(traces('x')).use('/p', router, ends).route('/b').get(ends);
          app.all('/c', ends);
          app.use(express());
        } finally {
          Object.assign(prototype, { use, route });
        }
        return express().use((_req, res) => {
          res.end(text(seen));
        });
      },
      asks: [get('/')],
    },
    'goes through the prototype of routes': {
      app: (express) => {
        const prototype = (express as unknown as { Route: { prototype: Record<string, unknown> } }).Route
          .prototype;
        const original = prototype.get as (...args: unknown[]) => unknown;
        prototype.get = function wrapped(this: unknown, ...handlers: unknown[]) {
          return original.call(this, traces('wrapped'), ...handlers);
        };
        try {
          const app = express().get('/a', ends);
          app.route('/b').get(ends);
          return app.use(express.Router().get('/c', ends));
        } finally {
          prototype.get = original;
        }
      },
      asks: [get('/a'), get('/b'), get('/c')],
    },
  },
  handle: {
    'of an application is replaced': {
      app: (express) => {
        const outer = express();
        const inner = express().get('/a', ends);
        outer.use('/in', inner);
        wrap(outer, 'handle', counting('outer'));
        wrap(inner, 'handle', counting('inner'));
        return outer;
      },
      asks: [get('/in/a')],
    },
    'of a router is replaced': {
      app: (express) => {
        const router = express.Router().get('/a', ends);
        wrap(router, 'handle', counting('handle'));
        return express().use('/in', router);
      },
      asks: [get('/in/a')],
    },
  },
  'Router.Route': {
    'is the class of routes': reports((express) => {
      const { Route } = express as unknown as { Route: new () => object };
      const { Route: ofRouter } = express.Router as unknown as { Route: unknown };
      return [ofRouter === Route, express.Router().route('/a') instanceof Route];
    }),
  },
};

compare(cases);
