import { expectTypeOf, test } from 'vitest';
import {
  createServer,
  type ErrorHandler,
  type ErrorRequestHandler,
  type RequestHandler,
} from '../src/index.ts';

declare global {
  // As a package declares what it adds.
  namespace Express {
    interface Request {
      lantern?: { readonly lit: boolean };
    }
    interface Response {
      dim(): void;
    }
    interface Locals {
      brightness?: number;
    }
    interface Application {
      lamps?: number;
    }
  }
}

test("what packages declare to add to Express's messages is there", () => {
  const app = createServer();
  expectTypeOf(app.lamps).toEqualTypeOf<number | undefined>();
  app.get('/lantern', (req, res) => {
    expectTypeOf(req.lantern?.lit).toEqualTypeOf<boolean | undefined>();
    expectTypeOf(res.locals.brightness).toEqualTypeOf<number | undefined>();
    res.dim();
  });
});

test('a setting is read by its name, and a route is registered by its path', () => {
  const app = createServer();
  expectTypeOf(app.get('env')).toBeAny();
  expectTypeOf(app.get('/', (_req, res) => res.sendStatus(204))).toEqualTypeOf(app);
});

test("the error of a handler with Express's type may be anything; that of Nextpress's own has to be looked at", () => {
  expectTypeOf<Parameters<ErrorRequestHandler>[0]>().toBeAny();
  expectTypeOf<Parameters<ErrorHandler>[0]>().toBeUnknown();
});

test("the parameters of a handler's type stand in Express's order", () => {
  interface Found {
    thing: string;
  }
  const handler: RequestHandler<
    { id: string },
    string[],
    number,
    { dry?: string },
    Found & Record<string, unknown>
  > = (req, res) => {
    expectTypeOf(req.params).toEqualTypeOf<{ id: string }>();
    expectTypeOf(req.body).toBeNumber();
    expectTypeOf(req.query.dry).toEqualTypeOf<string | undefined>();
    res.json([res.locals.thing]);
  };
  createServer().get('/things/:id', handler);
});
