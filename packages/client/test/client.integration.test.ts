import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { jsonBody } from '@nextpress/json-body';
import { multipart } from '@nextpress/multipart';
import { type Application, createServer, Router, type Scope } from '@nextpress/server';
import { validate } from '@nextpress/validate';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createClient } from '../src/index.ts';

const item = z.object({ id: z.string(), at: z.date() });

function createApp() {
  return createServer({ logError: () => {} })
    .register(validate())
    .use(jsonBody())
    .get('/items/:id', { schema: { response: { 200: item } } }, (req, res) =>
      res.json({ id: req.params.id, at: new Date(0) }),
    )
    .post(
      '/items',
      {
        schema: {
          query: z.object({ tag: z.array(z.string()), since: z.coerce.date<Date>().optional() }),
          body: z.object({ total: z.number() }),
          response: { 201: z.object({ total: z.number(), tags: z.number(), key: z.string() }) },
        },
      },
      (req, res) => {
        const { body, query, headers } = req;
        res.status(201).json({ total: body.total, tags: query.tag.length, key: String(headers['x-key']) });
      },
    )
    .delete('/items/:id', { schema: { params: z.object({ id: z.string() }) } }, (_req, res) =>
      res.sendStatus(204),
    )
    .put('/form', { schema: { response: { 200: z.string() } } }, (req, res) =>
      res.type('text').send(String(req.headers['content-type']).split(';')[0]),
    );
}

async function clientOf(options?: Parameters<typeof createClient>[1]) {
  return createClient<ReturnType<typeof createApp>>(`${await originOf(createApp())}/`, options);
}

async function originOf(app: Application): Promise<string> {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void app.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a request with params resolves with the status, the body and the headers', async () => {
  const client = await clientOf();
  const result = await client.get('/items/:id', { params: { id: 'a/b ü' } });
  expect(result).toEqual({
    status: 200,
    ok: true,
    body: { id: 'a/b ü', at: '1970-01-01T00:00:00.000Z' },
    headers: expect.any(Headers),
  });
});

test('query, body and headers are sent', async () => {
  const client = await clientOf({ headers: async () => ({ 'X-Key': 'k', 'X-None': undefined }) });
  const result = await client.post('/items', { query: { tag: ['a', 'b'] }, body: { total: 3 } });
  expect([result.status, result.body]).toEqual([201, { total: 3, tags: 2, key: 'k' }]);
  const other = await client.post('/items', {
    query: { tag: ['a', 'b'], since: new Date(0) },
    body: { total: 3 },
    headers: { 'x-key': 'other' },
  });
  expect(other.body).toEqual({ total: 3, tags: 2, key: 'other' });
});

test('an undeclared status resolves, and a missing body is undefined', async () => {
  const client = await clientOf();
  const invalid = await client.post('/items', { query: { tag: ['a', 'b'] }, body: { total: 'x' as never } });
  expect([invalid.status, invalid.ok]).toEqual([400, false]);
  expect(invalid.body).toMatchObject({ code: 'ERR_VALIDATION' });
  const deleted = await client.delete('/items/:id', { params: { id: '1' } });
  expect([deleted.status, deleted.body]).toEqual([204, undefined]);
});

test('a form is sent unchanged, and plain text is not parsed', async () => {
  const client = await clientOf();
  const result = await client.put('/form', { body: new FormData() });
  expect(result.body).toBe('multipart/form-data');
});

test('an aborted signal and an invalid param reject', async () => {
  const client = await clientOf();
  const aborted = client.get('/items/:id', { params: { id: '1' }, signal: AbortSignal.abort() });
  await expect(aborted).rejects.toThrow('aborted');
  await expect(client.get('/items/:id', { params: { id: '..' } })).rejects.toThrow('Invalid params');
});

test('routes of mounted routers and of plugins respond at the paths in the type of the application', async () => {
  const whole = (value: string) => ({ schema: { response: { 200: z.literal(value) } } }) as const;
  const users = Router({ mergeParams: true })
    .get('/', whole('users'), () => 'users')
    .get('/:id', whole('user'), () => 'user');
  const notes = (scope: Scope) =>
    scope.get('/', whole('notes'), () => 'notes').register(async (inner) => inner.use('/of/:org', users));
  const app = createServer()
    .use('/orgs/:org/', Router().use('/users', users))
    .use(Router().get('/', whole('home'), () => 'home'))
    .register(notes, { prefix: '/:year/notes' })
    .use(
      '/inner{/:version}',
      createServer().get('/*path', whole('inner'), () => 'inner'),
    );
  const client = createClient<typeof app>(await originOf(app));

  const results = [
    client.get('/'),
    client.get('/orgs/:org/users', { params: { org: 1 } }),
    client.get('/orgs/:org/users/:id', { params: { org: 1, id: 2 } }),
    client.get('/:year/notes', { params: { year: 2026 } }),
    client.get('/:year/notes/of/:org', { params: { year: 2026, org: 1 } }),
    client.get('/:year/notes/of/:org/:id', { params: { year: 2026, org: 1, id: 2 } }),
    client.get('/inner{/:version}/*path', { params: { path: ['a', 'b'] } }),
  ];
  const bodies = (await Promise.all(results)).map(({ body }) => body);
  expect(bodies).toEqual(['home', 'users', 'user', 'notes', 'users', 'user', 'inner']);
});

