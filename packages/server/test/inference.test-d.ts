import type { IncomingMessage, ServerResponse } from 'node:http';
import type express from 'express';
import { expectTypeOf, test } from 'vitest';
import {
  type Application,
  createServer,
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from '../src/index.ts';

const app = createServer();
const guard: RequestHandler = (_req, _res, next) => next();
const theirGuard = {} as express.RequestHandler;
const onError: ErrorRequestHandler = (_error, _req, res, _next) => res.sendStatus(500);

test('params come from the pattern, even after other handlers', () => {
  app.get('/:id', guard, (req) => expectTypeOf(req.params.id).toEqualTypeOf<string>());
  app.get('/:id', theirGuard, (req) => expectTypeOf(req.params.id).toEqualTypeOf<string>());
  app.get('/:id', guard, theirGuard, [guard, theirGuard], (req, res) => {
    expectTypeOf(req.params).toEqualTypeOf<{ id: string }>();
    expectTypeOf(res).toEqualTypeOf<Response>();
  });
  app.get('/:id', [guard, (req) => expectTypeOf(req.params.id).toEqualTypeOf<string>()]);
  app.get('/a{/:x}', guard, (req) => expectTypeOf(req.params.x).toEqualTypeOf<string | undefined>());
  app.get('/*path', guard, (req) => expectTypeOf(req.params.path).toEqualTypeOf<string[]>());
  app.route('/:id').get(theirGuard, (req) => expectTypeOf(req.params.id).toEqualTypeOf<string>());
  app.use('/:id', theirGuard, (req) => expectTypeOf(req.params.id).toEqualTypeOf<string>());
  Router().put('/:id', theirGuard, (req) => expectTypeOf(req.params.id).toEqualTypeOf<string>());
});

test('error handlers may be at any position', () => {
  app.get('/:id', onError, (req) => expectTypeOf(req.params.id).toEqualTypeOf<string>());
  app.get('/:id', theirGuard, (error, req, res, next) => {
    expectTypeOf(error).toBeAny();
    expectTypeOf(req.params.id).toEqualTypeOf<string>();
    expectTypeOf(res).toEqualTypeOf<Response>();
    expectTypeOf(next).toEqualTypeOf<NextFunction>();
  });
  app.use(
    (req, _res, next) => next(expectTypeOf(req).toEqualTypeOf<Request>()),
    (error, _req, res, _next) => res.status(error.status ?? 500).end(),
  );
  app.use('/a', (error, _req, res, _next) => void res.status(error.status).end());
});

test('a function with other parameters is not a handler', () => {
  // @ts-expect-error neither a request nor a response
  app.get('/', (_a: number, _b: string) => {});
  // @ts-expect-error
  app.get('/:id', guard, (_a: number, _b: string) => {});
  // @ts-expect-error
  app.use((_a: number, _b: string) => {});
  // @ts-expect-error
  app.use('/a', [(_a: number, _b: string, _c: boolean) => {}]);
  // @ts-expect-error
  app.route('/').post((_a: string, _b: Response) => {});
  // @ts-expect-error
  app.get('/', 'handler');
});

test('a union of application and router can also register', () => {
  const place = {} as Application | Router;
  place.get('/:id', guard, (req) => expectTypeOf(req.params).toEqualTypeOf<{ id: string }>());
  place.use('/a', theirGuard).use(theirGuard);
});

test("type arguments have the order of Express's", () => {
  interface Body {
    name: string;
  }
  app.post<{ id: string }, string[], Body>('/:id', (req, res) => {
    expectTypeOf(req.params.id).toEqualTypeOf<string>();
    expectTypeOf(req.body.name).toEqualTypeOf<string>();
    res.json([req.body.name]);
    // @ts-expect-error another response type
    res.json(1);
  });
  app.use<object, string[], Body>((req) => expectTypeOf(req.body.name).toEqualTypeOf<string>());
  app.route('/:id').put<{ id: string }, string[]>((_req, res) => res.json(['a']));
});

test('a handler may declare its own types', () => {
  interface WithUser extends Request {
    user: { name: string };
  }
  app.get('/:id', (req: WithUser, res) => res.json(req.user.name));
  app.get('/:id', guard, (req: Request<{ tenant: string }>, res: Response) => res.json(req.params.tenant));
  app.get('/:id', (req: IncomingMessage, res: ServerResponse) => res.end(req.url));
  app.get('/:id', (req: express.Request, res: express.Response) => void res.json(req.params.id));
  app.use((error: { code?: string }, _req: unknown, res: { send(body: unknown): unknown }, _next: unknown) =>
    res.send(error.code),
  );
});

test('params of regular expressions and of template strings are strings', () => {
  app.get(/^\/(?<name>.+)$/, guard, (req) =>
    expectTypeOf(req.params.name).toEqualTypeOf<string | undefined>(),
  );
  const prefix: string = '/api';
  app.get(`${prefix}/:id`, guard, (req) => expectTypeOf(req.params.id).toEqualTypeOf<string>());
  app.get(['/:a', /b/], guard, (req) =>
    expectTypeOf(req.params.a).toEqualTypeOf<string | string[] | undefined>(),
  );
});
