import { createHmac } from 'node:crypto';
import { type RunningExample, startExample } from '@nextpress-internal/example-process';
import { afterAll, beforeAll, expect, test } from 'vitest';

let before: RunningExample;
let after: RunningExample;

beforeAll(async () => {
  const folder = new URL('..', import.meta.url);
  [before, after] = await Promise.all([
    startExample(folder, { script: 'before/server.mjs' }),
    startExample(folder, { script: 'after/server.mjs' }),
  ]);
});

afterAll(async () => {
  await Promise.all([before?.interrupt(), after?.interrupt()]);
});

const HEADERS = [
  'location',
  'x-served-by',
  'access-control-allow-origin',
  'access-control-allow-credentials',
];

/** The parts of a response that are compared, without `Expires` of a cookie, which Express adds. */
async function responseOf({ url }: RunningExample, path: string, init: RequestInit) {
  const response = await fetch(url.replace('localhost', '127.0.0.1') + path, { redirect: 'manual', ...init });
  const { status, headers } = response;
  const [cookie = ''] = headers.getSetCookie();
  return {
    status,
    type: headers.get('content-type')?.split(';')[0],
    headers: HEADERS.map((name) => headers.get(name)),
    cookie: cookie
      .split('; ')
      .filter((part) => !part.startsWith('Expires='))
      .toSorted(),
    body: await response.text(),
  };
}

async function both(path: string, init: RequestInit = {}) {
  return [await responseOf(before, path, init), await responseOf(after, path, init)] as const;
}

const json = { 'Content-Type': 'application/json' };
const signed = { 'X-Signature': createHmac('sha256', 'secret').update('any bytes').digest('hex') };

test.each<[string, RequestInit]>([
  ['/notes', {}],
  ['/notes', { headers: { 'X-User': 'ada' } }],
  ['/notes?tag=a&tag=b', {}],
  ['/notes?tag=a', {}],
  ['/notes', { method: 'HEAD' }],
  ['/Notes', {}],
  ['/notes/1', {}],
  ['/notes/1/', {}],
  ['/notes/x', {}],
  ['/notes/7', {}],
  ['/notes/files/a/b.txt', {}],
  ['/notes/files', {}],
  ['/notes', { method: 'POST', headers: json, body: '{"text":"Buy milk"}' }],
  ['/notes', { method: 'POST', body: '{"text":"as text"}' }],
  ['/hook', { method: 'POST', headers: signed, body: 'any bytes' }],
  ['/hook', { method: 'POST', body: 'any bytes' }],
  ['/hook', { method: 'POST', headers: signed, body: 'other bytes' }],
  ['/theme', { headers: { Cookie: 'theme=dark' } }],
  ['/theme', {}],
  ['/ticks', {}],
  ['/fail', {}],
  ['/none', {}],
])('%s %o has the same response', async (path, init) => {
  const headers = { Origin: 'https://app.example', ...init.headers };
  const [expected, actual] = await both(path, { ...init, headers });
  expect(actual).toEqual(expected);
});

test('a redirect has a body', async () => {
  const [expected, actual] = await both('/theme', {
    method: 'POST',
    body: new URLSearchParams({ theme: 'dark' }),
  });
  expect(actual).toEqual({ ...expected, type: 'text/plain', body: 'See Other. Redirecting to /theme' });
});

test('credentials are allowed to requests of the origin, in Hono to all', async () => {
  const responses = await both('/notes');
  const allowed = responses.map(({ headers }) => headers.at(-1));
  expect(allowed).toEqual(['true', null]);
});

test.each<[string, RequestInit]>([
  ['/notes', { method: 'POST', headers: json, body: '{' }],
  ['/notes', { method: 'POST', headers: json, body: JSON.stringify({ text: 'x'.repeat(1000) }) }],
])('%s has the same status and another body', async (path, init) => {
  const [expected, actual] = await both(path, init);
  expect([actual.status]).toEqual([expected.status]);
});

test('the path of a router with a slash is 404 in Hono and the same as without it here', async () => {
  const [expected, actual] = await both('/notes/');
  expect(expected.status).toBe(404);
  expect(actual).toEqual((await both('/notes'))[1]);
});

test.each([
  ['PUT', 404, 405],
  ['OPTIONS', 404, 204],
])('%s is %i in Hono and %i here', async (method, expected, actual) => {
  const responses = await both('/theme', { method });
  expect(responses.map(({ status }) => status)).toEqual([expected, actual]);
});
