import assert from 'node:assert/strict';
import { test } from 'node:test';
import { app } from '../src/app.ts';

test('greets by name', async () => {
  const response = await app.request('/hello/ada');
  assert.equal(response.status, 200);
  assert.equal(await response.text(), 'Hello ada');
});
