import { cors } from '@nextpress/cors';
import { middlewareHosts } from '@nextpress-internal/test-kit/middleware-hosts';
import { describe, expect, test } from 'vitest';
import type { CorsMiddleware } from '../src/index.ts';
import { ask, fromA, lanes, preflight } from './ask.ts';

const places = Object.keys(middlewareHosts).flatMap((host) =>
  Object.keys(lanes).map((lane) => ({ host, lane })),
);

const chain =
  (first: CorsMiddleware, second: CorsMiddleware): CorsMiddleware =>
  (req, res, next) =>
    first(req, res, () => second(req, res, next));

describe.each(places)('in $host with $lane', (place) => {
  test('a request of an allowed origin gets its headers and continues', async () => {
    const allow = cors({ origin: 'https://a.example', credentials: true, exposedHeaders: ['X-Total'] });
    expect(await ask(allow, 'GET', fromA, place)).toEqual({
      status: 200,
      body: 'hello',
      headers: {
        'access-control-allow-origin': 'https://a.example',
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'X-Total',
        vary: 'Origin',
      },
    });
  });

  test('a preflight gets its response and does not continue', async () => {
    const allow = cors({ origin: [/^https:\/\/a\./], methods: 'PUT', maxAge: 600 });
    const headers = { ...preflight, 'Access-Control-Request-Headers': 'content-type,x-a' };
    expect(await ask(allow, 'OPTIONS', headers, place)).toEqual({
      status: 204,
      body: '',
      headers: {
        'access-control-allow-origin': 'https://a.example',
        'access-control-allow-methods': 'PUT',
        'access-control-allow-headers': 'content-type,x-a',
        'access-control-max-age': '600',
        vary: 'Origin, Access-Control-Request-Headers',
      },
    });
  });

  test('a rejection of the origin function is passed to next', async () => {
    const allow = cors({ origin: () => Promise.reject(new Error('no database')) });
    expect(await ask(allow, 'GET', fromA, place)).toEqual({ status: 500, body: 'no database', headers: {} });
  });

  test('an error thrown by the origin function is passed to next', async () => {
    const allow = cors({
      origin: () => {
        throw new Error('no list');
      },
    });
    expect(await ask(allow, 'OPTIONS', preflight, place)).toMatchObject({ status: 500, body: 'no list' });
  });
});

test.each([undefined, null, '', 0, 'route', 'router'])(
  'next is called with an error when the options function fails with %o',
  async (reason) => {
    const message = `cors(): the options function threw ${String(reason)}`;
    expect(
      await ask(
        cors(() => Promise.reject(reason)),
        'GET',
        fromA,
      ),
    ).toMatchObject({ status: 500, body: message });
    const atOnce = cors(() => {
      throw reason;
    });
    expect(await ask(atOnce, 'GET', fromA)).toMatchObject({ status: 500, body: message });
  },
);

test.each([undefined, null, '', 0, 'route', 'router'])(
  'next is called with an error when the origin function fails with %o',
  async (reason) => {
    const message = `cors(): the \`origin\` function threw ${String(reason)}`;
    const late = cors({ origin: () => Promise.reject(reason) });
    expect(await ask(late, 'GET', fromA)).toEqual({ status: 500, body: message, headers: {} });
    const atOnce = cors({
      origin: () => {
        throw reason;
      },
    });
    expect(await ask(atOnce, 'GET', fromA)).toEqual({ status: 500, body: message, headers: {} });
  },
);

test('a thenable of another library is awaited', async () => {
  const thenable: unknown = Object.fromEntries([['then', (done: (value: boolean) => void) => done(true)]]);
  const allow = cors({ origin: () => thenable as Promise<boolean> });
  expect((await ask(allow, 'GET', fromA)).headers['access-control-allow-origin']).toBe('https://a.example');
});

