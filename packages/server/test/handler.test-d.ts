import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expectTypeOf, test } from 'vitest';
import {
  type Application,
  createServer,
  type ErrorHandler,
  type NextFunction,
  type Request,
  type Response,
} from '../src/index.ts';

const app = createServer();

test('the params of a handler come from the pattern', () => {
  app.get('/users/:id', (req, res) => {
    expectTypeOf(req.params.id).toEqualTypeOf<string>();
    // @ts-expect-error not in the pattern
    req.params.nope;
    res.status(200).json({ id: req.params.id });
  });
  app.post('/files/*path', (req) => expectTypeOf(req.params.path).toEqualTypeOf<string[]>());
  app.put('/page{/:number}', (req) => expectTypeOf(req.params.number).toEqualTypeOf<string | undefined>());
  app.get(
    '/:a',
    (_req, _res, next) => next(),
    (req) => expectTypeOf(req.params.a).toEqualTypeOf<string>(),
  );
});

test('routes, prefixes and all() infer params too', () => {
  app.route('/users/:id').get((req) => expectTypeOf(req.params.id).toEqualTypeOf<string>());
  app.use('/:tenant', (req) => expectTypeOf(req.params.tenant).toEqualTypeOf<string>());
  app.all('/:x', (req) => expectTypeOf(req.params.x).toEqualTypeOf<string>());
});

test('an inline error handler has types for its parameters', () => {
  createServer().use((error, req, res, next) => {
    expectTypeOf(error).toBeAny();
    expectTypeOf(req.path).toBeString();
    expectTypeOf(res.json).toBeFunction();
    next(error);
  });
  createServer().use((error: Error, _req, res, _next) =>
    expectTypeOf(res.send(error.message)).toEqualTypeOf(res),
  );
});

test('a function of four parameters is an error handler', () => {
  const onError: ErrorHandler = (error, req, res, next) => {
    expectTypeOf(error).toEqualTypeOf<unknown>();
    expectTypeOf(req).toEqualTypeOf<Request>();
    expectTypeOf(res).toEqualTypeOf<Response>();
    expectTypeOf(next).toEqualTypeOf<NextFunction>();
  };
  app.use(onError);
  app.use('/a', onError);
  app.use((error: Error, _req: Request, res: Response, _next: NextFunction) => res.send(error.message));
  app.get('/a', onError, () => {});
});

test('an application is a request listener, and middleware for node:http registers', () => {
  createHttpServer(app);
  app.use((req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => {
    res.setHeader('X-Url', req.url ?? '');
    next();
  });
  app.use('/sub', createServer());
  expectTypeOf(app.get('/a', () => {})).toEqualTypeOf<Application>();
});

test('a port may be a string from the environment', () => {
  app.listen(process.env.PORT ?? 3000).close();
  app
    .listen(process.env.PORT ?? 3000, (error) => expectTypeOf(error).toEqualTypeOf<Error | undefined>())
    .close();
});
