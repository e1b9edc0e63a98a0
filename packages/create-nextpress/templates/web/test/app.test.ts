import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inject } from '@nextpress/inject';
import { createApp } from '../src/app.ts';

test('shows the note, and remembers the name', async () => {
  const app = createApp();
  const form = new FormData();
  form.append('author', 'Ada');
  form.append('text', 'Hello <b>');
  const written = await inject(app, { method: 'POST', url: '/notes', body: form });
  assert.equal(written.status, 303);
  const [cookie] = written.cookies;
  assert.ok(cookie);
  const { body } = await inject(app, { url: '/', cookies: { [cookie.name]: cookie.value } });
  assert.match(body, /Hello &lt;b&gt;/);
  assert.match(body, /value="Ada"/);
});

test('rejects an empty form, and bodies that are not forms', async () => {
  const form = new FormData();
  form.append('author', 'Ada');
  assert.equal((await inject(createApp(), { method: 'POST', url: '/notes', body: form })).status, 422);
  assert.equal((await inject(createApp(), { method: 'POST', url: '/notes' })).status, 422);
  assert.equal(
    (await inject(createApp(), { method: 'POST', url: '/notes', body: { author: 'Ada' } })).status,
    415,
  );
});
