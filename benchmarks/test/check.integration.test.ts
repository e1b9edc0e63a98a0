import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { checkAnswers } from '../runner/check.mjs';
import type { Answer, Request } from '../suite.mjs';

async function serve() {
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req.setEncoding('utf8')) body += chunk;
    res.writeHead(req.url === '/missing' ? 404 : 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Method': req.method,
    });
    res.end(body === '' ? '{"hello":"world"}' : body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const request: Request = { method: 'GET', path: '/' };
const answer: Answer = { status: 200, body: '{"hello":"world"}' };

test('a right answer passes, and a media type is compared without its parameters', async () => {
  const port = await serve();
  const sha256 = createHash('sha256').update('{"hello":"world"}').digest('hex');
  await checkAnswers(port, {
    requests: [request, { method: 'POST', path: '/missing', body: '{"a":1}' }],
    answer: [
      { ...answer, fields: { 'content-type': 'application/json', 'x-method': 'GET' } },
      { status: 404, body: '{"a":1}', fields: { 'x-method': 'POST' } },
    ],
  });
  await checkAnswers(port, { requests: [request], answer: { status: 200, body: { bytes: 17, sha256 } } });
});

test('a wrong answer is told with all that is wrong', async () => {
  const port = await serve();
  const wanted: Answer = {
    status: 201,
    body: 'hello',
    fields: { 'content-type': 'text/plain', 'x-id': '1' },
  };
  await expect(checkAnswers(port, { requests: [request], answer: wanted })).rejects.toThrow(
    [
      'the answer to GET / is wrong:',
      'status is 200 and not 201',
      'content-type is "application/json" and not "text/plain"',
      'x-id is undefined and not "1"',
      'body is "{\\"hello\\":\\"world\\"}" and not "hello"',
    ].join('\n  '),
  );
  const other: Answer = { status: 200, body: { bytes: 18, sha256: 'none' } };
  await expect(checkAnswers(port, { requests: [request], answer: other })).rejects.toThrow(
    'length is 17 and not 18',
  );
});
