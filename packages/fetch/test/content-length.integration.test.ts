import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { Readable } from 'node:stream';
import { createServer } from '@nextpress/server';
import { exchange } from '@nextpress-internal/test-kit';
import express from 'express';
import { Headers as ForeignHeaders, Response as ForeignResponse } from 'undici';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAdaptorServer, FastResponse, fromFetch } from '../src/index.ts';

type Make = (length: string) => unknown;

/** Responses of several implementations whose content is `hello`. */
const responses: readonly (readonly [string, Make])[] = [
  [
    'FastResponse of a text',
    (length) => new FastResponse('hello', { headers: { 'Content-Length': length } }),
  ],
  [
    'FastResponse of bytes',
    (length) => new FastResponse(Buffer.from('hello'), { headers: { 'Content-Length': length } }),
  ],
  ['Response', (length) => new Response('hello', { headers: { 'Content-Length': length } })],
  ['Response of undici', (length) => new ForeignResponse('hello', { headers: { 'Content-Length': length } })],
  [
    'Response with a Node stream, like node-fetch’s',
    (length) => new UnrelatedResponse(Readable.from(['hello']), length),
  ],
  ['Response with bytes, as of node-fetch', (length) => new UnrelatedResponse(Buffer.from('hello'), length)],
];

/** A response of an unrelated implementation. */
class UnrelatedResponse {
  readonly status = 200;
  readonly statusText = 'OK';
  readonly bodyUsed = false;
  readonly headers: ForeignHeaders;
  readonly body: unknown;

  constructor(body: unknown, length: string) {
    this.headers = new ForeignHeaders({ 'Content-Length': length });
    this.body = body;
  }

  get [Symbol.toStringTag](): string {
    return 'Response';
  }
}

const servers: readonly (readonly [string, (make: () => unknown) => Server])[] = [
  ['fromFetch() in node:http', (make) => createHttpServer(fromFetch(make as never))],
  [
    'serve()',
    (make) => createAdaptorServer({ fetch: make as never, overrideGlobalObjects: false }) as Server,
  ],
  [
    'fromFetch() in Express',
    (make) =>
      createHttpServer(
        express()
          .set('env', 'test')
          .use(fromFetch(make as never)),
      ),
  ],
  [
    'a returned value in the fast lane',
    (make) =>
      createServer({ logError: () => undefined })
        .get('/', make as never)
        .listen(0),
  ],
  [
    'res.send() without the fast lane',
    (make) =>
      createServer({ logError: () => undefined, fastLane: false })
        .get('/', (_req, res) => res.send(make()))
        .listen(0),
  ],
];

async function respond(start: (make: () => unknown) => Server, make: () => unknown, method = 'GET') {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const server = start(make);
  onTestFinished(() => {
    log.mockRestore();
    server.close();
  });
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const request = `${method} / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  const [response] = await exchange(port, request, { methods: [method] });
  return response;
}

describe.each(servers)('%s', (_name, start) => {
  test.each(responses)('sends a %s with its Content-Length', async (_what, make) => {
    const response = await respond(start, () => make('5'));
    expect([response?.status, response?.headers['content-length'], response?.body]).toEqual([
      200,
      '5',
      'hello',
    ]);
  });

  test.each(responses)('sends a %s with one Content-Length if two are equal', async (_what, make) => {
    for (const length of ['5, 5', '5,5']) {
      const response = await respond(start, () => make(length));
      expect([response?.status, response?.headers['content-length']]).toEqual([200, '5']);
    }
  });

  test.each([
    '5, 6',
    '5, ',
    '-1',
    '+5',
    '-0',
    '1e1',
    '5.0',
    '0x5',
    '',
    '5 5',
    'five',
    'Infinity',
    '9'.repeat(20),
  ])('responds 500 for the Content-Length %j, even to HEAD and without content', async (length) => {
    const makes = [
      ...responses.map(([, make]) => make),
      () => new Response(null, { headers: { 'Content-Length': length } }),
      () => new FastResponse(null, { status: 304, headers: { 'Content-Length': length } }),
    ];
    for (const make of makes) {
      for (const method of ['GET', 'HEAD']) {
        const response = await respond(start, () => make(length), method);
        expect(response?.status).toBe(500);
        expect(response?.headers['content-length']).not.toBe(length);
      }
    }
  });

  test.each(['HEAD', 'GET'])('sends the Content-Length of what has no content, to %s', async (method) => {
    for (const make of [() => new Response(null), () => new FastResponse(null)]) {
      const response = await respond(
        start,
        () => {
          const web = make();
          return new (web.constructor as typeof Response)(null, {
            status: 304,
            headers: { 'Content-Length': '7' },
          });
        },
        method,
      );
      expect([response?.status, response?.headers['content-length']]).toEqual([304, '7']);
    }
  });

  test.each(['7', '-1', '5, 6'])('sends a 204 without its Content-Length %s', async (length) => {
    for (const Class of [Response, FastResponse]) {
      const init = { status: 204, headers: { 'Content-Length': length } };
      const response = await respond(start, () => new Class(null, init));
      expect([response?.status, response?.headers['content-length']]).toEqual([204, undefined]);
    }
  });

  test('responds 500 for a 205 that announces content', async () => {
    const announced = await respond(
      start,
      () => new Response(null, { status: 205, headers: { 'Content-Length': '5' } }),
    );
    expect(announced?.status).toBe(500);
    const empty = await respond(
      start,
      () => new Response(null, { status: 205, headers: { 'Content-Length': '0' } }),
    );
    expect([empty?.status, empty?.headers['content-length']]).toEqual([205, '0']);
  });
});

test('serve() over HTTP/2 checks the Content-Length', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  let length = '5';
  const server = createAdaptorServer({
    fetch: () => new Response('hello', { headers: { 'Content-Length': length } }),
    createServer: createHttp2Server,
    overrideGlobalObjects: false,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    log.mockRestore();
    session.close();
    server.close();
  });
  const seen: unknown[] = [];
  for (length of ['5', '5, 5', '5, 6', '-1', '1e1']) {
    const stream = session.request({ ':path': '/' });
    const [headers] = await once(stream.resume(), 'response');
    seen.push([headers[':status'], headers['content-length']]);
  }
  expect(seen.slice(0, 2)).toEqual([
    [200, '5'],
    [200, '5'],
  ]);
  expect(seen.slice(2).map((each) => (each as unknown[])[0])).toEqual([500, 500, 500]);
});

test('a response of another implementation is released when a 404 falls through', async () => {
  const body = Readable.from(['no']);
  const web = { status: 404, statusText: '', headers: new ForeignHeaders(), body, bodyUsed: false };
  const app = express().use(
    fromFetch(() => web as never, { fallThrough: true }),
    (_req, res) => res.send('next'),
  );
  expect(
    (
      await respond(
        () => createHttpServer(app),
        () => undefined,
      )
    )?.body,
  ).toBe('next');
  expect(body.destroyed).toBe(true);
});
