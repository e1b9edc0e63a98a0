import { type RunningExample, startExample } from '@nextpress-internal/example-process';
import { afterAll, beforeAll, expect, test } from 'vitest';

let example: RunningExample;
beforeAll(async () => {
  example = await startExample(new URL('..', import.meta.url));
});
afterAll(() => example.interrupt());

const get = (path: string, method = 'GET') => fetch(example.url + path, { method });

test('a handler receives decoded parameters', async () => {
  expect(await (await get('/hello/J%C3%BCrgen')).text()).toBe('Hello, Jürgen\n');
});

test('a wildcard captures the rest of the path', async () => {
  expect(await (await get('/files/a/b.txt?x=1')).text()).toBe('The file a/b.txt\n');
});

test('a path without a route is 404', async () => {
  expect((await get('/hello')).status).toBe(404);
});

test('another method is 405, with the allowed methods', async () => {
  const response = await get('/hello/a', 'POST');
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET');
});
