import { validate } from '@nextpress/validate';
import { Type as OldType } from '@sinclair/typebox';
import { type } from 'arktype';
import { createServer, Router, type SchemaHandler, type Scope } from 'nextpress';
import Type from 'typebox';
import * as v from 'valibot';
import { z } from 'zod';

const app = createServer();
app.register(validate());

const zod = {
  params: z.object({ id: z.coerce.number() }),
  headers: z.object({ 'x-attempt': z.coerce.number() }),
  body: z.object({ amount: z.number() }),
  response: { 201: z.object({ id: z.string() }), '4xx': z.object({ error: z.string() }) },
};
const create: SchemaHandler<typeof zod> = async (req, res) => {
  const sum: number = req.params.id + req.headers['x-attempt'] + req.body.amount;
  res.status(201).json({ id: String(sum) });
  // @ts-expect-error not in the schema
  void req.body.nope;
  // @ts-expect-error not a string
  res.status(201).json({ id: sum });
  // @ts-expect-error that of 201
  res.status(404).json({ id: String(sum) });
};
app.post('/zod/:id', { schema: zod }, create, (req, res) => {
  const amount: number = req.body.amount;
  res.status(400).json({ error: String(amount) });
});
app.post(
  '/zod/:id/guarded',
  (req, res, next) => {
    const id: string = req.params.id;
    if (id === '') next();
    else res.status(401).json({ error: id });
    // @ts-expect-error not in the schema
    res.status(401).json({ message: id });
  },
  { schema: zod },
  (req, res) => {
    const sum: number = req.params.id + req.body.amount;
    res.status(201).json({ id: String(sum) });
  },
);
app.post(
  '/valibot',
  { schema: { body: v.object({ a: v.pipe(v.string(), v.transform(Number)) }) } },
  (req) => {
    const a: number = req.body.a;
    // @ts-expect-error not a string
    const b: string = req.body.a;
    return a + b;
  },
);
app.post('/arktype', { schema: { body: type({ a: 'string', 'b?': 'number' }) } }, (req) => {
  const a: string = req.body.a;
  // @ts-expect-error optional
  const b: number = req.body.b;
  return a + b;
});
app.post(
  '/json/:id',
  {
    schema: {
      body: {
        type: 'object',
        properties: { a: { enum: ['x', 'y'] } },
        required: ['a'],
        additionalProperties: false,
      },
      response: { 200: { type: 'array', items: { type: 'integer' } } },
    },
  },
  (req, res) => {
    const a: 'x' | 'y' = req.body.a;
    const id: string = req.params.id;
    res.json([a.length + id.length]);
    // @ts-expect-error not in the schema
    void req.body.nope;
    // @ts-expect-error not a list
    res.json(1);
  },
);
app.post('/old', { schema: { body: OldType.Object({ a: OldType.Optional(OldType.String()) }) } }, (req) => {
  const a: string | undefined = req.body.a;
  // @ts-expect-error optional
  const b: string = req.body.a;
  return [a, b];
});
app.route('/new').put({ schema: { body: Type.Object({ a: Type.Array(Type.Integer()) }) } }, (req) => {
  const a: number[] = req.body.a;
  // @ts-expect-error not a list of strings
  const b: string[] = req.body.a;
  return [a, b];
});

// Declaration files name the types of what is exported.
const named = { schema: { response: { 200: z.string() } } };
export const users = Router().get('/:id', named, (req) => req.params.id);
export const notes = (scope: Scope) =>
  scope.decorateRequest('user', 'nobody').get('/', named, (req) => req.user);
export const api = createServer()
  .use('/users', users)
  .register(notes, { prefix: '/notes' })
  .decorateResponse('count', 0);
