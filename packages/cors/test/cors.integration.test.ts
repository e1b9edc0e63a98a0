import { createServer } from 'node:http';
import { cors } from '@nextpress/cors';
import { exchange, listen } from '@nextpress-internal/test-kit';
import { describe, expect, test } from 'vitest';
import type { CorsMiddleware } from '../src/index.ts';
import { hosts } from './hosts.ts';

interface Answer {
  readonly status: number;
  readonly body: string;
  /** The fields that `cors` and `Vary` are about, by lower-case name. */
  readonly fields: Record<string, string>;
}

async function ask(
  middleware: CorsMiddleware,
  method: string,
  fields: Record<string, string>,
  host = 'bare Node',
): Promise<Answer> {
  const listener = hosts[host]?.(middleware);
  const server = await listen(createServer({ maxHeaderSize: 400_000 }, listener));
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} / HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}Connection: close\r\n\r\n`;
  const [response] = await exchange(server.port, head, { methods: [method] });
  await server.close();
  if (response === undefined) throw new Error('no response');
  const kept = Object.entries(response.headers).filter(([name]) => /^access-control-|^vary$/.test(name));
  return { status: response.status, body: response.body, fields: Object.fromEntries(kept) };
}

const fromA = { Origin: 'https://a.example' };
const preflight = { ...fromA, 'Access-Control-Request-Method': 'PUT' };

const chain =
  (first: CorsMiddleware, second: CorsMiddleware): CorsMiddleware =>
  (req, res, next) =>
    first(req, res, () => second(req, res, next));

describe.each(Object.keys(hosts))('in %s', (host) => {
  test('a request from an allowed origin is marked and goes on', async () => {
    const allow = cors({ origin: 'https://a.example', credentials: true, exposedHeaders: ['X-Total'] });
    expect(await ask(allow, 'GET', fromA, host)).toEqual({
      status: 200,
      body: 'hello',
      fields: {
        'access-control-allow-origin': 'https://a.example',
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'X-Total',
        vary: 'Origin',
      },
    });
  });

  test('a preflight is answered without going on', async () => {
    const allow = cors({ origin: [/^https:\/\/a\./], methods: 'PUT', maxAge: 600 });
    const fields = { ...preflight, 'Access-Control-Request-Headers': 'content-type,x-a' };
    expect(await ask(allow, 'OPTIONS', fields, host)).toEqual({
      status: 204,
      body: '',
      fields: {
        'access-control-allow-origin': 'https://a.example',
        'access-control-allow-methods': 'PUT',
        'access-control-allow-headers': 'content-type,x-a',
        'access-control-max-age': '600',
        vary: 'Origin, Access-Control-Request-Headers',
      },
    });
  });

  test('a rejection of the origin function reaches the error handler', async () => {
    const allow = cors({ origin: () => Promise.reject(new Error('no database')) });
    expect(await ask(allow, 'GET', fromA, host)).toEqual({ status: 500, body: 'no database', fields: {} });
  });

  test('what the origin function throws reaches the error handler', async () => {
    const allow = cors({
      origin: () => {
        throw new Error('no list');
      },
    });
    expect(await ask(allow, 'OPTIONS', preflight, host)).toMatchObject({ status: 500, body: 'no list' });
  });
});

test.each([undefined, null, '', 0])('an origin function that fails with %o is an error', async (reason) => {
  const message = `cors: the function given as "origin" failed with ${String(reason)}`;
  const late = cors({ origin: () => Promise.reject(reason) });
  expect(await ask(late, 'GET', fromA)).toEqual({ status: 500, body: message, fields: {} });
  const atOnce = cors({
    origin: () => {
      throw reason;
    },
  });
  expect(await ask(atOnce, 'GET', fromA)).toEqual({ status: 500, body: message, fields: {} });
});

test('a promise of another library is waited for like any other', async () => {
  const thenable: unknown = Object.fromEntries([['then', (done: (value: boolean) => void) => done(true)]]);
  const allow = cors({ origin: () => thenable as Promise<boolean> });
  expect((await ask(allow, 'GET', fromA)).fields['access-control-allow-origin']).toBe('https://a.example');
});

test('what next throws is an exception of its owner, not a rejection', async () => {
  const caught: unknown[] = [];
  const events = ['uncaughtException', 'unhandledRejection'];
  const others = events.map((event) => [event, process.listeners(event as 'exit')] as const);
  for (const event of events) process.removeAllListeners(event).on(event, () => caught.push(event));
  for (const origin of [async () => true, () => Promise.reject(new Error('no database'))]) {
    const allow = cors({ origin });
    const throwing: CorsMiddleware = (req, res) =>
      allow(req, res, () => {
        res.end();
        throw new Error('next');
      });
    await ask(throwing, 'GET', fromA);
  }
  for (const [event, listeners] of others) {
    process.removeAllListeners(event);
    for (const listener of listeners) process.on(event, listener);
  }
  expect(caught).toEqual(['uncaughtException', 'uncaughtException']);
});

test("the default is '*' for every request, and doesn't vary", async () => {
  expect((await ask(cors(), 'GET', {})).fields).toEqual({ 'access-control-allow-origin': '*' });
  expect((await ask(cors(), 'POST', fromA)).fields).toEqual({ 'access-control-allow-origin': '*' });
});

test('an origin that is not allowed gets no permission, and Vary all the same', async () => {
  const allow = cors({ origin: 'https://b.example', credentials: true, exposedHeaders: 'X-A', maxAge: 1 });
  expect(await ask(allow, 'GET', fromA)).toEqual({ status: 200, body: 'hello', fields: { vary: 'Origin' } });
  expect(await ask(allow, 'GET', {})).toEqual({ status: 200, body: 'hello', fields: { vary: 'Origin' } });
  expect(await ask(allow, 'OPTIONS', preflight)).toEqual({
    status: 204,
    body: '',
    fields: { vary: 'Origin, Access-Control-Request-Headers' },
  });
});

test('an origin function that is asynchronous is waited for', async () => {
  const allow = cors({ origin: async (origin) => origin.endsWith('//a.example') });
  const allowed = (await ask(allow, 'GET', fromA)).fields;
  expect(allowed).toEqual({ 'access-control-allow-origin': 'https://a.example', vary: 'Origin' });
  expect((await ask(allow, 'GET', { Origin: 'https://b.example' })).fields).toEqual({ vary: 'Origin' });
});

test('an origin function is not asked about a request without Origin', async () => {
  const allow = cors({
    origin: () => {
      throw new Error('asked');
    },
  });
  expect((await ask(allow, 'GET', {})).status).toBe(200);
});

test('a response sent before the origin function decided ends in an error, not in a crash', async () => {
  const errors: unknown[] = [];
  const allow = cors({ origin: async () => true });
  const early: CorsMiddleware = (req, res, next) => {
    allow(req, res, (error) => errors.push(error));
    next();
  };
  expect((await ask(early, 'GET', fromA)).status).toBe(200);
  expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('was sent before') })]);
});

test('OPTIONS that is no preflight goes on', async () => {
  expect(await ask(cors({ origin: true }), 'OPTIONS', fromA)).toMatchObject({ status: 200, body: 'hello' });
  const noOrigin = { 'Access-Control-Request-Method': 'PUT' };
  expect(await ask(cors(), 'OPTIONS', noOrigin)).toMatchObject({ status: 200, body: 'hello' });
});

test('preflightContinue sets the fields and goes on', async () => {
  const answer = await ask(cors({ preflightContinue: true, allowedHeaders: [] }), 'OPTIONS', preflight);
  expect(answer).toMatchObject({ status: 200, body: 'hello' });
  expect(answer.fields).toEqual({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
  });
});

test('optionsSuccessStatus 200 has a length of zero', async () => {
  expect(await ask(cors({ optionsSuccessStatus: 200 }), 'OPTIONS', preflight)).toMatchObject({
    status: 200,
    body: '',
  });
});

test('origin false does nothing, not even for a preflight', async () => {
  expect(await ask(cors({ origin: false }), 'OPTIONS', preflight)).toEqual({
    status: 200,
    body: 'hello',
    fields: {},
  });
});

test('Vary is added to what is there, once', async () => {
  const behind = (vary: string | string[], options: object): CorsMiddleware => {
    const allow = cors(options);
    return (req, res, next) => {
      res.setHeader('Vary', vary);
      allow(req, res, next);
    };
  };
  const varyOf = async (middleware: CorsMiddleware) => (await ask(middleware, 'GET', fromA)).fields.vary;
  expect(await varyOf(behind('Accept-Encoding', { origin: true }))).toBe('Accept-Encoding, Origin');
  expect(await varyOf(behind(['Accept', 'origin'], { origin: true }))).toBe('Accept,origin');
  expect(await varyOf(behind('*', { origin: true }))).toBe('*');
  expect(await varyOf(behind('Accept', {}))).toBe('Accept');
});

test('the last of several cors() decides', async () => {
  const open = cors({ origin: true, credentials: true, exposedHeaders: 'X-A' });
  const strict = cors({ origin: 'https://b.example' });
  expect((await ask(chain(open, strict), 'GET', fromA)).fields).toEqual({ vary: 'Origin' });
  expect((await ask(chain(strict, cors()), 'GET', fromA)).fields).toEqual({
    'access-control-allow-origin': '*',
    vary: 'Origin',
  });
});

test('origin false behind another cors() takes everything back', async () => {
  const off = cors({ origin: false });
  const open = { origin: true, credentials: true, exposedHeaders: 'X-A', maxAge: 1, preflightContinue: true };
  expect((await ask(chain(cors(open), off), 'GET', fromA)).fields).toEqual({ vary: 'Origin' });
  const asked = { ...preflight, 'Access-Control-Request-Headers': 'x-b' };
  expect(await ask(chain(cors(open), off), 'OPTIONS', asked)).toEqual({
    status: 200,
    body: 'hello',
    fields: { vary: 'Origin, Access-Control-Request-Headers' },
  });
});

test('a preflight is answered by the first of several cors(), or the last under preflightContinue', async () => {
  const methodsOf = async (middleware: CorsMiddleware) =>
    (await ask(middleware, 'OPTIONS', preflight)).fields['access-control-allow-methods'];
  const narrow = cors({ methods: 'PUT' });
  expect(await methodsOf(chain(narrow, cors({ methods: 'GET,PUT' })))).toBe('PUT');
  expect(await methodsOf(chain(cors({ methods: 'GET,PUT', preflightContinue: true }), narrow))).toBe('PUT');
  expect(await methodsOf(chain(cors({ origin: false }), narrow))).toBe('PUT');
});

test('a list of field names that is none is not reflected', async () => {
  const asked = { ...preflight, 'Access-Control-Request-Headers': 'x-a, <script>' };
  expect((await ask(cors(), 'OPTIONS', asked)).fields).not.toHaveProperty('access-control-allow-headers');
});

test('200,000 spaces in Access-Control-Request-Headers are answered like two', async () => {
  const asked = { ...preflight, 'Access-Control-Request-Headers': `a${' '.repeat(200_000)}b` };
  expect((await ask(cors(), 'OPTIONS', asked)).status).toBe(204);
});
