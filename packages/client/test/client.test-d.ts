import {
  type Application,
  createServer,
  type RequestHandler,
  Router,
  type Scope,
  shared,
} from '@nextpress/server';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  type Client,
  createClient,
  type InferRequest,
  type InferResponse,
  type ProblemDetails,
  type RequestOptions,
} from '../src/index.ts';

const order = z.object({ id: z.string(), due: z.date(), total: z.number() });
const fault = z.object({ error: z.string() });

const app = createServer()
  .use((_req, _res, next) => next())
  .get('/health', (_req, res) => res.json({}))
  .get(
    '/orders/:id',
    { schema: { response: { 200: order, 404: fault, '5xx': z.object({ retry: z.boolean() }) } } },
    (req, res) => res.json({ id: req.params.id, due: new Date(), total: 1 }),
  )
  .addHook('onRequest', () => {})
  .post(
    '/orders',
    {
      schema: {
        query: z.object({ dry: z.string().transform((text) => text === '1') }),
        body: z.object({ total: z.coerce.number<number>(), note: z.string().optional() }),
        response: { 201: order, default: fault },
      },
    },
    (req, res) => res.status(201).json({ id: '1', due: new Date(), total: req.body.total }),
  )
  .put(
    '/orders/:id',
    [],
    (_req, _res, next) => next(),
    { schema: { body: order } },
    (_req, res) => res.end(),
  )
  .set('x', 1)
  .delete('/files/*path', { schema: { headers: z.object({ 'x-key': z.string() }) } }, (_req, res) =>
    res.end(),
  );

const client = createClient<typeof app>('http://localhost');

const text = { schema: { response: { 200: z.string() } } };
const both = Router()
  .get('/a/:id', text, () => 'a')
  .get('/b/:id', text, () => 'b');

interface UnknownRoute {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly responses: unknown;
}

test('the client has the methods and the paths of the routes with schemas', () => {
  expectTypeOf<keyof typeof client>().toEqualTypeOf<'get' | 'post' | 'put' | 'delete'>();
  // @ts-expect-error no such route
  client.get('/order/:id', { params: { id: '1' } });
  client.put('/orders/:id', { params: { id: '1' }, body: { id: '1', due: new Date(), total: 1 } });
  // @ts-expect-error no body, which the schema behind the guards requires
  client.put('/orders/:id', { params: { id: '1' } });
  // @ts-expect-error a route without schemas
  client.get('/health');
});

test('params, query, headers and body are the inputs of the schemas, and required if the schemas require something', () => {
  client.get('/orders/:id', { params: { id: 7 } });
  // @ts-expect-error no params
  client.get('/orders/:id');
  // @ts-expect-error misspelt
  client.get('/orders/:id', { params: { ID: '7' } });
  client.post('/orders', { query: { dry: '1' }, body: { total: 2 }, signal: AbortSignal.abort() });
  // @ts-expect-error no body
  client.post('/orders', { query: { dry: '1' } });
  // @ts-expect-error the output of the query, not its input
  client.post('/orders', { query: { dry: true }, body: { total: 2 } });
  client.delete('/files/*path', { params: { path: ['a', 'b'] }, headers: { 'x-key': '1' } });
  // @ts-expect-error no header
  client.delete('/files/*path', { params: { path: ['a'] } });
});

test('the body of the result is narrowed by the status', async () => {
  const result = await client.get('/orders/:id', { params: { id: '1' } });
  expectTypeOf(result.headers).toEqualTypeOf<Headers>();
  if (result.status === 200) {
    expectTypeOf(result.body).toEqualTypeOf<{ id: string; due: string; total: number }>();
    expectTypeOf(result.ok).toEqualTypeOf<true>();
  }
  if (result.status === 404) expectTypeOf(result.body).toEqualTypeOf<{ error: string }>();
  if (result.status === 503) expectTypeOf(result.body).toEqualTypeOf<{ retry: boolean }>();
  if (result.status === 400) expectTypeOf(result.body).toEqualTypeOf<ProblemDetails | undefined>();
  if (result.ok) expectTypeOf(result.body.due).toEqualTypeOf<string>();
});

test('default covers every other status', async () => {
  const result = await client.post('/orders', { query: { dry: '1' }, body: { total: 2 } });
  if (result.status === 201) expectTypeOf(result.body.total).toEqualTypeOf<number>();
  if (!result.ok) expectTypeOf(result.body).toEqualTypeOf<{ error: string }>();
});