test('the option fetch sends the requests, relative to the page with an empty base URL', async () => {
  const urls: string[] = [];
  const client = createClient<ReturnType<typeof createApp>>('', {
    fetch: async (url) => {
      urls.push(url);
      return Response.json({ id: '1', at: '' });
    },
  });
  await client.get('/items/:id', { params: { id: 1 } });
  expect(urls).toEqual(['/items/1']);
});

test('unknown options throw', async () => {
  expect(() => createClient('' as never, { header: {} } as never)).toThrow(
    'Unknown option "header" of createClient(): expected one of headers, fetch.',
  );
  const client = await clientOf();
  await expect(client.get('/items/:id', { params: { id: '1' }, json: 1 } as never)).rejects.toThrow(
    'Unknown option "json" of client.get()',
  );
});

test('a form is sent with its fields and file, without the file and as FormData', async () => {
  const app = createServer()
    .register(validate())
    .post(
      '/avatars/:user',
      multipart(),
      {
        schema: {
          body: z.object({ age: z.number(), image: z.file().max(10).optional(), tags: z.array(z.string()) }),
          response: {
            201: z.object({ user: z.string(), age: z.number(), size: z.number(), tags: z.number() }),
          },
        },
      },
      (req, res) => {
        const { age, image, tags } = req.body;
        res.status(201).json({ user: req.params.user, age, size: image?.size ?? 0, tags: tags.length });
      },
    );
  const client = createClient<typeof app>(await originOf(app), {
    headers: { 'Content-Type': 'application/json' },
  });
  const params = { user: 'ada' };
  const image = new File(['image'], 'a.png');
  const sent = await client.post('/avatars/:user', { params, form: { age: 36, image, tags: ['a'] } });
  expect([sent.status, sent.body]).toEqual([201, { user: 'ada', age: 36, size: 5, tags: 1 }]);
  const without = await client.post('/avatars/:user', { params, form: { age: 36, tags: [] } });
  expect([without.status, without.body]).toEqual([201, { user: 'ada', age: 36, size: 0, tags: 0 }]);
  const body = new FormData();
  body.append('age', '1');
  body.append('image', image);
  const form = await client.post('/avatars/:user', { params, body });
  expect([form.status, form.body]).toEqual([201, { user: 'ada', age: 1, size: 5, tags: 0 }]);
});

test('a failure without a body, or with text, has no details', async () => {
  const app = createServer()
    .get('/empty', { schema: {} }, (_req, res) => res.status(404).end())
    .get('/text', { schema: {} }, (_req, res) => res.status(502).type('html').send('<h1>Bad Gateway</h1>'));
  const client = createClient<typeof app>(await originOf(app));
  for (const path of ['/empty', '/text'] as const) {
    const result = await client.get(path);
    expect(result.ok ? 'ok' : result.body?.detail).toBeUndefined();
  }
});

test('a client reaches each path that its type has, and the server has none of the others', async () => {
  const at = { schema: { response: { 200: z.string() } } };
  const inner = Router()
    .get('a', at, () => 'a')
    .get('/b', at, () => 'b');
  const app = createServer()
    .get('c', at, () => 'c')
    .use('/d', inner)
    .use('e', inner)
    .use(inner)
    .register((scope: Scope) => scope.get('f', at, () => 'f').use('g', inner), { prefix: '/scope' })
    .register((scope: Scope) => scope.get('h', at, () => 'h'));
  const url = await originOf(app);
  const client = createClient<typeof app>(url);
  const typed = ['/b', '/d/b', '/scope/f', '/scope/g/b'] satisfies Parameters<typeof client.get>[0][];
  for (const path of typed) expect((await client.get(path)).status).toBe(200);
  for (const path of ['/a', '/c', '/d/a', '/e/a', '/e/b', '/scope/g/a', '/h'])
    expect((await fetch(url + path)).status).toBe(404);
});
