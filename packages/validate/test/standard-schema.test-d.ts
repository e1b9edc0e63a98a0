import { createServer, type ParsedQuery, type Response, type SchemaHandler } from '@nextpress/server';
import { type } from 'arktype';
import * as v from 'valibot';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import * as zm from 'zod/mini';
import { validate } from '../src/index.ts';

const app = createServer();
app.register(validate());

test('requests have the output type of a zod schema, and responses take its input type', () => {
  const schema = {
    params: z.object({ id: z.coerce.number() }),
    query: z.object({ dry: z.stringbool().default(false) }),
    headers: z.object({ 'x-attempt': z.coerce.number() }),
    body: z.object({ amount: z.number(), due: z.iso.date().transform((text) => new Date(text)) }),
    response: {
      201: z.object({ id: z.string(), due: z.date().transform((date) => date.toISOString()) }),
      '4xx': z.object({ error: z.string() }),
    },
  };
  app.post('/payments/:id', { schema }, (req, res) => {
    expectTypeOf(req.params).toEqualTypeOf<{ id: number }>();
    expectTypeOf(req.query).toEqualTypeOf<{ dry: boolean }>();
    expectTypeOf(req.headers['x-attempt']).toEqualTypeOf<number>();
    expectTypeOf(req.headers.host).toEqualTypeOf<string | undefined>();
    expectTypeOf(req.body).toEqualTypeOf<{ amount: number; due: Date }>();
    res.status(201).json({ id: 'a', due: req.body.due });
    res.status(422).json({ error: 'due' });
    // @ts-expect-error the output of the schema
    res.status(201).json({ id: 'a', due: '2020-02-02' });
    // @ts-expect-error not in the schema
    res.status(422).json({ message: 'due' });
    // @ts-expect-error not in the schema
    req.body.nope;
  });
  const show: SchemaHandler<typeof schema> = async (req, res) => {
    expectTypeOf(req.body.due).toEqualTypeOf<Date>();
    // @ts-expect-error no due date
    res.status(201).json({ id: 'a' });
  };
  app.put('/payments/:id', { schema }, show);
  app.post('/mini', { schema: { body: zm.object({ name: zm.optional(zm.string()) }) } }, (req) =>
    expectTypeOf(req.body).toEqualTypeOf<{ name?: string | undefined }>(),
  );
  app.post('/any', { schema: { body: z.any() } }, (req) => expectTypeOf(req.body).toBeAny());
});

test('requests have the output type of a valibot schema, and responses take its input type', () => {
  const count = v.pipe(v.string(), v.transform(Number));
  const schema = { query: v.object({ count }), response: { '2xx': v.object({ count }) } };
  app.get('/valibot/:id', { schema }, (req, res) => {
    expectTypeOf(req.query).toEqualTypeOf<{ count: number }>();
    expectTypeOf(req.params).toEqualTypeOf<{ id: string }>();
    res.status(203).json({ count: '1' });
    // @ts-expect-error the output of the schema
    res.json({ count: 1 });
  });
});

test('requests have the output type of an arktype schema, and responses take its input type', () => {
  const due = type('string.date.iso.parse');
  const schema = {
    body: type({ name: 'string', 'age?': 'number', due }),
    response: { 200: type({ due }) },
  };
  app.post('/arktype', { schema }, (req, res) => {
    expectTypeOf(req.body).toEqualTypeOf<{ name: string; age?: number; due: Date }>();
    expectTypeOf(req.query).toEqualTypeOf<ParsedQuery>();
    res.json({ due: '2020-02-02' });
    // @ts-expect-error the output of the schema
    res.json({ due: new Date() });
  });
});

test('a function may be generic over the schema', () => {
  const createRoute = <Body extends z.ZodType>(path: string, body: Body, save: (value: unknown) => string) =>
    app.post(path, { schema: { body } }, (req, res) => {
      expectTypeOf(res).toEqualTypeOf<Response>();
      res.json(save(req.body));
    });
  createRoute('/generic', z.object({ a: z.string() }), String);
});