test('an unknown path is refused with a sentence, also where every route takes params', () => {
  const of = createClient<typeof both>('');
  expectTypeOf<Parameters<typeof of.get<'/x'>>>().toEqualTypeOf<
    [path: ['No route GET /x'], options?: RequestOptions<UnknownRoute>]
  >();
  expectTypeOf<Parameters<typeof of.get>[0]>().toEqualTypeOf<'/a/:id' | '/b/:id'>();
  const either = '/a/:id' as '/a/:id' | '/b/:id';
  of.get(either, { params: { id: 1 } });
  // @ts-expect-error any string
  of.get(String(either), { params: { id: 1 } });
});

test('a router has its routes, and registrations that do not chain add nothing', () => {
  const router = Router().put('/a', { schema: { body: z.string() } }, () => {});
  createClient<typeof router>('').put('/a', { body: 'text' });
  const unchained = createServer();
  unchained.get('/a', { schema: {} }, () => {});
  // @ts-expect-error no routes
  createClient<typeof unchained>('');
});

test('an application without known routes is a compile error that says how to fix it', () => {
  type Message = Parameters<typeof createClient<Application>>[0];
  expectTypeOf<Message>().toEqualTypeOf<'The type of this application has no routes: chain the calls that register them, return the scope from plugins, and give routes a schema.'>();
  expectTypeOf<keyof Client<Application>>().toBeNever();
});

const name = { schema: { response: { 200: z.string() } } };
const users = Router()
  .get('/', name, () => 'all')
  .get('/:id', name, (req) => req.params.id)
  .put('/:id/name', { schema: { body: z.string() } }, (_req, res) => res.end());

test('mounted routers add their routes below the prefix, with its params', () => {
  const teams = Router().use('/:team/users', users);
  const guard: RequestHandler = (_req, _res, next) => next();
  const mounted = createServer()
    .use('/users', guard, (_req, _res, next) => next(), users)
    .use('/orgs/:org/teams/', [guard, teams])
    .use(Router().post('/login', name, () => 'ok'))
    .use(
      '/files{/:version}',
      createServer().get('/*path', name, () => 'file'),
    );
  const of = createClient<typeof mounted>('');
  expectTypeOf<Parameters<typeof of.get>[0]>().toEqualTypeOf<
    | ('/users' | '/users/:id')
    | ('/orgs/:org/teams/:team/users' | '/orgs/:org/teams/:team/users/:id')
    | '/files{/:version}/*path'
  >();
  of.get('/users');
  of.get('/orgs/:org/teams/:team/users/:id', { params: { org: 1, team: 'a', id: 'b' } });
  of.put('/orgs/:org/teams/:team/users/:id/name', { params: { org: 1, team: 'a', id: 'b' }, body: 'Ada' });
  of.post('/login');
  of.get('/files{/:version}/*path', { params: { path: ['a'] } });
  of.get('/files{/:version}/*path', { params: { version: '1', path: ['a'] } });
  // @ts-expect-error a param of the prefix is missing
  of.get('/orgs/:org/teams/:team/users/:id', { params: { team: 'a', id: 'b' } });
  // @ts-expect-error without the prefix
  of.get('/:id', { params: { id: '1' } });
});

test('plugins that return their scope add its routes below the prefix, even if they are asynchronous or nested', () => {
  const notes = (scope: Scope) =>
    scope
      .addHook('onRequest', () => {})
      .get('/', name, () => 'all')
      .get('/:id', { schema: { params: z.object({ org: z.uuid(), id: z.number() }) } }, (_req, res) =>
        res.end(),
      );
  const registered = createServer()
    .register((scope) => scope.register(notes, { prefix: '/notes' }), { prefix: '/orgs/:org' })
    .register(
      async (scope, { greeting }: { greeting: string }) => scope.get('/hello', name, () => greeting),
      {
        greeting: 'hello',
      },
    )
    .register((scope) => void scope.get('/untyped', name, () => ''))
    .register(shared((scope) => void scope.addHook('onClose', () => {})))
    .register(shared((scope) => scope.get('/shared', name, () => '')));
  const of = createClient<typeof registered>('');
  expectTypeOf<Parameters<typeof of.get>[0]>().toEqualTypeOf<
    '/orgs/:org/notes' | '/orgs/:org/notes/:id' | '/hello' | '/shared'
  >();
  // The schema of a route types its params, including those of the prefix.
  of.get('/orgs/:org/notes/:id', { params: { org: 'a', id: 1 } });
  // @ts-expect-error not a number
  of.get('/orgs/:org/notes/:id', { params: { org: 'a', id: 'b' } });
});

