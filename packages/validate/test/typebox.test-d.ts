import { createServer, type SchemaHandler } from '@nextpress/server';
import { Type as OldType } from '@sinclair/typebox';
import Type from 'typebox';
import { expectTypeOf, test } from 'vitest';
import { validate } from '../src/index.ts';

const app = createServer();
app.register(validate());

test('schemas from @sinclair/typebox have their static types', () => {
  const schema = {
    query: OldType.Object({ page: OldType.Integer({ default: 1 }) }),
    body: OldType.Object({ a: OldType.Optional(OldType.String()), b: OldType.Array(OldType.Integer()) }),
    response: { 200: OldType.Object({ ok: OldType.Boolean() }), '4xx': OldType.Literal('no') },
  };
  const handler: SchemaHandler<typeof schema> = (req, res) => {
    expectTypeOf(req.query).toEqualTypeOf<{ page: number }>();
    expectTypeOf(req.body).toEqualTypeOf<{ a?: string; b: number[] }>();
    res.status(400).json('no');
    // @ts-expect-error not a boolean
    res.json({ ok: 1 });
  };
  app.post('/old', { schema }, handler, (req) => expectTypeOf(req.body.b).toEqualTypeOf<number[]>());
});

test('schemas from typebox have their static types', () => {
  const schema = {
    query: Type.Object({ page: Type.Integer({ default: 1 }) }),
    body: Type.Object({ a: Type.Optional(Type.String()), b: Type.Array(Type.Integer()) }),
    response: { 200: Type.Object({ ok: Type.Boolean() }), '4xx': Type.Literal('no') },
  };
  const handler: SchemaHandler<typeof schema> = (req, res) => {
    expectTypeOf(req.query).toEqualTypeOf<{ page: number }>();
    expectTypeOf(req.body).toEqualTypeOf<{ a?: string; b: number[] }>();
    res.status(400).json('no');
    // @ts-expect-error not a boolean
    res.json({ ok: 1 });
  };
  app.post('/new', { schema }, handler, (req) => expectTypeOf(req.body.b).toEqualTypeOf<number[]>());
  app.post('/unsafe', { schema: { body: Type.Unsafe<Date>({ type: 'string' }) } }, (req) =>
    expectTypeOf(req.body).toEqualTypeOf<Date>(),
  );
});
