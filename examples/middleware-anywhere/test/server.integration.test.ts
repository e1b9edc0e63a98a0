import { type RunningExample, startExample } from '@nextpress-internal/example-process';
import { afterAll, beforeAll, expect, test } from 'vitest';

let example: RunningExample;
beforeAll(async () => {
  example = await startExample(new URL('..', import.meta.url));
});
afterAll(() => example.interrupt());

const post = (body: string) =>
  fetch(`${example.url}/echo`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });

test('json-body parses the body for Express', async () => {
  expect(await (await post('{"a":[1,2]}')).json()).toEqual({ a: [1, 2] });
});

test('json-body passes errors to the error handler of Express', async () => {
  expect((await post('{"a":')).status).toBe(400);
  expect((await post(JSON.stringify('x'.repeat(2_000)))).status).toBe(413);
});

test('cors responds to a preflight in front of Express', async () => {
  const response = await fetch(`${example.url}/echo`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'POST' },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('https://example.com');
  expect(response.headers.get('access-control-allow-credentials')).toBe('true');
});

test('static serves a range of a file in Express', async () => {
  const response = await fetch(`${example.url}/hello.txt`, { headers: { Range: 'bytes=0-4' } });
  expect(response.status).toBe(206);
  expect(await response.text()).toBe('Hello');
});

test('a missing file falls through to Express', async () => {
  expect((await fetch(`${example.url}/none.txt`)).status).toBe(404);
});