test('decorations keep the routes before them, and non-literal prefixes add nothing', () => {
  const decorated = createServer()
    .get('/a', name, () => '')
    .decorateRequest('user', 'nobody')
    .decorateResponse('count', 0)
    .get('/b', name, (req) => req.user)
    .use(String('/x'), users)
    .register((scope) => scope.get('/c', name, () => ''), { prefix: String('/x') });
  expectTypeOf<Parameters<Client<typeof decorated>['get']>[0]>().toEqualTypeOf<'/a' | '/b'>();
});

test('an interface of the application has its routes', () => {
  interface App extends Extract<typeof app, unknown> {}
  createClient<App>('').get('/orders/:id', { params: { id: 7 } });
});

test('InferRequest and InferResponse are the types of requests and responses', () => {
  expectTypeOf<InferRequest<typeof app, 'post', '/orders'>['body']>().toEqualTypeOf<{
    readonly total: number;
    readonly note?: string | undefined;
  }>();
  expectTypeOf<InferResponse<typeof app, 'get', '/orders/:id'>>().toEqualTypeOf<{
    id: string;
    due: string;
    total: number;
  }>();
  expectTypeOf<InferResponse<typeof app, 'get', '/orders/:id', 404>>().toEqualTypeOf<{ error: string }>();
  expectTypeOf<InferResponse<typeof app, 'get', '/orders/:id', 503>>().toEqualTypeOf<{ retry: boolean }>();
  expectTypeOf<InferResponse<typeof app, 'get', '/orders/:id', 403>>().toEqualTypeOf<
    ProblemDetails | undefined
  >();
  expectTypeOf<InferResponse<typeof app, 'put', '/orders/:id'>>().toBeUnknown();
  // @ts-expect-error no such route
  type _Missing = InferResponse<typeof app, 'get', '/order/:id'>;
});

const upload = createServer()
  .post(
    '/avatars/:user',
    {
      schema: {
        body: z.object({
          name: z.string(),
          size: z.number().nullable(),
          image: z.file(),
          more: z.array(z.file()).optional(),
        }),
      },
    },
    (_req, res) => res.end(),
  )
  .put('/avatars', { schema: { body: z.object({ image: z.file().optional() }) } }, (_req, res) => res.end())
  .patch('/bytes', { schema: { body: z.instanceof(Uint8Array) } }, (_req, res) => res.end());

test('a body with files is a form, or a FormData', () => {
  const files = createClient<typeof upload>('');
  const image = new File([], 'a.png');
  const params = { user: 'ada' };
  files.post('/avatars/:user', { params, form: { name: 'Ada', size: 1, image } });
  files.post('/avatars/:user', {
    params,
    form: { name: 'Ada', size: 1, image: new Blob([]), more: [image] },
  });
  files.post('/avatars/:user', { params, body: new FormData() });
  // @ts-expect-error JSON has no files
  files.post('/avatars/:user', { params, body: { name: 'Ada', size: 1, image } });
  // @ts-expect-error a file is missing
  files.post('/avatars/:user', { params, form: { name: 'Ada', size: 1 } });
  // @ts-expect-error no body
  files.post('/avatars/:user', { params });
  // @ts-expect-error a form has no null
  files.post('/avatars/:user', { params, form: { name: 'Ada', size: null, image } });
  // @ts-expect-error both
  files.post('/avatars/:user', { params, form: { name: 'Ada', size: 1, image }, body: new FormData() });
  files.put('/avatars', { form: {} });
  files.patch('/bytes', { body: new Uint8Array(1) });
  // @ts-expect-error a form for a route that reads JSON
  client.post('/orders', { query: { dry: '1' }, body: new FormData() });
  // @ts-expect-error the same
  client.post('/orders', { query: { dry: '1' }, form: { total: 2 } });
});

