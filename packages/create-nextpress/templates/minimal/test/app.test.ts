import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inject } from '@nextpress/inject';
import { createApp } from '../src/app.ts';

test('greets by name', async () => {
  const response = await inject(createApp(), '/hello/ada');
  assert.equal(response.status, 200);
  assert.deepEqual(response.json(), { hello: 'ada' });
});
