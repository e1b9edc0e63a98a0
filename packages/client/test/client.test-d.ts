import { createServer, Router } from '@nextpress/server';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createClient } from '../src/index.ts';

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

test('params, query, headers and body are the inputs of the schemas, and required if those are', () => {
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
  if (result.status === 400) expectTypeOf(result.body).toBeUnknown();
  if (result.ok) expectTypeOf(result.body.due).toEqualTypeOf<string>();
});

test('default stands for every other status', async () => {
  const result = await client.post('/orders', { query: { dry: '1' }, body: { total: 2 } });
  if (result.status === 201) expectTypeOf(result.body.total).toEqualTypeOf<number>();
  if (!result.ok) expectTypeOf(result.body).toEqualTypeOf<{ error: string }>();
});

test('a router has its routes, and registrations that do not chain add nothing', () => {
  const router = Router().put('/a', { schema: { body: z.string() } }, () => {});
  createClient<typeof router>('').put('/a', { body: 'text' });
  const unchained = createServer();
  unchained.get('/a', { schema: {} }, () => {});
  // @ts-expect-error no routes
  createClient<typeof unchained>('');
});
