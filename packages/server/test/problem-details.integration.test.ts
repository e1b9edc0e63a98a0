import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { HttpError } from '@nextpress/semantics/http-error';
import { exchange, listen } from '@nextpress-internal/test-kit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createExpressApplication } from '../src/express.ts';
import { type Application, createServer } from '../src/index.ts';

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

async function startInFastLane(app: Application): Promise<number> {
  const server = app.listen(0, '127.0.0.1') as Server;
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function startInNode(app: Application): Promise<number> {
  const { port, close } = await listen(createHttpServer(app));
  onTestFinished(close);
  return port;
}

async function send(port: number, text: string): Promise<Reply> {
  const [response] = await exchange(port, [text], { responses: 1, methods: [text.split(' ')[0] as string] });
  const body = String(response?.body);
  return {
    status: Number(response?.status),
    headers: response?.headers ?? {},
    body: body === '' ? '' : JSON.parse(body),
  };
}

function requestOf(method: string, path: string, ...lines: string[]): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...lines, '', ''].join(
    '\r\n',
  );
}

function application(): Application {
  const app = createServer({ logError: () => {}, env: 'production' });
  app.get('/teapot', () => {
    throw Object.assign(new Error('no coffee'), {
      status: 418,
      code: 'TEAPOT',
      headers: { 'X-Hint': 'tea' },
    });
  });
  app.get('/broken', () => {
    throw new Error('secret');
  });
  return app;
}

