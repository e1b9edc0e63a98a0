import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inject } from '@nextpress/inject';
import { createApp } from '../src/app.ts';

test('creates, reads and deletes a todo', async () => {
  const app = createApp();
  const created = await inject(app, { method: 'POST', url: '/todos', body: { title: 'Write tests' } });
  assert.equal(created.status, 201);
  const url = String(created.headers.location);
  assert.equal((await inject(app, url)).json<{ title: string }>().title, 'Write tests');
  assert.equal((await inject(app, { method: 'DELETE', url })).status, 204);
  assert.equal((await inject(app, url)).status, 404);
});

test('rejects an invalid todo and names the field', async () => {
  const response = await inject(createApp(), { method: 'POST', url: '/todos', body: { title: '' } });
  assert.equal(response.status, 400);
  assert.match(response.body, /body\.title/);
});

test('documents its routes', async () => {
  const { paths } = (await inject(createApp(), '/openapi.json')).json<{ paths: object }>();
  assert.deepEqual(Object.keys(paths), ['/todos', '/todos/{id}']);
});
