import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inject } from '@nextpress/inject';
import { createApp } from '../src/app.ts';

test('creates, completes and deletes a task', async () => {
  const app = createApp();
  const created = await inject(app, { method: 'POST', url: '/api/tasks', body: { title: 'Write tests' } });
  assert.equal(created.status, 201);
  const { id } = created.json<{ id: string }>();
  const url = `/api/tasks/${id}`;
  assert.equal((await inject(app, { method: 'PATCH', url, body: { done: true } })).status, 200);
  assert.deepEqual((await inject(app, '/api/tasks')).json(), [{ id, title: 'Write tests', done: true }]);
  assert.equal((await inject(app, { method: 'DELETE', url })).status, 204);
  assert.equal((await inject(app, { method: 'DELETE', url })).status, 404);
});

test('rejects an invalid task and names the field', async () => {
  const response = await inject(createApp(), { method: 'POST', url: '/api/tasks', body: { title: ' ' } });
  assert.equal(response.status, 400);
  assert.match(response.body, /body\.title/);
});

test('responds to unknown API paths with an error, not with the page', async () => {
  const response = await inject(createApp(), '/api/missing');
  assert.equal(response.status, 404);
  assert.equal(response.json<{ code: string }>().code, 'NOT_FOUND');
});
