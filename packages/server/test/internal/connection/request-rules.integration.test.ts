import { once } from 'node:events';
import { createServer as createHttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { createServer } from '../../../src/index.ts';
import { converse } from '../converse.ts';

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const get = (lines: string, target = '/'): string => `GET ${target} HTTP/1.1\r\n${lines}\r\n\r\n`;
const chunked = 'Transfer-Encoding: chunked';

const errors: Readonly<Record<string, readonly [request: string, status: number, code: string]>> = {
  'two Host headers': [get('Host: a\r\nhOST: a'), 400, 'ERR_HOST'],
  'an invalid Host': [get('Host: a/b?'), 400, 'ERR_HOST'],
  'a target without a host name': [get('Host: a', 'http://a:b:c/'), 400, 'ERR_HOST'],
  'HTTP/0.9 with a version': ['GET / HTTP/0.9\r\n\r\n', 505, 'ERR_HTTP_VERSION'],
  'HTTP/2.0': ['GET / HTTP/2.0\r\nHost: a\r\n\r\n', 505, 'ERR_HTTP_VERSION'],
  'Transfer-Encoding in HTTP/1.0': [
    `POST / HTTP/1.0\r\n${chunked}\r\n\r\n0\r\n\r\n`,
    400,
    'ERR_TRANSFER_ENCODING',
  ],
  'https over TCP': [get('Host: a', 'https://a/'), 421, 'ERR_NOT_SECURE'],
  'a last encoding that is not chunked': [
    get('Host: a\r\nTransfer-Encoding: gzip'),
    400,
    'ERR_TRANSFER_ENCODING',
  ],
  'an encoding before chunked': [
    get('Host: a\r\nTransfer-Encoding: gzip, chunked'),
    501,
    'ERR_TRANSFER_CODING',
  ],
  'an encoding in an earlier header': [
    get(`Host: a\r\nTransfer-Encoding: gzip\r\n${chunked}`),
    501,
    'ERR_TRANSFER_CODING',
  ],
};

describe('before any layer runs, the application responds with an error and closes the connection for', () => {
  test.each(Object.entries(errors))('%s', async (_what, [request, status, code]) => {
    const logged: unknown[] = [];
    const app = createServer({ logError: (error) => logged.push(error) });
    const ran: unknown[] = [];
    app.use((req, res) => res.send(ran.push(req.url)));
    const server = await listen(createHttpServer(app));
    open.push(server);
    const text = await converse(server.port, request);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*\r\nConnection: close\r\n[^]*"code":"${code}"`));
    expect([ran, logged]).toEqual([[], []]);
  });
});

test.each([
  get('Host: a\r\nHost: a'),
  `POST / HTTP/1.0\r\nConnection: keep-alive\r\n${chunked}\r\n\r\n0\r\n\r\n`,
  `${get(`Host: a\r\nTransfer-Encoding: gzip, chunked`)}0\r\n\r\n`,
])('a request after a rejected one in the same packet does not run (%#)', async (request) => {
  const ran: unknown[] = [];
  const app = createServer().use((req, res) => res.send(ran.push(req.url)));
  const server = await listen(createHttpServer(app));
  open.push(server);
  const text = await converse(server.port, request + get('Host: a', '/after'));
  expect(text.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
  expect(ran).toEqual([]);
});

describe('the application rejects as many headers as Node keeps, or more:', () => {
  const headers = (count: number): string => get(['Host: a', ...Array(count - 1).fill('a:')].join('\r\n'));
  test.each([
    [undefined, 999, 200],
    [undefined, 1000, 431],
    [undefined, 1500, 431],
    [7, 6, 200],
    [7, 7, 431],
    [7, 80, 431],
    [0, 1500, 200],
  ])('with a maxHeadersCount of %s, the status for %i headers is %i', async (count, sent, status) => {
    const server = createHttpServer(createServer().use((_req, res) => res.send('ok')));
    if (count !== undefined) server.maxHeadersCount = count;
    const listening = await listen(server);
    open.push(listening);
    const last = status === 200 ? get('Host: a\r\nConnection: close') : '';
    expect(await converse(listening.port, headers(sent) + last)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
});

test('the application serves unusual but valid requests', async () => {
  const server = await listen(
    createHttpServer(createServer().use((req, res) => res.send(req.host ?? 'none'))),
  );
  open.push(server);
  const hosts: Readonly<Record<string, string>> = {
    [get('Host:')]: 'none',
    [get('Host: [::1]:8080')]: '[::1]:8080',
    [get('Host: %61.example')]: '%61.example',
    [get('Host: a', 'http://b:80/')]: 'b:80',
    [get(`Host: a\r\nTransfer-Encoding: CHUNKED \r\nConnection: close`)]: 'a',
    'GET / HTTP/1.0\r\n\r\n': 'none',
  };
  for (const [request, host] of Object.entries(hosts)) {
    const last =
      request.includes('HTTP/1.0') || request.includes('CHUNKED')
        ? '0\r\n\r\n'
        : get('Host: z\r\nConnection: close');
    const text = await converse(server.port, request + last);
    expect([request, text.match(/\r\n\r\n(.*?)(?:HTTP\/1.1|$)/)?.[1]]).toEqual([request, host]);
  }
});

test('a trusted gateway may send an https target', async () => {
  const app = createServer({ trustProxy: 'loopback' }).use((_req, res) => res.send('ok'));
  const server = await listen(createHttpServer(app));
  open.push(server);
  const text = await converse(server.port, get('Host: a\r\nConnection: close', 'https://a/'));
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['a version of text', '1', new Socket()],
  ['no version', null, new Socket()],
  ['no connection', 1, null],
])('the application serves a request of an adapter with %s', (_what, version, socket) => {
  const req = new IncomingMessage(socket as Socket);
  const parts = { httpVersionMajor: version, httpVersionMinor: version };
  Object.assign(req, { method: 'GET', url: '/', headers: { host: 'a' }, complete: true, ...parts });
  const res = new ServerResponse(req);
  createServer().use((_req, response) => response.sendStatus(204))(req, res);
  expect(res.statusCode).toBe(204);
});

test.each([true, false])(
  'the application checks a target that an earlier listener has set (fastLane: %s)',
  async (fastLane) => {
    const app = createServer({ fastLane }).use((_req, res) => res.send('ok'));
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.prependListener('request', (req: IncomingMessage) => {
      req.url = String(req.headers['x-original-url']);
    });
    const { port } = server.address() as AddressInfo;
    const targets = ['https://a/', 'http://a%zz/', '/'];
    const talks = targets.map((target) =>
      converse(port, get(`Host: a\r\nX-Original-URL: ${target}`) + get('Host: a\r\nConnection: close')),
    );
    const statuses = (await Promise.all(talks)).map((text) => text.slice(9, 12));
    await app.close();
    expect(statuses).toEqual(['421', '400', '200']);
  },
);
