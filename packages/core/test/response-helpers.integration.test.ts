import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { type PatchedListener, patchedServer } from './patched-server.ts';

let listening: Listening | undefined;
afterEach(() => listening?.close());

async function responseOf(listener: PatchedListener, method = 'GET') {
  listening = await listen(patchedServer(listener));
  const request = `${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  const [response] = await exchange(listening.port, request, { methods: [method] });
  return response;
}

describe('send', () => {
  test('sends no Content-Length for HEAD without a body', async () => {
    const response = await responseOf((_req, res) => res.send(), 'HEAD');
    expect(response?.headers['content-length']).toBeUndefined();
  });

  test('sends an empty body with status 205', async () => {
    const response = await responseOf((_req, res) => res.status(205).send('ignored'));
    expect([response?.headers['content-length'], response?.body]).toEqual(['0', '']);
  });

  test.each([
    ['a part of a buffer', Buffer.from('xhix').subarray(1, 3), 'hi'],
    ['a Uint16Array, one byte per element', new Uint16Array([0x168, 0x169]), 'hi'],
    ['a DataView, which has no elements', new DataView(new ArrayBuffer(2)), ''],
  ])('sends %s', async (_, view, body) => {
    const response = await responseOf((_req, res) => res.send(view));
    expect([response?.headers['content-length'], response?.body]).toEqual([String(body.length), body]);
  });

  test('throws for a text with an invalid Content-Type', async () => {
    const response = await responseOf((_req, res) => {
      res.setHeader('Content-Type', 'text');
      expect(() => res.send('hi')).toThrow(new TypeError('Invalid type: text'));
      res.end();
    });
    expect(response?.status).toBe(200);
  });
});

describe('set', () => {
  test('sends false for an unknown Content-Type, as Express does', async () => {
    const response = await responseOf((_req, res) => res.set('Content-Type', 'nonsense').end());
    expect(response?.headers['content-type']).toBe('false');
  });

  test.each([
    ['text/plain; level=1', 'text/plain; level=1; charset=utf-8'],
    ['text/plain; level', 'text/plain; level; charset=utf-8'],
    ['text/plain; x-charset=a', 'text/plain; x-charset=a'],
    ['application/ld+json; profile="a"', 'application/ld+json; profile="a"'],
  ])('sends the Content-Type %s as %s', async (type, sent) => {
    const response = await responseOf((_req, res) => res.set('Content-Type', type).send(Buffer.from('')));
    expect(response?.headers['content-type']).toBe(sent);
  });

  test('sends a header named __proto__', async () => {
    const headers = JSON.parse('{"__proto__": "a"}') as Record<string, string>;
    const response = await responseOf((_req, res) => res.set(headers).send('hi'));
    expect(response?.rawHeaders).toContainEqual(['__proto__', 'a']);
  });
});

test('redirect keeps Content-Type when the client accepts neither text nor HTML', async () => {
  const response = await responseOf((req, res) => {
    req.headers.accept = 'image/png';
    res.type('png').redirect('/');
  });
  const { 'content-type': type, 'content-length': length } = response?.headers ?? {};
  expect([response?.status, type, length]).toEqual([302, 'image/png', '0']);
});

test('a response is written in one piece, and the connection serves the next request', async () => {
  listening = await listen(patchedServer((req, res) => res.json({ path: req.pathname })));
  const responses = await exchange(
    listening.port,
    ['/a', '/b?x', '/c/../d'].map((target) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''),
    { responses: 3 },
  );
  expect(responses.map(({ body }) => body)).toEqual(['{"path":"/a"}', '{"path":"/b"}', '{"path":"/d"}']);
});
