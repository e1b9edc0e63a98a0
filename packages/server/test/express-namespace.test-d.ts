import { expectTypeOf, test } from 'vitest';
import {
  createServer,
  type ErrorHandler,
  type ErrorRequestHandler,
  type RequestHandler,
} from '../src/index.ts';

declare global {
  // The declaration of a package that adds properties.
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

test("messages have the properties that packages declare for Express's messages", () => {
  const app = createServer();
  expectTypeOf(app.lamps).toEqualTypeOf<number | undefined>();
  app.get('/lantern', (req, res) => {
    expectTypeOf(req.lantern?.lit).toEqualTypeOf<boolean | undefined>();
    expectTypeOf(res.locals.brightness).toEqualTypeOf<number | undefined>();
    res.dim();
  });
});

test('get() reads a setting by its name, and registers a route by its path', () => {
  const app = createServer();
  expectTypeOf(app.get('env')).toBeAny();
  expectTypeOf(app.get('/', (_req, res) => res.sendStatus(204))).toEqualTypeOf(app);
});

test("the error is any in Express's handler type, and unknown in Nextpress's", () => {
  expectTypeOf<Parameters<ErrorRequestHandler>[0]>().toBeAny();
  expectTypeOf<Parameters<ErrorHandler>[0]>().toBeUnknown();
});

test("the type parameters of a handler have Express's order", () => {
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