test('an error thrown by next is an uncaught exception, not a rejection', async () => {
  const caught: unknown[] = [];
  const events = ['uncaughtException', 'unhandledRejection'];
  const others = events.map((event) => [event, process.listeners(event as 'exit')] as const);
  for (const event of events) process.removeAllListeners(event).on(event, () => caught.push(event));
  const no = () => Promise.reject(new Error('no database'));
  const calledBack = (_origin: unknown, callback: (error: null, allow: boolean) => void) =>
    callback(null, true);
  for (const options of [
    { origin: async () => true },
    { origin: no },
    { origin: calledBack },
    async () => ({}),
    no,
  ]) {
    const allow = cors(options);
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
  expect(caught).toEqual(Array(5).fill('uncaughtException'));
});

test("the default is '*' for every request, without Vary", async () => {
  expect((await ask(cors(), 'GET', {})).headers).toEqual({ 'access-control-allow-origin': '*' });
  expect((await ask(cors(), 'POST', fromA)).headers).toEqual({ 'access-control-allow-origin': '*' });
});

test('an origin that is not allowed gets Vary, but no permission', async () => {
  const allow = cors({ origin: 'https://b.example', credentials: true, exposedHeaders: 'X-A', maxAge: 1 });
  expect(await ask(allow, 'GET', fromA)).toEqual({ status: 200, body: 'hello', headers: { vary: 'Origin' } });
  expect(await ask(allow, 'GET', {})).toEqual({ status: 200, body: 'hello', headers: { vary: 'Origin' } });
  expect(await ask(allow, 'OPTIONS', preflight)).toEqual({
    status: 204,
    body: '',
    headers: { vary: 'Origin, Access-Control-Request-Headers' },
  });
});

test('an asynchronous origin function is awaited', async () => {
  const allow = cors({ origin: async (origin) => origin.endsWith('//a.example') });
  const allowed = (await ask(allow, 'GET', fromA)).headers;
  expect(allowed).toEqual({ 'access-control-allow-origin': 'https://a.example', vary: 'Origin' });
  expect((await ask(allow, 'GET', { Origin: 'https://b.example' })).headers).toEqual({ vary: 'Origin' });
});

test('an origin function is not called for requests without Origin', async () => {
  const allow = cors({
    origin: () => {
      throw new Error('asked');
    },
  });
  expect((await ask(allow, 'GET', {})).status).toBe(200);
});

test.each([cors({ origin: async () => true }), cors(async () => ({ origin: true }))])(
  'next is called with an error when the response is sent before the function settled',
  async (allow) => {
    const errors: unknown[] = [];
    const early: CorsMiddleware = (req, res, next) => {
      allow(req, res, (error) => errors.push(error));
      next();
    };
    expect((await ask(early, 'GET', fromA)).status).toBe(200);
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining('was sent before') }),
    ]);
  },
);

test('options are chosen for each request, by return value or callback', async () => {
  const open = Object.freeze({ exposedHeaders: 'X-Open' });
  const closed = { origin: false };
  const byLanguage = (language: string | undefined) => (language === undefined ? closed : open);
  const choices = [
    cors((req) => byLanguage(req.headers['accept-language'])),
    cors(async (req) => byLanguage(req.headers['accept-language'])),
    cors((req, callback) => callback(null, byLanguage(req.headers['accept-language']))),
  ];
  for (const allow of choices) {
    for (let i = 0; i < 2; i++) {
      expect((await ask(allow, 'GET', { ...fromA, 'Accept-Language': 'en' })).headers).toEqual({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'X-Open',
        vary: 'Origin',
      });
      expect((await ask(allow, 'GET', fromA)).headers).toEqual({ vary: 'Origin' });
      expect(await ask(allow, 'OPTIONS', preflight)).toMatchObject({ status: 200, body: 'hello' });
    }
  }
});

test.each([undefined, null, '*', true])('next is called with an error when %s is chosen', async (chosen) => {
  for (const allow of [cors(() => chosen as never), cors(async () => chosen as never)]) {
    const response = await ask(allow, 'GET', fromA);
    expect(response).toMatchObject({
      status: 500,
      body: expect.stringContaining(
        'Invalid result of the function passed to cors(): expected an object of options',
      ),
    });
  }
});

test('next is called with an error when the chosen options are invalid', async () => {
  const response = await ask(
    cors(() => ({ credentials: true })),
    'GET',
    fromA,
  );
  expect(response).toMatchObject({ status: 500, body: expect.stringContaining('"credentials: true"') });
});

test('Cache-Control is set for allowed preflights only', async () => {
  const allow = cors({ origin: 'https://a.example', cacheControl: 'max-age=60' });
  expect((await ask(allow, 'OPTIONS', preflight)).headers['cache-control']).toBe('max-age=60');
  expect((await ask(allow, 'GET', fromA)).headers).not.toHaveProperty('cache-control');
  const other = { ...preflight, Origin: 'https://b.example' };
  expect((await ask(allow, 'OPTIONS', other)).headers).not.toHaveProperty('cache-control');
});

test('two origins in a request are not allowed', async () => {
  const two = { Origin: 'https://evil.example', origin: 'https://a.example' };
  const one = { Origin: 'https://evil.example, https://a.example' };
  for (const headers of [two, one]) {
    for (const origin of [true, /a\.example$/, () => true, 'https://a.example']) {
      const response = await ask(cors({ origin, credentials: true }), 'GET', headers);
      expect(response.headers).toEqual({ vary: 'Origin' });
    }
  }
});

