import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from '@nextpress/server';
import { exchange } from '@nextpress-internal/test-kit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type FetchHandler, fromFetch } from '../src/index.ts';

const hosts: Record<string, (handler: FetchHandler) => { server: Server; close: () => unknown }> = {
  'node:http2': (handler) => {
    const server = createHttp2Server(fromFetch(handler) as never).listen(0, '127.0.0.1');
    return { server, close: () => server.close() };
  },
  Nextpress: (handler) => {
    const app = createServer({ http2: true, logError: () => {} }).use(fromFetch(handler));
    return { server: app.listen(0, '127.0.0.1'), close: () => app.close() };
  },
};

describe.each(Object.entries(hosts))('over HTTP/2 in %s', (_name, host) => {
  async function post(handler: FetchHandler, body?: string): Promise<unknown> {
    const { server, close } = host(handler);
    if (!server.listening) await once(server, 'listening');
    const client = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => {
      client.destroy();
      close();
    });
    await once(client, 'connect');
    const stream = client.request({ ':method': 'POST', ':path': '/' }, { endStream: body === undefined });
    if (body !== undefined) stream.end(body);
    return JSON.parse(Buffer.concat(await stream.toArray()).toString());
  }

  test('a request that ends with its head has no body', async () => {
    const handler: FetchHandler = async (request) =>
      Response.json([request.body, await request.text(), request.bodyUsed]);
    expect(await post(handler)).toEqual([null, '', false]);
  });

  test('a body that has been read cannot be cloned', async () => {
    const handler: FetchHandler = async (request) => {
      const text = await request.text();
      const copy = await new Promise((resolve) => resolve(request.clone())).catch((error: Error) => error);
      return Response.json([text, copy instanceof TypeError, request.bodyUsed]);
    };
    expect(await post(handler, 'tea')).toEqual(['tea', true, true]);
  });
});

test.each<[string, (handler: FetchHandler) => HttpServer]>([
  ['node:http', (handler) => createHttpServer(fromFetch(handler)).listen(0, '127.0.0.1')],
  ['the fast lane', (handler) => createServer().use(fromFetch(handler)).listen(0, '127.0.0.1')],
])('a connection of %s goes on after a body that the handler has canceled', async (_name, host) => {
  const server = host(async (request) => {
    for await (const chunk of request.body ?? []) return new Response(String(chunk.length > 0));
    return new Response('no body');
  });
  if (!server.listening) await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const body = 'x'.repeat(1024 * 1024);
  const post = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const last = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const responses = await exchange((server.address() as AddressInfo).port, post + post + last);
  expect(responses.map((response) => response.body)).toEqual(['true', 'true', 'no body']);
});
