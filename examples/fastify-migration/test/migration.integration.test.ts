import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RunningExample, startExample } from '@nextpress-internal/example-process';
import { afterAll, beforeAll, expect, test } from 'vitest';

const upstream = createServer((req, res) => res.end(`the price of ${req.url}`));
let before: RunningExample;
let after: RunningExample;
/** Of a session in each. */
let cookies: string[];

beforeAll(async () => {
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  const env = {
    JWT_SECRET: 'a secret of at least 32 characters',
    API_KEY: 'key-1',
    PRICES: `http://127.0.0.1:${port}`,
  };
  const folder = new URL('..', import.meta.url);
  [before, after] = await Promise.all([
    startExample(folder, { script: 'before/server.mjs', env }),
    startExample(folder, { script: 'after/server.mjs', env }),
  ]);
  const sessions = [before, after].map((example) => send(example, '/session', login));
  cookies = (await Promise.all(sessions)).map(
    ({ headers }) => headers.getSetCookie()[0]?.split(';')[0] ?? '',
  );
});

afterAll(async () => {
  await after?.interrupt();
  await before?.interrupt();
  upstream.close();
});

interface Sent extends Omit<RequestInit, 'body'> {
  readonly json?: unknown;
  readonly text?: string;
}

const post = (json: unknown, headers: Record<string, string> = {}): Sent => ({
  method: 'POST',
  json,
  headers,
});
const login = post({ name: 'ada', password: 'correct horse' });

/** Sends a request, with the cookie of a session for `as: 'ada'`. */
async function send({ url }: RunningExample, path: string, { json, text, ...init }: Sent, cookie = '') {
  const headers = new Headers(init.headers);
  if (cookie !== '') headers.set('Cookie', cookie);
  if (json !== undefined) headers.set('Content-Type', 'application/json');
  const body = json === undefined ? text : JSON.stringify(json);
  return fetch(url.replace('localhost', '127.0.0.1') + path, {
    ...init,
    headers,
    ...(body !== undefined && { body }),
  });
}

/** Tokens and dates. Express deletes a cookie by a date, Fastify also by an age. */
const VARIES = /^(?:token=|Expires=|Max-Age=0)/;

/** The parts of a response that are compared. */
async function responseOf(example: RunningExample, path: string, init: Sent, cookie?: string) {
  const response = await send(example, path, init, cookie);
  const { status, headers } = response;
  const text = await response.text();
  const attributes = headers
    .getSetCookie()
    .map((line) => line.split('; ').filter((part) => !VARIES.test(part)));
  return {
    status,
    type: headers.get('content-type'),
    location: headers.get('location'),
    remaining: headers.get('x-ratelimit-remaining'),
    version: headers.get('x-api-version'),
    cookies: attributes.map((parts) => parts.toSorted()),
    body: text.startsWith('{') ? JSON.parse(text) : text,
  };
}

async function both(path: string, init: Sent = {}, [first, second]: readonly string[] = []) {
  return [await responseOf(before, path, init, first), await responseOf(after, path, init, second)] as const;
}

async function expectSame(path: string, init: Sent = {}, sessions: readonly string[] = []) {
  const [expected, actual] = await both(path, init, sessions);
  expect(actual).toEqual(expected);
  return expected;
}

const READING = ['/notes/1', '/notes/7', '/notes/', '/Notes', '/status', '/none?a=1', '/prices/milk'];

test.each(READING)('%s has the same response', async (path) => {
  await expectSame(path);
  await expectSame(path, {}, cookies);
});

test('a session begins, is read and ends', async () => {
  expect(await expectSame('/session', login)).toMatchObject({ status: 200, body: { name: 'ada' } });
  expect(await expectSame('/session', {}, cookies)).toMatchObject({ body: { name: 'ada' } });
  expect(await expectSame('/session')).toMatchObject({ status: 401, body: { message: 'Please log in.' } });
  expect(await expectSame('/session', { method: 'DELETE' })).toMatchObject({ status: 204 });
});