test('an OPTIONS request that is not a preflight continues', async () => {
  expect(await ask(cors({ origin: true }), 'OPTIONS', fromA)).toMatchObject({ status: 200, body: 'hello' });
  const noOrigin = { 'Access-Control-Request-Method': 'PUT' };
  expect(await ask(cors(), 'OPTIONS', noOrigin)).toMatchObject({ status: 200, body: 'hello' });
});

test('preflightContinue sets the headers and calls next', async () => {
  const response = await ask(cors({ preflightContinue: true, allowedHeaders: [] }), 'OPTIONS', preflight);
  expect(response).toMatchObject({ status: 200, body: 'hello' });
  expect(response.headers).toEqual({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
  });
});

test('optionsSuccessStatus 200 has Content-Length: 0', async () => {
  expect(await ask(cors({ optionsSuccessStatus: 200 }), 'OPTIONS', preflight)).toMatchObject({
    status: 200,
    body: '',
  });
});

test('origin: false changes nothing, not even for a preflight', async () => {
  expect(await ask(cors({ origin: false }), 'OPTIONS', preflight)).toEqual({
    status: 200,
    body: 'hello',
    headers: {},
  });
});

test('Vary keeps existing names and gets each new one once', async () => {
  const afterVary = (vary: string | string[], options: object): CorsMiddleware => {
    const allow = cors(options);
    return (req, res, next) => {
      res.setHeader('Vary', vary);
      allow(req, res, next);
    };
  };
  const varyOf = async (middleware: CorsMiddleware) => (await ask(middleware, 'GET', fromA)).headers.vary;
  expect(await varyOf(afterVary('Accept-Encoding', { origin: true }))).toBe('Accept-Encoding, Origin');
  expect(await varyOf(afterVary(['Accept', 'origin'], { origin: true }))).toBe('Accept,origin');
  expect(await varyOf(afterVary('*', { origin: true }))).toBe('*');
  expect(await varyOf(afterVary('Accept', {}))).toBe('Accept');
});

test('the last of several cors() wins', async () => {
  const open = cors({ origin: true, credentials: true, exposedHeaders: 'X-A' });
  const strict = cors({ origin: 'https://b.example' });
  expect((await ask(chain(open, strict), 'GET', fromA)).headers).toEqual({ vary: 'Origin' });
  expect((await ask(chain(strict, cors()), 'GET', fromA)).headers).toEqual({
    'access-control-allow-origin': '*',
    vary: 'Origin',
  });
});

test('origin: false removes the headers of an earlier cors()', async () => {
  const off = cors({ origin: false });
  const open = {
    origin: true,
    credentials: true,
    exposedHeaders: 'X-A',
    maxAge: 1,
    cacheControl: 60,
    preflightContinue: true,
  };
  expect((await ask(chain(cors(open), off), 'GET', fromA)).headers).toEqual({ vary: 'Origin' });
  const asked = { ...preflight, 'Access-Control-Request-Headers': 'x-b' };
  expect(await ask(chain(cors(open), off), 'OPTIONS', asked)).toEqual({
    status: 200,
    body: 'hello',
    headers: { vary: 'Origin, Access-Control-Request-Headers' },
  });
});

test('with preflightContinue, Cache-Control is left to the handler that responds', async () => {
  const first = cors({ origin: true, cacheControl: 60, preflightContinue: true });
  const cacheControlOf = async (middleware: CorsMiddleware) =>
    (await ask(middleware, 'OPTIONS', preflight)).headers['cache-control'];
  expect(await cacheControlOf(first)).toBeUndefined();
  expect(await cacheControlOf(chain(first, cors({ origin: true, cacheControl: 5 })))).toBe('max-age=5');
});

test('the first of several cors() responds to a preflight, or the last with preflightContinue', async () => {
  const methodsOf = async (middleware: CorsMiddleware) =>
    (await ask(middleware, 'OPTIONS', preflight)).headers['access-control-allow-methods'];
  const narrow = cors({ methods: 'PUT' });
  expect(await methodsOf(chain(narrow, cors({ methods: 'GET,PUT' })))).toBe('PUT');
  expect(await methodsOf(chain(cors({ methods: 'GET,PUT', preflightContinue: true }), narrow))).toBe('PUT');
  expect(await methodsOf(chain(cors({ origin: false }), narrow))).toBe('PUT');
});

test('a malformed list of header names is not echoed', async () => {
  const asked = { ...preflight, 'Access-Control-Request-Headers': 'x-a, <script>' };
  expect((await ask(cors(), 'OPTIONS', asked)).headers).not.toHaveProperty('access-control-allow-headers');
});

test('200,000 spaces in Access-Control-Request-Headers take linear time', async () => {
  const asked = { ...preflight, 'Access-Control-Request-Headers': `a${' '.repeat(200_000)}b` };
  expect((await ask(cors(), 'OPTIONS', asked)).status).toBe(204);
});
