import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Client } from '../harness/client.mjs';

let server: Server | undefined;
afterEach(() => server?.close());

async function clientOf(listener: RequestListener, volatile: RegExp[] = []): Promise<Client> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return new Client((server.address() as AddressInfo).port, volatile);
}

test('keeps what differs from run to run out of headers, body, length and validator', async () => {
  const client = await clientOf(
    (_req, res) => {
      res.writeHead(200, { 'X-Id': 'id-12', ETag: 'W/"1"', 'Content-Length': 12 });
      res.end('hello id-123');
    },
    [/id-\d+/g],
  );
  await client.get('/');
  client.close();
  expect(client.exchanges[0]).toMatchObject({ request: 'GET /', status: '200 OK', body: 'hello <volatile>' });
  expect(client.exchanges[0]?.headers).toEqual([
    'connection: keep-alive',
    'content-length: <of the body>',
    'etag: W/"<of the body>"',
    'keep-alive: timeout=5',
    'x-id: <volatile>',
  ]);
});

test.for([
  ['text', 'Error: broken\n    at f (file:1:2)\n    at g (file:3:4)\n'],
  ['JSON', '{"stack":"Error: broken\\n    at f (file:1:2)\\n    at Object.<anonymous> (file:3:4)"}'],
  ['HTML', '<pre>Error: broken<br> &nbsp; &nbsp;at f (file:1:2)<br> &nbsp; &nbsp;at g (file:3:4)</pre>'],
])('leaves the frames of a stack out of %s', async ([, text]) => {
  const client = await clientOf((_req, res) => res.end(text));
  await client.get('/');
  client.close();
  expect(client.exchanges[0]?.body).toContain('Error: broken');
  expect(client.exchanges[0]?.body).not.toContain('file:');
});

test('sends cookies back, and tells of a status that was not expected', async () => {
  const client = await clientOf((req, res) => {
    res.setHeader('Set-Cookie', 'seen=yes; Path=/');
    res.statusCode = req.headers.cookie === undefined ? 200 : 404;
    res.end(req.headers.cookie);
  });
  await client.get('/');
  await client.get('/again');
  client.close();
  expect(client.exchanges.map(({ body }) => body)).toEqual(['', 'seen=yes']);
  expect(client.unexpected).toEqual(['GET /again: expected 200, got 404: seen=yes']);
});
