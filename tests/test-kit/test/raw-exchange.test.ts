import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { exchange, listen, parseResponses } from '../src/index.ts';

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

test('a chunked response ends after its trailers, and not before they are complete', () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n';
  const complete = parseResponses(`${chunked}X-A: a\r\nX-B: b\r\n\r\nnext`);
  expect(complete.responses.map(({ body }) => body)).toEqual(['a']);
  expect(complete.rest).toBe('next');
  expect(parseResponses(`${chunked}\r\nnext`).rest).toBe('next');
  expect(parseResponses(`${chunked}X-A: a\r\n`).responses).toEqual([]);
});