test('failed logins are limited', async () => {
  const wrong = post({ name: 'ada', password: 'wrong' });
  expect(await expectSame('/session', wrong)).toMatchObject({ status: 401, remaining: '0' });
  expect(await expectSame('/session', wrong)).toMatchObject({ status: 429 });
});

test('one of two guards is enough', async () => {
  const withKey: Sent = { headers: { 'X-Api-Key': 'key-1' } };
  expect(await expectSame('/notes', withKey)).toMatchObject({ body: { for: 'api' } });
  expect(await expectSame('/notes', {}, cookies)).toMatchObject({ body: { for: 'ada' } });
  expect(await expectSame('/notes')).toMatchObject({ status: 401 });
  const withWrongKey: Sent = { headers: { 'X-Api-Key': 'key-2' } };
  expect(await expectSame('/notes', withWrongKey)).toMatchObject({ status: 401 });
});

test('a note is added and removed by its owner', async () => {
  const note = post({ text: 'Buy milk' });
  expect(await expectSame('/notes', note)).toMatchObject({ status: 401 });
  expect(await expectSame('/notes', note, cookies)).toMatchObject({ status: 201, location: '/notes/2' });
  expect(await expectSame('/notes/1', { method: 'DELETE' }, cookies)).toMatchObject({ status: 403 });
  expect(await expectSame('/notes', note, cookies)).toMatchObject({ location: '/notes/3' });
  expect(await expectSame('/notes/2', { method: 'DELETE' }, cookies)).toMatchObject({ status: 204 });
  expect(await expectSame('/notes', note, cookies)).toMatchObject({ location: '/notes/4' });
});

test('guards come before validation', async () => {
  expect(await expectSame('/notes', post({}))).toMatchObject({ status: 401 });
});

test.each([
  '/members',
  '/members?limit=3',
  '/members?limit=0',
  '/members?tag=staff',
  '/members?tag=staff&tag=admin',
  '/members/2',
  '/members/7',
  '/members/x',
  '/members/export',
])('the hooks, schemas and streams of %s have the same response', async (path) => {
  const [expected, head] = [await expectSame(path), await expectSame(path, { method: 'HEAD' })];
  expect(head).toMatchObject({ status: expected.status, version: '2', body: '' });
});

test('a redirect has the same status and location', async () => {
  const [expected, actual] = await both('/members/moved', { redirect: 'manual' });
  expect(actual).toMatchObject({ status: 308, location: '/members' });
  expect([actual.status, actual.location]).toEqual([expected.status, expected.location]);
});

test('a parser of another type, a decorated response and a route for two methods', async () => {
  const csv = (text: string): Sent => ({ method: 'POST', text, headers: { 'Content-Type': 'text/csv' } });
  expect(await expectSame('/members', csv('a,b\n1,2'))).toMatchObject({
    status: 201,
    location: '/members/4',
    body: {
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
    },
  });
  expect((await both('/members', csv('x'.repeat(101)))).map(({ status }) => status)).toEqual([413, 413]);
  expect(await expectSame('/members/settings', { method: 'PUT' })).toMatchObject({
    body: { method: 'PUT', route: '/members/settings' },
  });
  await expectSame('/members/settings', { method: 'PATCH' });
});

test.each([
  ['/notes/x', {}],
  ['/notes', post({})],
  ['/notes', post({ text: 'x'.repeat(21) })],
  ['/notes', { method: 'POST', text: '{', headers: { 'Content-Type': 'application/json' } }],
  ['/notes', { method: 'POST', text: 'a,b', headers: { 'Content-Type': 'text/csv' } }],
] satisfies [string, Sent][])(
  'an invalid request has the same status and another message: %s %o',
  async (path, init) => {
    const [expected, actual] = await both(path, init, cookies);
    expect({ ...actual, body: { ...actual.body, message: '' } }).toEqual({
      ...expected,
      body: { statusCode: expected.status, error: expected.body.error, message: '' },
    });
  },
);

test.each(['/notes', '/session'])('PUT %s is 405 instead of 404', async (path) => {
  const [expected, actual] = await both(path, { method: 'PUT' });
  expect([expected.status, actual.status]).toEqual([404, 405]);
});
