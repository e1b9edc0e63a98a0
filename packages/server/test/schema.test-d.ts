import type { IncomingHttpHeaders } from 'node:http';
import type express from 'express';
import { expectTypeOf, test } from 'vitest';
import {
  type Application,
  createServer,
  type ErrorRequestHandler,
  type ParamsDictionary,
  type ParsedQuery,
  type Request,
  type RequestHandler,
  type Response,
  Router,
  type SchemaHandler,
  type SchemaInput,
  type SchemaOutput,
  type SchemaRequest,
  type SchemaResponse,
} from '../src/index.ts';

/** A Standard Schema, as the libraries declare it. */
interface Standard<Input, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => unknown;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}
/** A schema of a kind that this file adds. */
interface Other<Value> {
  readonly other: Value;
}

declare module '../src/types/schemas.ts' {
  interface SchemaTypes<Schema> {
    other: Schema extends Other<infer Value> ? { input: Value; output: Value } : unknown;
  }
}

const schemaOf = <Input, Output = Input>(): Standard<Input, Output> => ({}) as Standard<Input, Output>;

const app = createServer();
const guard: RequestHandler = (_req, _res, next) => next();
const theirGuard = {} as express.RequestHandler;
const onError: ErrorRequestHandler = (_error, _req, res, _next) => res.sendStatus(500);

interface Payment {
  id: string;
}
const payments = {
  params: schemaOf<{ account: string }, { account: number }>(),
  query: schemaOf<{ dry?: string }, { dry: boolean }>(),
  headers: schemaOf<{ 'x-attempt': string }, { 'x-attempt': number }>(),
  body: schemaOf<{ amount: number; due: string }, { amount: number; due: Date }>(),
  response: {
    200: schemaOf<Payment[]>(),
    201: schemaOf<{ id: string; due: Date }, { id: string; due: string }>(),
    '4xx': schemaOf<{ error: string }>(),
    default: schemaOf<{ failure: string }>(),
  },
};

test('the parts of the request are the output of their schemas', () => {
  app.post('/:account', { schema: payments }, (req, _res, next) => {
    expectTypeOf(req.params).toEqualTypeOf<{ account: number }>();
    expectTypeOf(req.query).toEqualTypeOf<{ dry: boolean }>();
    expectTypeOf(req.body).toEqualTypeOf<{ amount: number; due: Date }>();
    expectTypeOf(req.headers['x-attempt']).toEqualTypeOf<number>();
    expectTypeOf(req.headers.host).toEqualTypeOf<string | undefined>();
    expectTypeOf(req.headers).toExtend<IncomingHttpHeaders>();
    // @ts-expect-error not in the schema
    req.body.nope;
    next();
  });
});

test('parts without a schema keep their types', () => {
  app.put('/:id', { schema: { body: schemaOf<string>() } }, (req, res) => {
    expectTypeOf(req.params).toEqualTypeOf<{ id: string }>();
    expectTypeOf(req.query).toEqualTypeOf<ParsedQuery>();
    expectTypeOf(req.headers).toEqualTypeOf<IncomingHttpHeaders>();
    expectTypeOf(res).toEqualTypeOf<Response>();
  });
  app.get('/:id', { openapi: { summary: 'Shows it' } }, (req, res) => {
    expectTypeOf(req).toEqualTypeOf<Request<{ id: string }>>();
    expectTypeOf(res).toEqualTypeOf<Response>();
  });
});

test('the content of a response is the input of the schema for its status', () => {
  app.post('/:account', { schema: payments }, (_req, res) => {
    res.json([{ id: 'a' }]);
    res.status(200).send([{ id: 'a' }]);
    res.status(201).json({ id: 'a', due: new Date() });
    res.set('a', 'b').status(201).set('c', 'd').json({ id: 'a', due: new Date() });
    res.status(404).json({ error: 'none' });
    res.status(503).jsonp({ failure: 'none' });
    // @ts-expect-error that of 201
    res.json({ id: 'a', due: new Date() });
    // @ts-expect-error that of 200
    res.status(201).json([{ id: 'a' }]);
    // @ts-expect-error the output of the schema
    res.status(201).send({ id: 'a', due: '2020-02-02' });
    const created = res.status(201).set('a', 'b').setHeader('c', 'd');
    // @ts-expect-error that of 200
    created.json([{ id: 'a' }]);
    // @ts-expect-error a member that the schema does not have
    res.status(404).json({ error: 'none', stack: '' });
    // @ts-expect-error the schema of all other statuses
    res.status(503).json({ error: 'none' });
  });
});

