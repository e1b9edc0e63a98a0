import { createServer, type ParsedQuery } from '@nextpress/server';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { type WebSocketConnection, websocket } from '../src/index.ts';

const app = websocket(createServer());

test('the path types the params of guards and of the last handler', () => {
  app.ws(
    '/rooms/:id',
    (req, _res, next) => {
      expectTypeOf(req.params.id).toEqualTypeOf<string>();
      next();
    },
    (connection, req) => {
      expectTypeOf(connection).toEqualTypeOf<WebSocketConnection>();
      expectTypeOf(req.params).toEqualTypeOf<{ id: string }>();
    },
  );
});

test('schemas type the params and the query', () => {
  const schema = { query: z.object({ page: z.coerce.number() }) };
  app.ws(
    '/rooms/:id',
    { schema },
    (req, _res, next) => {
      expectTypeOf(req.query.page).toEqualTypeOf<number>();
      next();
    },
    (_connection, req) => {
      expectTypeOf(req.query).toEqualTypeOf<{ page: number }>();
      expectTypeOf(req.params).toEqualTypeOf<{ id: string }>();
    },
  );
});

test('guards may come before schemas, and see the request before validation', () => {
  const schema = { query: z.object({ page: z.coerce.number() }) };
  const guard = (_req: object, _res: object, next: () => void): void => next();
  app.ws(
    '/rooms/:id',
    (req, _res, next) => {
      expectTypeOf(req.params).toEqualTypeOf<{ id: string }>();
      expectTypeOf(req.query).toEqualTypeOf<ParsedQuery>();
      next();
    },
    { schema },
    (_connection, req) => expectTypeOf(req.query).toEqualTypeOf<{ page: number }>(),
  );
  app.ws('/rooms/:id', guard, [guard], { schema }, guard, (_connection, req) =>
    expectTypeOf(req.query).toEqualTypeOf<{ page: number }>(),
  );
  // @ts-expect-error: the option is "schema"
  app.ws('/rooms', guard, { schemas: {} }, () => {});
});

test('unknown options are type errors', () => {
  // @ts-expect-error: the option is "maxPayload"
  websocket(createServer(), { maxPayloads: 1 });
  // @ts-expect-error: the option is "schema"
  app.ws('/rooms', { schemas: {} }, () => {});
  // @ts-expect-error: the part is "query"
  app.ws('/rooms', { schema: { queries: z.object({}) } }, () => {});
});
