import { createServer, type RequestHandler, Router, type SchemaHandler } from '@nextpress/server';
import { expectTypeOf, test } from 'vitest';
import { validate } from '../src/index.ts';

const app = createServer();
app.register(validate());

test('a binary string is a file', () => {
  const body = {
    type: 'object',
    properties: { photo: { type: 'string', format: 'binary', maxLength: 10 }, title: { type: 'string' } },
    required: ['photo', 'title'],
    additionalProperties: false,
  } as const;
  app.post('/photos', { schema: { body } }, (req) => {
    expectTypeOf(req.body.photo.size).toEqualTypeOf<number>();
    expectTypeOf(req.body.title).toEqualTypeOf<string>();
  });
});

test('an inline JSON Schema is literal', () => {
  app.post(
    '/payments/:id',
    {
      schema: {
        params: {
          type: 'object',
          properties: { id: { type: 'integer' } },
          required: ['id'],
          additionalProperties: false,
        },
        query: {
          type: 'object',
          properties: { page: { type: 'integer', default: 1 } },
          additionalProperties: false,
        },
        headers: {
          type: 'object',
          properties: { 'x-attempt': { type: 'integer' } },
          required: ['x-attempt'],
        },
        body: {
          type: 'object',
          properties: {
            amount: { type: 'integer' },
            currency: { enum: ['EUR', 'USD'] },
            notes: { type: 'array', items: { type: ['string', 'null'] } },
          },
          required: ['amount', 'currency'],
          additionalProperties: false,
        },
        response: {
          201: {
            type: 'object',
            properties: { id: { type: 'string' }, isPaid: { type: 'boolean', default: false } },
            required: ['id', 'isPaid'],
            additionalProperties: false,
          },
        },
      },
    },
    (req, res) => {
      expectTypeOf(req.params).toEqualTypeOf<{ id: number }>();
      expectTypeOf(req.query).toEqualTypeOf<{ page: number }>();
      expectTypeOf(req.headers['x-attempt']).toEqualTypeOf<number>();
      expectTypeOf(req.headers.host).toEqualTypeOf<string | undefined>();
      expectTypeOf(req.body.amount).toEqualTypeOf<number>();
      expectTypeOf(req.body.currency).toEqualTypeOf<'EUR' | 'USD'>();
      expectTypeOf(req.body.notes).toEqualTypeOf<(string | null)[] | undefined>();
      // @ts-expect-error not in the schema
      req.body.nope;
      res.status(201).json({ id: 'a', isPaid: true });
      res.status(500).json(1);
      // @ts-expect-error not a string
      res.status(201).json({ id: 1, isPaid: true });
    },
  );
});

test('a JSON Schema can be declared elsewhere as const', () => {
  const item = {
    type: 'object',
    properties: { id: { type: 'string' } },
    required: ['id'],
    additionalProperties: false,
  } as const;
  const schema = { body: item, response: { 200: { type: 'array', items: item } } } as const;
  const list: SchemaHandler<typeof schema, '/:shop'> = (req, res) => {
    expectTypeOf(req.body).toEqualTypeOf<{ id: string }>();
    expectTypeOf(req.params).toEqualTypeOf<{ shop: string }>();
    res.json([req.body]);
    // @ts-expect-error not a list
    res.json(req.body);
  };
  app.post('/:shop', { schema }, list, (req) => expectTypeOf(req.body).toEqualTypeOf<{ id: string }>());
});

test('a JSON Schema that is not literal has the type any', () => {
  const body = { type: 'object', properties: { id: { type: 'string' } } };
  app.post('/', { schema: { body, response: { 200: body } } }, (req, res) => {
    expectTypeOf(req.body).toBeAny();
    res.json(1);
  });
});

test('a response accepts an interface with more properties than the schema declares', () => {
  interface Stored {
    readonly id: string;
    readonly tags: readonly string[];
    readonly secret: number;
  }
  const stored: Stored = { id: 'a', tags: [], secret: 1 };
  const response = {
    type: 'object',
    properties: { id: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
    required: ['id'],
  } as const;
  app.get('/stored', { schema: { response: { 200: response } } }, (_req, res) => {
    res.json(stored);
    // @ts-expect-error without the id
    res.json({ tags: [] });
  });
});

test('routes, routers and arrays of handlers have the same types', () => {
  const guard: RequestHandler = (_req, _res, next) => next();
  app.route('/:id').post(
    {
      schema: {
        body: { type: 'array', items: { type: 'integer' } },
        response: { 201: { type: 'string' }, '4xx': { type: 'boolean' } },
      },
    },
    [guard, (req) => expectTypeOf(req.body).toEqualTypeOf<number[]>()],
    async (req, res) => {
      expectTypeOf(req.body).toEqualTypeOf<number[]>();
      expectTypeOf(req.params).toEqualTypeOf<{ id: string }>();
      res.status(201).json('a');
      res.status(404).json(true);
      // @ts-expect-error not a string
      res.status(201).json(true);
      // @ts-expect-error not a boolean
      res.status(404).json('a');
    },
  );
  Router().all('/:id', { schema: { body: { const: 'a' } } }, guard, (req) =>
    expectTypeOf(req.body).toEqualTypeOf<'a'>(),
  );
  app.register((scope) => {
    scope.put('/', { schema: { body: { enum: [1, null] } } }, (req) =>
      expectTypeOf(req.body).toEqualTypeOf<1 | null>(),
    );
  });
});