test('a computed status allows the content of each status that it may be', () => {
  app.post('/:account', { schema: payments }, (req, res) => {
    res.status(req.query.dry ? 200 : 404).json({ error: 'none' });
    res.status(req.body.amount).json({ failure: 'none' });
    // @ts-expect-error no such content
    res.status(req.query.dry ? 200 : 404).json({ failure: 'none' });
    // @ts-expect-error no such content
    res.status(req.body.amount).json({ other: 'none' });
  });
});

test('a status without a schema allows any content', () => {
  const response = { 201: schemaOf<Payment>(), '3xx': schemaOf<string>() };
  app.post('/', { schema: { response } }, (req, res) => {
    res.json(1).status(404).json({ error: 'none' });
    res.status(req.body.status).json(1);
    // @ts-expect-error not a string
    res.status(304).send(1);
  });
  app.post('/', { schema: { response: { '2xx': schemaOf<Payment>() } } }, (_req, res) => {
    // @ts-expect-error 200 is the status
    res.json(1);
  });
});

test('every handler of the call has the types, and error handlers get the request before validation', () => {
  app.post(
    '/:account',
    { schema: payments },
    guard,
    theirGuard,
    (req) => expectTypeOf(req.body.due).toEqualTypeOf<Date>(),
    [guard, async (req) => expectTypeOf(req.query.dry).toEqualTypeOf<boolean>()],
    onError,
    async (req, res) => {
      expectTypeOf(req.params.account).toEqualTypeOf<number>();
      // @ts-expect-error not a list
      res.json({ id: 'a' });
    },
    (error, req, res, next) => {
      expectTypeOf(error).toBeAny();
      expectTypeOf(req).toEqualTypeOf<Request<{ account: string }>>();
      res.status(400).json({ error: error.message });
      // @ts-expect-error not in the schema
      res.status(400).json({ message: error.message });
      next();
    },
  );
});

test('handlers may be declared elsewhere', () => {
  const create: SchemaHandler<typeof payments> = async (req, res) => {
    expectTypeOf(req.body.amount).toEqualTypeOf<number>();
    res.status(201).json({ id: 'a', due: req.body.due });
    // @ts-expect-error no due date
    res.status(201).json({ id: 'a' });
  };
  app.post('/:account', { schema: payments }, guard, create, (req) =>
    expectTypeOf(req.body.due).toEqualTypeOf<Date>(),
  );
  const schema = { query: schemaOf<{ page: number }>() };
  const list: SchemaHandler<typeof schema, '/:id'> = (req) => {
    expectTypeOf(req.params).toEqualTypeOf<{ id: string }>();
    expectTypeOf(req.query.page).toEqualTypeOf<number>();
  };
  app.get('/:id', { schema }, list);
  expectTypeOf<SchemaRequest<typeof schema>['params']>().toEqualTypeOf<ParamsDictionary>();
  const charge = (req: SchemaRequest<typeof payments>, res: SchemaResponse<typeof payments, 201>): void => {
    res.json({ id: String(req.body.amount), due: req.body.due });
  };
  app.post('/:account', { schema: payments }, (req, res) => charge(req, res.status(201)));
});

test('a handler that is declared elsewhere returns what a response schema accepts', () => {
  const schema = { response: { 200: schemaOf<{ id: string }>(), 404: schemaOf<{ error: string }>() } };
  type Show = SchemaHandler<typeof schema, '/:id'>;
  const show: Show = (req, res) => {
    if (req.params.id === '0') return res.status(404).json({ error: 'none' });
    if (req.params.id === '1') return new globalThis.Response();
    return { id: req.params.id };
  };
  const later: Show = async (req) => ({ id: req.params.id });
  // @ts-expect-error a number
  const wrong: Show = (req) => ({ id: Number(req.params.id) });
  // @ts-expect-error a number
  const wrongLater: Show = async (req) => ({ id: Number(req.params.id) });
  app.get('/:id', { schema }, show, later, wrong, wrongLater);
  const anything: SchemaHandler<{ query: object }> = () => 'text';
  app.get('/', anything);
});

test('typed requests and responses are requests and responses', () => {
  const show = (_req: Request<object, unknown, object, object>, res: Response): Response =>
    res.status(500).json({ any: 1 });
  app.post('/:account', { schema: payments }, (req, res) => {
    show(req, res);
    expectTypeOf(req.ip).toEqualTypeOf<Request['ip']>();
    return res.redirect(303, '/');
  });
});

