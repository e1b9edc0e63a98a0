import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { Random } from '../../fuzz/random.mjs';
import { Connection } from '../connection.mjs';
import { judge } from '../judge.mjs';
import { makeRequest } from '../requests.mjs';
import { idOf, withServer } from './serve.ts';

const request = makeRequest(new Random(1), 'r1', 'item');

/** The outcome of a request to a server. */
async function verdictOn(listener: RequestListener) {
  let verdict = { result: '', reason: '' };
  await withServer(listener, async (port) => {
    const connection = new Connection(port);
    verdict = judge(request, await connection.send(request.bytes));
    connection.close();
  });
  return verdict;
}

test('the response that was asked for is good', async () => {
  const { result } = await verdictOn((req, res) => res.setHeader('X-Id', idOf(req)).end(request.body));
  expect(result).toBe('good');
});

test.each<[string, string, RequestListener]>([
  ['of another request', 'the response to r2', (_req, res) => res.setHeader('X-Id', 'r2').end(request.body)],
  [
    'with the body of another request',
    'from byte 8: expected',
    (req, res) => res.setHeader('X-Id', idOf(req)).end(request.body.replace('r1', 'r2')),
  ],
  [
    'with a shorter body',
    'bytes; from byte',
    (req, res) => res.setHeader('X-Id', idOf(req)).end(request.body.slice(0, -1)),
  ],
  ['without the id', 'a response without X-Id', (_req, res) => res.end(request.body)],
  [
    'with another status',
    'status 204, expected 200',
    (req, res) => res.writeHead(204, { 'X-Id': idOf(req), 'Content-Length': 0 }).end(),
  ],
  ['that is not HTTP', 'not a response', (req) => req.socket.end('hello')],
])('a response %s is wrong', async (_title, reason, listener) => {
  const verdict = await verdictOn(listener);
  expect(verdict.result).toBe('wrong');
  expect(verdict.reason).toContain(reason);
});

test.each<[string, string, RequestListener]>([
  ['an error status', 'status 503', (_req, res) => res.writeHead(503, { 'Content-Length': 0 }).end()],
  ['a connection that ends', 'ended by the server', (req) => req.socket.end()],
  [
    'a response that is cut',
    'ended by the server',
    (req) => req.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'),
  ],
])('%s is a failure', async (_title, reason, listener) => {
  expect(await verdictOn(listener)).toEqual({ result: 'failed', reason });
});

test.each([
  ['id: 0\ndata: r1\n\n', 'failed'],
  ['', 'failed'],
  ['id: 0\ndata: r1\n', 'wrong'],
  ['id: 1\ndata: r1\n\n', 'wrong'],
])('an event stream that ends after %j has %s', (text, result) => {
  const events = {
    ...makeRequest(new Random(1), 'r1', 'events'),
    body: 'id: 0\ndata: r1\n\nid: 1\ndata: r1\n\n',
  };
  const response = { status: 200, headers: new Map([['x-id', 'r1']]), body: Buffer.from(text) };
  expect(judge(events, { response }).result).toBe(result);
});

test('notices a response without a request', async () => {
  const twice = 'HTTP/1.1 503 Unavailable\r\nContent-Length: 0\r\n\r\n'.repeat(2);
  await withServer(
    (req) => req.socket.end(twice),
    async (port) => {
      const connection = new Connection(port);
      await connection.send(request.bytes);
      await connection.closed;
      expect(connection.unsolicited).toBe('status 503 without a request');
    },
  );
});
