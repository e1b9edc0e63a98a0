// What functions of an application register while a request is on its way: it applies to the same request.
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { describe } from 'vitest';
import { ask, get } from './ask.ts';
import { type Cases, compare, type Express, VERSION_5 } from './compare.ts';
import type { Old } from './express4-shows.ts';
import { catches, ends, traces } from './shows.ts';
import { VERSION_4 } from './version-4.ts';

type Change = (app: Old, req: Request & Old, express: Old) => unknown;

/** Middleware that makes a change and continues, at once or later. */
const making = (change: () => unknown, isLate: boolean): RequestHandler =>
  function maker(_req, _res, next) {
    if (!isLate) {
      change();
      next();
      return;
    }
    setImmediate(() => {
      change();
      next();
    });
  };

/** Layers of Express 4, which prepare the response. */
const OWN_LAYERS = ['query', 'expressInit'];

/** Requests for applications that make a change once, by the first request. */
const asks = [
  ...['/items/1', '/items/1', '/items/2/x', '/api/users/7', '/api/users/7/posts/8', '/none'].map((path) =>
    get(path),
  ),
  ask('HEAD', '/items/1'),
  ask('POST', '/items/1'),
  ask('OPTIONS', '/items/1'),
];

/** A param callback that shows its call. */
const param =
  (name: string, then: (next: NextFunction, res: Response) => unknown = (next) => next()) =>
  (req: Request, res: Response, next: NextFunction, value: string, key: string): void => {
    res.append('X-Way', `${name} ${key}=${value} ${req.baseUrl}|${req.url}`);
    then(next, res);
  };

const refuse = param('authorize', (_next, res) => res.status(403).end('refused'));

/** An application whose first middleware makes a change, with routes, a router in a router and an error handler behind it. */
const changed =
  (change: Change, isLate: boolean) =>
  (express: Express): Old => {
    const app = (express as Old)().set('env', 'production');
    let isChanged = false;
    app.use((req: Request, res: Response, next: NextFunction) => {
      const once = (): void => {
        if (!isChanged) change(app, req, express);
        isChanged = true;
      };
      making(once, isLate)(req, res, next);
    });
    app.use(traces('after'));
    app.get('/items/:id', traces('first'), traces('second'));
    app.post('/items/:id', traces('post'));
    app.use('/items/:id/x', traces('mount'));
    const posts = (express as Old).Router({ mergeParams: true });
    posts.get('/posts/:post', traces('post of user'));
    const users = (express as Old).Router();
    users.use('/users/:user', posts);
    users.get('/users/:user', traces('user'));
    app.use('/api', users);
    return Object.assign(app, { users, posts });
  };

const both = (change: Change): Cases[string] => ({
  'at once': { app: changed(change, false), asks },
  later: { app: changed(change, true), asks },
});

/** The same by a function behind the first middleware. */
const by = (register: (app: Old, express: Old) => unknown): Cases[string] => ({
  'at once': {
    app: (express) => {
      const app = (express as Old)().set('env', 'production');
      register(app, express);
      app.use(catches);
      return app;
    },
    asks,
  },
});