test('routes, routers and all() have the same types', () => {
  const { body, response } = payments;
  app.route('/:id').post({ schema: { body, response } }, guard, (req, res) => {
    expectTypeOf(req.params).toEqualTypeOf<{ id: string }>();
    expectTypeOf(req.body.due).toEqualTypeOf<Date>();
    res.status(404).json({ error: 'none' });
    // @ts-expect-error not in the schema
    res.status(404).json({ message: 'none' });
  });
  Router().all('/:id', { schema: { body } }, (req) => expectTypeOf(req.body.due).toEqualTypeOf<Date>());
  expectTypeOf(app.get('/', { schema: {} }, () => {})).toExtend<Application>();
  const place = {} as Application | Router;
  place.post('/', { schema: { body } }, guard, (req) => expectTypeOf(req.body.due).toEqualTypeOf<Date>());
});

test('unknown options, schemas and statuses are errors', () => {
  // @ts-expect-error misspelled
  app.post('/', { shema: payments }, guard);
  // @ts-expect-error misspelled
  app.post('/', { schema: { boddy: payments.body } }, guard);
  // @ts-expect-error misspelled, next to others
  app.post('/', { schema: { body: payments.body, qery: payments.query } }, guard);
  // @ts-expect-error misspelled
  app.post('/', { openapi: { sumary: '' } }, guard);
  // @ts-expect-error not a status
  app.post('/', { schema: { response: { '20x': payments.body } } }, guard);
  // @ts-expect-error not a schema
  app.post('/', { schema: { body: 'object' } }, guard);
  // @ts-expect-error misspelled
  app.route('/').post({ shema: payments }, guard);
});

test('packages add kinds of schemas', () => {
  const other: Other<{ a: 1 }> = { other: { a: 1 } };
  app.post('/', { schema: { body: other, response: { 200: other } } }, (req, res) => {
    expectTypeOf(req.body).toEqualTypeOf<{ a: 1 }>();
    // @ts-expect-error not the type of the schema
    res.json({ a: 2 });
  });
  expectTypeOf<SchemaInput<typeof payments.body>>().toEqualTypeOf<{ amount: number; due: string }>();
  expectTypeOf<SchemaOutput<typeof other>>().toEqualTypeOf<{ a: 1 }>();
  app.post('/', { schema: { body: { type: 'object' } } }, (req) => expectTypeOf(req.body).toBeAny());
});

test('handlers before the options have the request before validation, and those after it the validated one', () => {
  app.post(
    '/:account',
    (req, res, next) => {
      expectTypeOf(req).toEqualTypeOf<Request<{ account: string }>>();
      expectTypeOf(req.body).toBeAny();
      res.status(401).json({ error: 'none' });
      // @ts-expect-error not in the schema
      res.status(401).json({ message: 'none' });
      next();
    },
    { schema: payments },
    (req, res) => {
      expectTypeOf(req.params).toEqualTypeOf<{ account: number }>();
      expectTypeOf(req.body.due).toEqualTypeOf<Date>();
      res.status(201).json({ id: 'a', due: req.body.due });
      // @ts-expect-error not a list
      res.json({ id: 'a' });
    },
  );
  app.post('/:account', guard, { schema: payments }, (req) =>
    expectTypeOf(req.body.due).toEqualTypeOf<Date>(),
  );
  app.post('/:account', guard, theirGuard, { schema: payments }, guard, (req) =>
    expectTypeOf(req.body.due).toEqualTypeOf<Date>(),
  );
  app.post(
    '/:account',
    guard,
    (req) => expectTypeOf(req.params).toEqualTypeOf<{ account: string }>(),
    onError,
    { schema: payments },
    [guard, (req) => expectTypeOf(req.body.due).toEqualTypeOf<Date>()],
  );
  app.post(
    '/:account',
    [guard, guard, (req) => expectTypeOf(req.body).toBeAny(), guard],
    { schema: payments },
    (req) => expectTypeOf(req.body.due).toEqualTypeOf<Date>(),
  );
  app.post('/:id', guard, { openapi: { summary: '' } }, (req) =>
    expectTypeOf(req).toEqualTypeOf<Request<{ id: string }>>(),
  );
  app.post('/', guard, guard, guard, guard, { schema: payments }, guard);
  app
    .route('/:account')
    .post(guard, { schema: payments }, (req) => expectTypeOf(req.body.due).toEqualTypeOf<Date>())
    .put(
      guard,
      (req) => expectTypeOf(req.params).toEqualTypeOf<{ account: string }>(),
      { schema: payments },
      (req) => expectTypeOf(req.body.due).toEqualTypeOf<Date>(),
    );
  Router().all('/:account', guard, { schema: payments }, (req) =>
    expectTypeOf(req.body.due).toEqualTypeOf<Date>(),
  );
  // @ts-expect-error misspelled
  app.post('/', guard, { shema: payments }, guard);
  // @ts-expect-error misspelled
  app.post('/', guard, { schema: { boddy: payments.body } }, guard);
});
