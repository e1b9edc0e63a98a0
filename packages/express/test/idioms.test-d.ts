// Typical applications that are typed for Express; all of it also compiles with @types/express.
import { createServer, type Server } from 'node:http';
import express, {
  type Application,
  type CookieOptions,
  type ErrorRequestHandler,
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from '@nextpress/express';
import { expectTypeOf, test } from 'vitest';

const app: Express = express();
const router: Router = express.Router({ mergeParams: true });

interface WithBody<T> extends Request {
  body: T;
}
interface TypedRequest<T> extends Request<object, object, T> {}

class Controller {
  list: RequestHandler = async (req, res, next) => {
    res.json([req.query.page as string]);
    next();
  };
  async show(req: Request, res: Response): Promise<Response> {
    return res.status(200).json({ id: req.params.id });
  }
  async edit(req: Request<{ id: string }>, res: Response<{ id: string }>): Promise<void> {
    res.json({ id: req.params.id });
  }
}
const controller = new Controller();

test('gives the error of a handler that is called by hand the type any', () => {
  const handler: RequestHandler = (_req, _res, next) => next();
  const onError: ErrorRequestHandler = (error, _req, _res, next) => next(error);
  const test = (req: Request, res: Response): void => {
    handler(req, res, (error) => expectTypeOf(error).toBeAny());
    onError(new Error('no'), req, res, (error) => expectTypeOf(error).toBeAny());
    router(req, res, (error) => expectTypeOf(error).toBeAny());
    for (const middleware of [express.json(), express.urlencoded(), express.raw(), express.text()]) {
      middleware(req, res, (error) => expectTypeOf(error).toBeAny());
    }
    express.static('.')(req as never, res as never, (error) => expectTypeOf(error).toBeAny());
    const next: NextFunction = (error) => expectTypeOf(error).toBeAny();
    next('route');
  };
  expectTypeOf(test).toBeFunction();
});

test('accepts methods of a class as handlers', () => {
  app.get('/', controller.list).get('/:id', controller.show).put('/:id', controller.edit.bind(controller));
  router.route('/').get(controller.list).post(controller.show);
});

test('accepts wrapped handlers', () => {
  const typed =
    (handler: RequestHandler): RequestHandler =>
    (req, res, next) => {
      Promise.resolve(handler(req, res, next)).catch(next);
    };
  const plain =
    (handler: (req: Request, res: Response, next: NextFunction) => Promise<unknown>) =>
    (req: Request, res: Response, next: NextFunction): void => {
      handler(req, res, next).catch(next);
    };
  const generic =
    <P, Res, Body, Query>(
      handler: (req: Request<P, Res, Body, Query>, res: Response<Res>) => Promise<void>,
    ): RequestHandler<P, Res, Body, Query> =>
    (req, res, next) => {
      handler(req, res).catch(next);
    };
  app.get('/', typed(controller.list), plain(controller.show));
  app.post(
    '/:id',
    generic<{ id: string }, { ok: boolean }, { name: string }, object>(async (req, res) => {
      res.json({ ok: req.body.name === req.params.id });
    }),
  );
});

test('infers members that requests and responses declare', () => {
  app.post('/a', (req: WithBody<{ a: number }>, res: Response) => res.json(req.body.a));
  app.post('/b', (req: TypedRequest<{ a: number }>, res) => res.send(String(req.body.a)));
  app.post('/c', (_req: Request, res: Response<{ a: number } | { error: string }>) => {
    res.status(400).json({ error: 'none' });
  });
});

test('accepts errors of any type', () => {
  const onError: ErrorRequestHandler = (error, _req, res, next) => {
    if (res.headersSent) return next(error);
    res.status(error.status).end();
  };
  app.use(onError);
  app.use((error: Error, _req: Request, res: Response, _next: NextFunction) => {
    res.status(500).send(error.message);
  });
});

test('accepts lists of handlers', () => {
  const handlers: RequestHandler[] = [controller.list];
  app.get('/', handlers).get('/', ...handlers);
  app.use(handlers).use('/a', ...handlers, controller.list);
  const parsed = [express.json(), controller.list];
  app.post('/', parsed, (req, res) => res.json(req.body));
  for (const method of ['get', 'post'] as const) app[method]('/b', controller.list);
});

test('accepts an application or a router as a parameter', () => {
  const register = (target: Application | Router): void => {
    target.get('/', (_req, res) => res.end());
  };
  register(app);
  register(router);
  createServer(app);
  createServer((req, res) => app(req, res));
  expectTypeOf(app.listen(0, () => {})).toEqualTypeOf<Server>();
});

test('gives members of requests and responses the types of Express', () => {
  const options: CookieOptions = { httpOnly: true, sameSite: 'strict', maxAge: 1_000, secure: true };
  app.get('/', (req, res) => {
    expectTypeOf(req.headers.authorization?.split(' ')[1]).toEqualTypeOf<string | undefined>();
    expectTypeOf(req.cookies.token).toBeAny();
    expectTypeOf(req.route.path).toBeAny();
    expectTypeOf(req.get('set-cookie')).toEqualTypeOf<string[] | undefined>();
    expectTypeOf(req.app.get('env')).toBeAny();
    res.locals.user = 1;
    res.cookie('a', 'b', options).clearCookie('a', options).vary('Origin').append('Set-Cookie', ['c=d']);
    res.sendFile('a', { root: '.' }, (error) => void error);
    res.download('a', 'b', (error) => void error);
    res.render('view', { a: 1 }, (_error, html) => res.send(html));
    res.redirect(301, '/b');
    return res.format({ json: () => res.json({}), default: () => {} });
  });
  router.get(/(.*)fly$/, (req, res) => res.send(req.params[0]));
  router.stack.map((layer) => [layer.name, layer.route?.path]);
  app.engine('x', (_path, _options, done) => done(null, 'x'));
});

test('accepts an application where a router is expected', () => {
  const register = (target: Router): Router => target.get('/registered', controller.list);
  register(app);
  register(router);
  expectTypeOf<Application>().toExtend<Router>();
  expectTypeOf<Express>().toExtend<express.IRouter>();
  expectTypeOf<Express>().toExtend<RequestHandler>();
  expectTypeOf<Router>().toExtend<RequestHandler>();
});