const cases: Cases = {
  'app.param': both((app) => app.param('id', refuse)),
  'app.param with names': both((app) => app.param(['id', 'user'], param('a')).param('id', param('b'))),
  'app.param that passes': both((app) => app.param('id', param('a'))),
  'app.param that fails': both((app) =>
    app
      .param(
        'id',
        param('a', (next) => next(new Error('no'))),
      )
      .use(catches),
  ),
  'app.param that leaves the route': both((app) =>
    app
      .param(
        'id',
        param('a', (next) => next('route')),
      )
      .use(ends),
  ),
  'router.param of a nested router': both((app) => {
    app.users.param('user', param('user'));
    app.posts.param('post', refuse);
  }),
  'app.param for a router': both((app) => app.param('user', param('never')).param('post', param('never'))),
  'a replaced list of params': both((app) => {
    const router = app._router ?? app.router;
    router.params = { id: [param('a'), param('b')] };
  }),
  'app.use': both((app) => app.use(traces('added')).use('/items', traces('prefixed')).use(ends)),
  'app.use of a router': both((app, _req, express) => app.use(express.Router().get('/none', ends))),
  'app.get': both((app) => app.get('/none', ends).get('/items/:id', traces('added'), ends).all(/./, ends)),
  'an error handler': both((app) => {
    app.use((_req: Request, _res: Response, next: NextFunction) => next(new Error('no')));
    app.use(catches);
  }),
  'a route of a router behind': both((app) => {
    app.users.get('/users/:user', ends);
    app.posts.use(ends);
  }),
  'a handler of a route behind': both((app) => {
    const { route } = (app._router ?? app.router).stack.find((layer: Old) => layer.route !== undefined);
    route.get(traces('third'), ends);
  }),
  'the function of a layer behind': both((app) => {
    for (const layer of (app._router ?? app.router).stack) {
      const { handle } = layer;
      if (layer.route !== undefined || handle.length > 3 || OWN_LAYERS.includes(layer.name)) continue;
      layer.handle = (req: Request, res: Response, next: NextFunction) =>
        traces('wrapped')(req, res, () => handle(req, res, next));
    }
  }),
  'a layer that is twice in the list': by((app) => {
    let count = 0;
    app.use((_req: Request, _res: Response, next: NextFunction) => {
      count++;
      // Otherwise the requests would have no end.
      if (count < 100) app.param(`p${count}`, param('never'));
      next();
    });
    const { stack } = app._router ?? app.router;
    stack.push(stack.at(-1));
    app.use((_req: Request, res: Response) => res.end(`called ${count} times`));
  }),
  settings: {
    'at once': {
      app: (express) => {
        const app = express().set('env', 'production');
        let count = 0;
        app.use((_req, _res, next) => {
          count++;
          app
            .set('json spaces', count)
            .set('etag', count === 2)
            .set('trust proxy', count === 3);
          app
            .set('subdomain offset', count)
            .set('json escape', count === 4)
            .set('query parser', 'simple');
          app.locals.count = count;
          next();
        });
        app.get('/items/:id', (req, res) => {
          const { ip, hostname, protocol, subdomains, query } = req;
          res.json({ ip, hostname, protocol, subdomains, query, locals: app.locals.count, text: '<' });
        });
        return app;
      },
      asks: Array.from({ length: 5 }, () =>
        get('/items/1?a=1&a=2', { 'X-Forwarded-For': '1.2.3.4', Host: 'a.b.c.d.example' }),
      ),
    },
  },
  'a callback of the same param': by((app) => {
    let isAdded = false;
    app.param('id', (req: Request, res: Response, next: NextFunction, value: string, key: string) => {
      if (!isAdded) app.param('id', param('added')).param('id', param('last'));
      isAdded = true;
      param('first')(req, res, next, value, key);
    });
    app.get('/items/:id', traces('first')).get('/items/:id', ends);
  }),
  'a callback of a later param': by((app) => {
    app.param('id', (req: Request, res: Response, next: NextFunction, value: string, key: string) => {
      app.param('x', refuse);
      param('first')(req, res, next, value, key);
    });
    app.get('/items/:id/:x', ends).use(ends);
  }),
  'a layer that is added by an error handler': by((app) => {
    app.use((_req: Request, _res: Response, next: NextFunction) => next(new Error('no')));
    app.use((_error: Error, _req: Request, _res: Response, next: NextFunction) => {
      app.get('/items/:id', traces('added')).use(ends);
      next();
    });
  }),
  'a layer that is added by a mounted router': by((app, express) => {
    const router = express.Router();
    router.use((_req: Request, _res: Response, next: NextFunction) => {
      router.get('/:id', traces('inside'));
      app.param('id', param('outside')).get('/items/:id', traces('outside'), ends);
      next();
    });
    app.use('/items', router);
  }),
};

describe('Express 5: registered in flight', () => compare(cases, VERSION_5));
describe('Express 4: registered in flight', () => compare(cases, VERSION_4));
