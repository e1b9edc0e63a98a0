import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CorsOptions, CorsRequest } from 'cors';
import type express from 'express';
import helmet from 'helmet';
import type morgan from 'morgan';
import type { Multer } from 'multer';
import { expectTypeOf, test } from 'vitest';
import {
  type Application,
  createServer,
  type ErrorRequestHandler,
  type NextFunction,
  type ParamsDictionary,
  type ParsedQuery,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from '../src/index.ts';

const app = createServer();
const router = Router({ mergeParams: true });

interface User {
  readonly id: string;
  readonly name: string;
}

test("a handler with Express's types compiles unchanged", () => {
  const show: RequestHandler<
    { id: string },
    User | { error: string },
    { name: string },
    { full?: string }
  > = (req, res, next) => {
    expectTypeOf(req.params.id).toEqualTypeOf<string>();
    expectTypeOf(req.body.name).toEqualTypeOf<string>();
    expectTypeOf(req.query.full).toEqualTypeOf<string | undefined>();
    if (req.query.full === undefined) return next();
    // @ts-expect-error not a user
    res.json({ other: true });
    return res.status(200).json({ id: req.params.id, name: req.body.name });
  };
  app.get('/users/:id', show);
  router.put('/users/:id', show);
  app.route('/users/:id').patch(show);
  app.post('/users', (req: Request, res: Response, next: NextFunction) => {
    res.locals.user = req.body.user;
    next();
  });
  const list = async (
    req: Request<object, User[], never, { page: string }>,
    res: Response<User[]>,
  ): Promise<void> => {
    expectTypeOf(req.query.page).toEqualTypeOf<string>();
    res.json([]);
  };
  app.get('/users', list);
});

test("omitted type arguments have the defaults of Express's types", () => {
  const plain: RequestHandler = (req, res) => {
    expectTypeOf(req.params).toEqualTypeOf<ParamsDictionary>();
    expectTypeOf(req.body).toBeAny();
    expectTypeOf(req.query).toEqualTypeOf<ParsedQuery>();
    expectTypeOf(res.locals.whatever).toBeAny();
    expectTypeOf(req.app).toEqualTypeOf<Application>();
  };
  app.all(['/a', /b/], plain);
});

test('locals are the last type parameter of requests and responses', () => {
  const greet: RequestHandler<object, string, never, ParsedQuery, { user: User }> = (_req, res) => {
    expectTypeOf(res.locals.user).toEqualTypeOf<User>();
    res.send(res.locals.user.name);
  };
  app.get('/greet', greet);
  app.use(greet);
  const onError: ErrorRequestHandler<object, string> = (error, _req, res, _next) => {
    expectTypeOf(error).toBeAny();
    res.send('no');
  };
  app.use(onError);
});

test('middleware of @types/express and of other packages registers, alone and before other handlers', () => {
  const theirs = {} as express.RequestHandler<{ id: string }>;
  const theirErrors = {} as express.ErrorRequestHandler;
  const cors = {} as (
    options?: CorsOptions,
  ) => (req: CorsRequest, res: ServerResponse, next: (error?: unknown) => void) => void;
  const upload = {} as Multer;
  const log = {} as ReturnType<typeof morgan>;
  app.use(theirs).use(theirErrors).use('/a', theirs, [theirErrors]);
  app.use(helmet(), cors(), log, upload.any());
  app.use('/api', helmet(), cors(), log, upload.none());
  router.use(helmet()).use(['/a', /b/], theirs);
  app.get('/:id', theirs, (req, res) => {
    expectTypeOf(req.params.id).toEqualTypeOf<string>();
    res.status(200).json({});
  });
  app.post('/upload/:kind', upload.single('file'), [theirs], (req) => {
    expectTypeOf(req.params.kind).toEqualTypeOf<string>();
  });
  app.route('/other').post(upload.array('files'), (req, res) => void res.json(req.body));
});

test('applications and routers are middleware, here, in Express and on node:http', () => {
  app.use('/sub', router, createServer());
  router.use(Router());
  const mounting = {} as express.Application;
  mounting.use(router);
  mounting.use('/a', createServer());
  expectTypeOf(new Router({ strict: true })).toEqualTypeOf<Router>();
  expectTypeOf(router).toBeCallableWith({} as IncomingMessage, {} as ServerResponse, () => {});
  // @ts-expect-error unknown option
  Router({ caseInsensitive: true });
});

test('a param callback gets the value, and registrations can be chained', () => {
  app
    .param(['id', 'name'], (req, res, next, value, name) => {
      expectTypeOf(req).toEqualTypeOf<Request>();
      expectTypeOf(res).toEqualTypeOf<Response>();
      expectTypeOf(value).toBeAny();
      expectTypeOf(name).toEqualTypeOf<string>();
      next();
    })
    .set('trust proxy', 1)
    .enable('etag')
    .get('/:id', () => {});
  expectTypeOf(app.get('env')).toBeAny();
  app.on('mount', (parent: Application) => parent.path());
  app['m-search']('/', () => {}).propfind('/', () => {});
});
