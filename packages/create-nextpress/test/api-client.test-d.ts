import { createClient, type InferRequest, type InferResponse, type ProblemDetails } from '@nextpress/client';
import { expectTypeOf, test } from 'vitest';
import type { createApp } from '../templates/api/src/app.ts';

interface Api extends ReturnType<typeof createApp> {}

const client = createClient<Api>('http://localhost:3000');

test('a client of the template api includes the routes of its scope with their prefix', async () => {
  expectTypeOf<keyof typeof client>().toEqualTypeOf<'get' | 'post' | 'delete'>();
  expectTypeOf<InferRequest<Api, 'post', '/todos'>['body']>().toEqualTypeOf<{
    readonly title: string;
    readonly done?: boolean | undefined;
  }>();
  expectTypeOf<InferResponse<Api, 'get', '/todos'>>().toEqualTypeOf<
    { id: string; title: string; done: boolean }[]
  >();
  const found = await client.get('/todos/:id', { params: { id: '7' } });
  if (found.status === 404) expectTypeOf(found.body).toEqualTypeOf<ProblemDetails | undefined>();
  await client.delete('/todos/:id', { params: { id: '7' } });
  // @ts-expect-error without the prefix
  await client.get('/:id', { params: { id: '7' } });
  // @ts-expect-error no id
  await client.get('/todos/:id');
});
