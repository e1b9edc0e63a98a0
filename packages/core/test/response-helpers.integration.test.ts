import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { type PatchedListener, patchedServer } from './patched-server.ts';

// What Express does the same way is in express-parity.integration.test.ts; here is what it does otherwise.

let listening: Listening | undefined;
afterEach(() => listening?.close());

async function answerOf(listener: PatchedListener, method = 'GET') {
  listening = await listen(patchedServer(listener));
  const request = `${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  const [response] = await exchange(listening.port, request, { methods: [method] });
  return response;
}

describe('send', () => {
  test('answers HEAD with the head that GET gets, for nothing too', async () => {
    const response = await answerOf((_req, res) => res.send(), 'HEAD');
    expect(response?.headers['content-length']).toBe('0');
  });

  test('gives status 205 no Content-Type of its own accord', async () => {
    const response = await answerOf((_req, res) => res.status(205).send('ignored'));
    expect([response?.headers['content-length'], response?.headers['content-type']]).toEqual([
      '0',
      undefined,
    ]);
  });

  test.each([
    ['a Uint16Array', new Uint16Array([0x6968, 0x6a6a]).subarray(0, 1)],
    ['a DataView', new DataView(new TextEncoder().encode('xhix').buffer, 1, 2)],
    ['a part of a buffer', Buffer.from('xhix').subarray(1, 3)],
  ])('sends the bytes of %s', async (_, view) => {
    const response = await answerOf((_req, res) => res.send(view));
    expect([response?.headers['content-length'], response?.body]).toEqual(['2', 'hi']);
  });

  test('leaves a Content-Type alone that it can not read', async () => {
    const response = await answerOf((_req, res) => {
      res.setHeader('Content-Type', 'text');
      res.send('hi');
    });
    expect([response?.headers['content-type'], response?.body]).toEqual(['text', 'hi']);
  });
});

describe('set', () => {
  test('leaves a Content-Type alone that is neither a media type nor an extension', async () => {
    const response = await answerOf((_req, res) => res.set('Content-Type', 'nonsense').send(Buffer.from('')));
    expect(response?.headers['content-type']).toBe('nonsense');
  });

  test.each([
    ['text/plain; note="charset"', 'text/plain; note="charset"; charset=utf-8'],
    ['text/plain; x-charset=a', 'text/plain; x-charset=a; charset=utf-8'],
    ['text/x-charset', 'text/x-charset; charset=utf-8'],
    ['text/plain; a="; charset=b"', 'text/plain; a="; charset=b"; charset=utf-8'],
    ['text/plain;CHARSET="latin1"', 'text/plain;CHARSET="latin1"'],
    ['text/plain; level', 'text/plain; level'],
    ['application/ld+json; profile="a"', 'application/ld+json; profile="a"'],
  ])('sends the Content-Type %s as %s', async (type, sent) => {
    const response = await answerOf((_req, res) => res.set('Content-Type', type).send(Buffer.from('')));
    expect(response?.headers['content-type']).toBe(sent);
  });

  test('takes a field named __proto__ for a field', async () => {
    const fields = JSON.parse('{"__proto__": "a"}') as Record<string, string>;
    const response = await answerOf((_req, res) => res.set(fields).send('hi'));
    expect(response?.rawHeaders).toContainEqual(['__proto__', 'a']);
  });
});

describe('redirect', () => {
  test('sends no Content-Type with the empty content of a client that takes neither text nor HTML', async () => {
    const response = await answerOf((req, res) => {
      req.headers.accept = 'image/png';
      res.type('json').redirect('/');
    });
    expect(response?.status).toBe(302);
    expect([response?.headers['content-type'], response?.headers['content-length']]).toEqual([
      undefined,
      '0',
    ]);
  });

  test('names an unknown status by its number', async () => {
    const response = await answerOf((_req, res) => res.redirect(399, '/'));
    expect([response?.status, response?.body]).toEqual([399, '399. Redirecting to /']);
  });
});

test('an answer is one piece on the wire, and the next request of the connection is served', async () => {
  listening = await listen(patchedServer((req, res) => res.json({ path: req.pathname })));
  const responses = await exchange(
    listening.port,
    ['/a', '/b?x', '/c/../d'].map((target) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''),
    { responses: 3 },
  );
  expect(responses.map(({ body }) => body)).toEqual(['{"path":"/a"}', '{"path":"/b"}', '{"path":"/d"}']);
});
