// What applications declare for `@types/express-serve-static-core`, and the types that they import from it.
import type { ParamsDictionary as CoreParams, Query, Send } from 'express-serve-static-core';
import { expectTypeOf, test } from 'vitest';
import {
  type Application,
  createServer,
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from '../src/index.ts';

declare module 'express-serve-static-core' {
  interface Request {
    ship?: { readonly name: string };
  }
  interface Response {
    salute: (name: string) => void;
  }
  interface Locals {
    port?: number;
  }
  interface Application {
    crew?: string[];
  }
}

test('messages have the members that applications declare for those of Express', () => {
  const app = createServer();
  expectTypeOf(app.crew).toEqualTypeOf<string[] | undefined>();
  app.get('/ships/:id', (req, res) => {
    expectTypeOf(req.ship).toEqualTypeOf<{ readonly name: string } | undefined>();
    expectTypeOf(res.salute).toEqualTypeOf<(name: string) => void>();
    expectTypeOf(res.locals.port).toEqualTypeOf<number | undefined>();
    expectTypeOf(req.params).toEqualTypeOf<{ id: string }>();
  });
  const onError: ErrorRequestHandler = (error, req, res, _next) => {
    res.salute(req.ship?.name ?? error.message);
  };
  app.use(onError);
  Router().use((req, _res, next) => {
    req.ship = { name: 'Argo' };
    next();
  });
});

test('members of the types of Express that messages lack are not added', () => {
  expectTypeOf<Request>().not.toHaveProperty('accepted');
  expectTypeOf<Response>().not.toHaveProperty('charset');
  expectTypeOf<Application>().not.toHaveProperty('resource');
});

test('type arguments may come from the types of Express', () => {
  const show: RequestHandler<CoreParams, { ok: boolean }, { name: string }, Query> = (req, res) => {
    expectTypeOf(req.body).toEqualTypeOf<{ name: string }>();
    res.json({ ok: req.params.id === req.query.id });
  };
  const edit = (req: Request<CoreParams, unknown, unknown, Query>, res: Response): void => {
    const send: Send<string, Response> = (text) => res.send(text);
    send(String(req.query.text));
  };
  createServer().get('/shows/:id', show).put('/shows/:id', edit);
});
