import { type RunningExample, startExample } from '@nextpress-internal/example-process';
import { afterAll, beforeAll, expect, test } from 'vitest';

let example: RunningExample;
beforeAll(async () => {
  example = await startExample(new URL('..', import.meta.url), { script: 'dist/server.js' });
});
afterAll(() => example.interrupt());

test('individual packages work together', async () => {
  const response = await fetch(`${example.url}/greetings/ja`, { headers: { Origin: 'https://example.com' } });
  expect(response.headers.get('server-timing')).toBe('app');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.json()).toEqual({ text: 'こんにちは', html: 'こんにちは' });
});

test('its error handler responds', async () => {
  const response = await fetch(`${example.url}/greetings/xx`);
  expect(response.status).toBe(422);
  expect(await response.json()).toEqual({ message: 'no greeting in xx' });
});
