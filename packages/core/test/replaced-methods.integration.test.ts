import { createGzip, gunzipSync } from 'node:zlib';
import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { type PatchedListener, type PatchedResponse, patchedServer } from './patched-server.ts';

let listening: Listening | undefined;
afterEach(() => listening?.close());

async function responseOf(listener: PatchedListener, options: object = {}, method = 'GET') {
  listening = await listen(patchedServer(listener, options));
  const request = `${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  const [response] = await exchange(listening.port, request, { methods: [method] });
  return response;
}

type Method = 'end' | 'write' | 'writeHead' | 'setHeader';
type Arguments = readonly unknown[];

/** Replaces a method on the response; `before` runs first, and may change the arguments. */
function wrap(
  res: PatchedResponse,
  name: Method,
  before: (...args: Arguments) => Arguments | undefined = () => undefined,
): void {
  const original = res[name] as (...args: Arguments) => unknown;
  Object.assign(res, {
    [name](...args: Arguments) {
      return Reflect.apply(original, res, before(...args) ?? args);
    },
  });
}

const senders: [string, (res: PatchedResponse) => unknown][] = [
  ['json', (res) => res.json({})],
  ['json over a header', (res) => res.set('X-A', 'b').json({})],
  ['send of a text', (res) => res.send('text')],
  ['send of bytes', (res) => res.send(Buffer.from('x'))],
  ['send of nothing', (res) => res.send()],
  ['send of null', (res) => res.send(null)],
  ['send with status 204', (res) => res.status(204).send('x')],
  ['jsonp', (res) => res.jsonp({})],
  ['sendStatus', (res) => res.sendStatus(404)],
  ['redirect', (res) => res.redirect('/')],
];

describe.each(senders)('%s', (_, send) => {
  test('calls each replaced method once, and writes the head in end', async () => {
    await responseOf((_req, res) => {
      const calls: string[] = [];
      wrap(res, 'end', () => {
        calls.push(`end ${res.headersSent}`);
        return undefined;
      });
      wrap(res, 'writeHead', (status) => {
        calls.push(`writeHead ${status === res.statusCode}`);
        return undefined;
      });
      send(res);
      expect(calls).toEqual(['end false', 'writeHead true']);
    });
    expect.assertions(1);
  });

  test.each(['end', 'write', 'writeHead', 'setHeader'] as const)(
    'sends the same with a replaced %s',
    async (name) => {
      const expected = await responseOf((_req, res) => send(res));
      await listening?.close();
      const actual = await responseOf((_req, res) => {
        wrap(res, name);
        send(res);
      });
      const plain = (response: typeof actual) => [
        response?.status,
        { ...response?.headers, date: '' },
        response?.body,
      ];
      expect(plain(actual)).toEqual(plain(expected));
    },
  );
});

test('a header set inside a replaced end is sent', async () => {
  const response = await responseOf((_req, res) => {
    wrap(res, 'end', () => {
      res.setHeader('X-Response-Time', '1ms');
      return undefined;
    });
    res.json({ a: 1 });
  });
  expect([response?.headers['x-response-time'], response?.body]).toEqual(['1ms', '{"a":1}']);
});

test('a replaced end may change the content', async () => {
  const response = await responseOf((_req, res) => {
    wrap(res, 'end', (content) => {
      res.removeHeader('Content-Length');
      return [`${content}!`];
    });
    res.send('text');
  });
  expect(response?.body).toBe('text!');
});

test('a replaced writeHead finds every header', async () => {
  const seen: unknown[] = [];
  await responseOf((_req, res) => {
    wrap(res, 'writeHead', () => {
      seen.push({ ...res.getHeaders() });
      return undefined;
    });
    res.json({ a: 1 });
  });
  expect(seen).toEqual([{ 'content-type': 'application/json; charset=utf-8', 'content-length': '7' }]);
});

test('a replaced end may compress the content', async () => {
  const response = await responseOf((_req, res) => {
    const { end } = res;
    Object.assign(res, {
      end(content: string) {
        const gzip = createGzip();
        gzip.on('data', (chunk) => res.write(chunk));
        gzip.on('end', () => Reflect.apply(end, res, []));
        res.removeHeader('Content-Length');
        res.setHeader('Content-Encoding', 'gzip');
        gzip.end(content);
        return res;
      },
    });
    res.send('text'.repeat(100));
  });
  expect(gunzipSync(Buffer.from(response?.body ?? '', 'latin1')).toString()).toBe('text'.repeat(100));
});

test('a HEAD response has no content when the server rejects it', async () => {
  const response = await responseOf(
    (_req, res) => res.json({ a: 1 }),
    { rejectNonStandardBodyWrites: true },
    'HEAD',
  );
  expect([response?.status, response?.headers['content-length'], response?.body]).toEqual([200, '7', '']);
});
