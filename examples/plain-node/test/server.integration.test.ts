import { type RunningExample, startExample } from '@nextpress-internal/example-process';
import { afterAll, beforeAll, expect, test } from 'vitest';

let example: RunningExample;
beforeAll(async () => {
  example = await startExample(new URL('..', import.meta.url));
});
afterAll(() => example.interrupt());

test('the helpers work on plain requests and responses', async () => {
  const response = await fetch(`${example.url}/?colour=green`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toEqual({ pathname: '/', query: { colour: 'green' } });
});

test('a redirect leads to the home page', async () => {
  const response = await fetch(`${example.url}/old`, { redirect: 'manual' });
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe('/');
});

test('sendStatus responds with the reason phrase', async () => {
  const response = await fetch(`${example.url}/none`);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('Not Found');
});