describe.each([
  ['the fast lane', startInFastLane],
  ["Node's lane", startInNode],
] as const)('in %s', (_lane, start) => {
  const about = (status: number, title: string) => ({ type: 'about:blank', title, status });

  test.each([
    [
      'a thrown error',
      requestOf('GET', '/teapot'),
      { ...about(418, "I'm a Teapot"), detail: 'no coffee', code: 'TEAPOT' },
    ],
    [
      'an error of the server',
      requestOf('GET', '/broken'),
      { ...about(500, 'Internal Server Error'), detail: 'Internal Server Error' },
    ],
    [
      '404',
      requestOf('GET', '/none'),
      { ...about(404, 'Not Found'), code: 'ERR_NOT_FOUND', detail: 'Cannot GET /none: no route matches.' },
    ],
    [
      '405',
      requestOf('PUT', '/teapot'),
      { ...about(405, 'Method Not Allowed'), code: 'ERR_METHOD_NOT_ALLOWED' },
    ],
    [
      'a malformed target',
      requestOf('GET', '/%zz'),
      { ...about(400, 'Bad Request'), code: 'ERR_REQUEST_TARGET' },
    ],
  ])('%s is application/problem+json', async (_name, text, problem) => {
    const { status, headers, body } = await send(await start(application()), text);
    expect(body).toMatchObject(problem);
    expect(status).toBe(problem.status);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('an error keeps its headers, and HEAD has no body', async () => {
    const port = await start(application());
    const head = await send(port, requestOf('HEAD', '/teapot'));
    expect(head).toMatchObject({
      status: 418,
      body: '',
      headers: { 'x-hint': 'tea', 'content-type': 'application/problem+json' },
    });
    const put = await send(port, requestOf('PUT', '/teapot'));
    expect(put.headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  test.each([
    ['application/problem+json', '*/*'],
    ['application/problem+json', 'application/json'],
    ['application/problem+json', 'application/problem+json, text/html'],
    ['application/problem+json', 'text/html;q=0.5, application/*'],
    ['application/problem+json', 'image/png'],
    ['text/plain; charset=utf-8', 'text/html,application/xhtml+xml,*/*;q=0.8'],
    ['text/plain; charset=utf-8', 'text/plain, application/json;q=0.9'],
  ])('the format is %s for a client that accepts %s', async (type, accept) => {
    const { headers } = await send(
      await start(application()),
      requestOf('HEAD', '/none', `Accept: ${accept}`),
    );
    expect(headers['content-type']).toBe(type);
    expect(headers.vary).toBe('Accept');
  });

  test('the setting "problem details" changes the format', async () => {
    const app = application().disable('problem details');
    const port = await start(app);
    const text = requestOf('GET', '/teapot');
    const json = { status: 418, error: "I'm a Teapot", code: 'TEAPOT', message: 'no coffee' };
    expect((await send(port, text)).body).toEqual(json);
    app.enable('problem details');
    expect((await send(port, text)).body).toMatchObject({ detail: 'no coffee' });
  });
});

test('a request that is not HTTP gets problem details', async () => {
  const port = await startInFastLane(application());
  const { headers, body } = await send(port, 'GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n');
  expect(headers['content-type']).toBe('application/problem+json');
  expect(body).toMatchObject({
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    code: expect.any(String),
  });
});

test('a request that is rejected over HTTP/2 gets problem details', async () => {
  const session = connect(`http://127.0.0.1:${await startInFastLane(createServer({ http2: true }))}`);
  onTestFinished(() => session.destroy());
  const stream = session.request({ ':method': 'CONNECT', ':authority': 'a:443' }).on('error', () => {});
  const [headers] = await once(stream, 'response');
  expect(headers).toMatchObject({
    ':status': 501,
    'content-type': 'application/problem+json',
    'x-content-type-options': 'nosniff',
  });
});

test('problem details have the request ID, and in development the stack', async () => {
  const app = createServer({ logError: () => {}, requestId: true, env: 'development' });
  app.get('/', () => {
    throw new Error('why');
  });
  const { body, headers } = await send(await startInFastLane(app), requestOf('GET', '/'));
  expect(body).toMatchObject({
    detail: 'why',
    requestId: headers['x-request-id'],
    stack: expect.stringContaining('why'),
  });
});

describe.each([
  ['createServer()', () => createServer({ logError: () => {} })],
  ['createServer({ problemDetails: false })', () => createServer({ problemDetails: false })],
  ['nextpress/express', () => createExpressApplication()],
] as const)('problem details of an error in %s', (_name, create) => {
  test('include the members of the option "problem"', async () => {
    const app = create().set('env', 'test');
    app.get('/', (_req, res) => {
      res.set('Content-Language', 'de');
      throw new HttpError(403, 'OUT_OF_CREDIT', 'Your balance is <30>.', {
        headers: { 'X-Hint': 'a' },
        problem: { type: '/out-of-credit', title: 'Out of credit', balance: 30 },
      });
    });
    const { status, headers, body } = await send(await startInFastLane(app), requestOf('GET', '/'));
    expect(status).toBe(403);
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json',
      'x-content-type-options': 'nosniff',
      'x-hint': 'a',
    });
    expect(headers).not.toHaveProperty('content-language');
    expect(body).toEqual({
      type: '/out-of-credit',
      title: 'Out of credit',
      status: 403,
      detail: 'Your balance is <30>.',
      code: 'OUT_OF_CREDIT',
      balance: 30,
    });
  });
});

test.each([
  ['createServer()', () => createServer()],
  ['nextpress/express', () => createExpressApplication()],
] as const)('members that are not JSON are omitted and logged in %s', async (_name, create) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const app = create().set('env', 'production');
  app.get('/', () => {
    throw new HttpError(409, 'E', 'why', { problem: { type: '/lost', count: 10n } });
  });
  const { status, body } = await send(await startInFastLane(app), requestOf('GET', '/'));
  expect(status).toBe(409);
  expect(body).toEqual({ type: 'about:blank', title: 'Conflict', status: 409, detail: 'why', code: 'E' });
  expect(String(log.mock.lastCall)).toContain('BigInt');
});

test('members cannot contradict the response, and undefined ones do not replace anything', async () => {
  const app = application().get('/', () => {
    const problem = { status: 200, requestId: 'mine', stack: 'mine', detail: undefined, title: 'Taken' };
    throw new HttpError(409, 'E', 'why', { problem });
  });
  const { body } = await send(await startInFastLane(app), requestOf('GET', '/'));
  expect(body).toEqual({ type: 'about:blank', title: 'Taken', status: 409, detail: 'why', code: 'E' });
});

test('problem details escape HTML', async () => {
  const app = application().get('/', () => {
    throw new HttpError(400, 'E', '<b>&\u2028');
  });
  const [response] = await exchange(await startInFastLane(app), [requestOf('GET', '/')], { responses: 1 });
  expect(String(response?.body)).toContain('"detail":"\\u003cb\\u003e\\u0026\\u2028"');
});

test('the members of an error that is not exposed are not sent', async () => {
  const app = application().get('/', () => {
    throw new HttpError(500, 'E', 'secret', { problem: { secret: 1 } });
  });
  const { body } = await send(await startInFastLane(app), requestOf('GET', '/'));
  expect(Object.keys(body as object)).toEqual(['type', 'title', 'status', 'detail']);
});

test('nextpress/express keeps the pages of Express', async () => {
  const app = createExpressApplication();
  app.enable('problem details');
  const port = await startInFastLane(app);
  const [response] = await exchange(port, [requestOf('GET', '/none')], { responses: 1 });
  expect(response?.headers['content-type']).toBe('text/html; charset=utf-8');
});

test('the option must be a boolean', () => {
  expect(() => createServer({ problemDetails: 'yes' as never })).toThrow(
    'Invalid option "problemDetails" of createServer(): expected true or false',
  );
});
