import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { exchange, listen } from '../src/index.ts';

test('an exchange returns every pipelined response, chunked and counted', async () => {
  const server = await listen(
    createServer((req, res) => {
      if (req.url === '/chunked') {
        res.write('a');
        res.end('bc');
      } else res.writeHead(200, { 'Content-Length': 2 }).end('ok');
    }),
  );
  const request = (method: string, path: string): string =>
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const responses = await exchange(
    server.port,
    request('GET', '/chunked') + request('HEAD', '/') + request('GET', '/'),
    { responses: 3, methods: ['GET', 'HEAD', 'GET'] },
  );
  expect(responses.map(({ status, body }) => [status, body])).toEqual([
    [200, 'abc'],
    [200, ''],
    [200, 'ok'],
  ]);
  await server.close();
});