test('values that a string cannot express are errors in params, query and headers', () => {
  const text = z.object({
    list: z.array(z.number()).optional(),
    nullable: z.string().nullable().optional(),
    object: z.object({ from: z.date(), tags: z.array(z.string()) }).optional(),
    objects: z.array(z.object({ a: z.string() })).optional(),
    big: z.bigint().optional(),
    map: z.map(z.string(), z.string()).optional(),
    file: z.file().optional(),
  });
  const texts = createServer()
    .get('/:list', { schema: { query: text } }, (_req, res) => res.end())
    .put(
      '/:kind/:list',
      { schema: { params: z.object({ kind: z.enum(['a']), list: z.array(z.int()) }) } },
      () => {},
    )
    .delete('/headers', { schema: { headers: text } }, (_req, res) => res.end());
  const ofTexts = createClient<typeof texts>('');
  const params = { list: 1 };
  const object = { from: new Date(), tags: ['a'] };
  ofTexts.get('/:list', { params, query: { list: [1], nullable: 'a', object, big: 1n } });
  // @ts-expect-error null
  ofTexts.get('/:list', { params, query: { nullable: null } });
  // @ts-expect-error objects in a list
  ofTexts.get('/:list', { params, query: { objects: [{ a: 'a' }] } });
  // @ts-expect-error a map
  ofTexts.get('/:list', { params, query: { map: new Map() } });
  // @ts-expect-error a file
  ofTexts.get('/:list', { params, query: { file: new File([], '') } });
  ofTexts.put('/:kind/:list', { params: { kind: 'a', list: [1, 2] } });
  // @ts-expect-error a number outside the enum
  ofTexts.put('/:kind/:list', { params: { kind: 1, list: [] } });
  ofTexts.delete('/headers', { headers: { list: [1], nullable: 'a' } });
  // @ts-expect-error an object
  ofTexts.delete('/headers', { headers: { object } });
  // @ts-expect-error null
  ofTexts.delete('/headers', { headers: { nullable: null } });
});

test('values that JSON cannot express are errors in a body', () => {
  const json = createServer().post(
    '/',
    {
      schema: {
        body: z.object({
          at: z.date().nullable(),
          deep: z.array(z.object({ big: z.bigint().optional() })),
          set: z.set(z.string()).optional(),
        }),
      },
    },
    (_req, res) => res.end(),
  );
  const ofJson = createClient<typeof json>('');
  ofJson.post('/', { body: { at: new Date(), deep: [{}] } });
  ofJson.post('/', { body: { at: null, deep: [] } });
  ofJson.post('/', { body: { at: null, deep: [{ big: 1n }] } });
  // @ts-expect-error a set
  ofJson.post('/', { body: { at: null, deep: [], set: new Set(['a']) } });
});

test('in the response body, brands are kept, bigints are numbers, and maps are empty', async () => {
  const Id = z.string().brand<'Id'>();
  const Point = z.object({ x: z.number() }).brand<'Point'>();
  const branded = createServer().get(
    '/',
    {
      schema: {
        response: {
          200: z.object({
            id: Id,
            ids: z.array(Id),
            point: Point,
            at: z.date().brand<'At'>(),
            big: z.bigint(),
          }),
        },
      },
    },
    (_req, res) => res.end(),
  );
  const result = await createClient<typeof branded>('').get('/');
  if (result.status !== 200) return;
  expectTypeOf(result.body.id).toEqualTypeOf<z.infer<typeof Id>>();
  expectTypeOf(result.body.ids).toEqualTypeOf<z.infer<typeof Id>[]>();
  expectTypeOf(result.body.point).toExtend<z.infer<typeof Point>>();
  expectTypeOf(result.body.at).toEqualTypeOf<string>();
  expectTypeOf(result.body.big).toEqualTypeOf<number>();
});

test('the types of a declaration file, where optional properties may be undefined, are accepted', () => {
  interface Built {
    readonly '~routes'?:
      | { readonly get: { readonly '/a': { readonly params: { readonly id?: string | undefined } } } }
      | undefined;
  }
  createClient<Built>('');
  createClient<{ readonly '~routes'?: undefined }>('');
});

test('a path without a leading slash has no route, as at run time, except below the prefix of a scope', () => {
  const at = { schema: { response: { 200: z.string() } } };
  const inner = Router()
    .get('a', at, () => 'never')
    .get('/b', at, () => 'b');
  const served = createServer()
    .get('c', at, () => 'never')
    .use('/d', inner)
    .use('e', inner)
    .use(inner)
    .register((scope: Scope) => scope.get('f', at, () => 'f').use('g', inner), { prefix: '/scope' })
    .register((scope: Scope) => scope.get('h', at, () => 'never'));
  const of = createClient<typeof served>('');
  expectTypeOf<Parameters<typeof of.get>[0]>().toEqualTypeOf<'/b' | '/d/b' | '/scope/f' | '/scope/g/b'>();
});
