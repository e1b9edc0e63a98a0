import { createGzip, gunzipSync } from 'node:zlib';
import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, expect, test } from 'vitest';
import { type PatchedListener, type PatchedResponse, patchedServer } from './patched-server.ts';

let listening: Listening | undefined;
afterEach(() => listening?.close());

async function answerOf(listener: PatchedListener) {
  listening = await listen(patchedServer(listener));
  const [response] = await exchange(listening.port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  return response;
}

/** Replaces the two methods on the response, as middleware does that looks at answers, and counts the calls. */
function countCalls(res: PatchedResponse): { writeHead: unknown[][]; end: unknown[][] } {
  const calls = { writeHead: [] as unknown[][], end: [] as unknown[][] };
  for (const name of ['writeHead', 'end'] as const) {
    const original = res[name] as (...args: unknown[]) => unknown;
    Object.assign(res, {
      [name](...args: unknown[]) {
        calls[name].push(args);
        return Reflect.apply(original, res, args);
      },
    });
  }
  return calls;
}

test.each<[string, (res: PatchedResponse) => unknown]>([
  ['json', (res) => res.json({})],
  ['json over a field', (res) => res.set('X-A', 'b').json({})],
  ['send of a text', (res) => res.send('text')],
  ['send of bytes', (res) => res.send(Buffer.from('x'))],
  ['send of nothing', (res) => res.send()],
  ['send with status 204', (res) => res.status(204).send('x')],
  ['sendStatus', (res) => res.sendStatus(404)],
  ['redirect', (res) => res.redirect('/')],
])('%s calls a replaced writeHead once and a replaced end once', async (_, answer) => {
  await answerOf((_req, res) => {
    const calls = countCalls(res);
    answer(res);
    expect([calls.writeHead.length, calls.end.length]).toEqual([1, 1]);
    expect(calls.writeHead[0]?.[0]).toBe(res.statusCode);
  });
  expect.assertions(2);
});

test('a listener on the head, as on-headers installs it, changes fields and status', async () => {
  const response = await answerOf((_req, res) => {
    const { writeHead } = res;
    Object.assign(res, {
      writeHead(status: number, fields: Record<string, string>) {
        for (const [name, value] of Object.entries(fields)) res.setHeader(name, value);
        res.setHeader('X-Late', String(res.getHeader('Content-Length')));
        return writeHead.call(res, status + 1);
      },
    });
    res.json({ a: 1 });
  });
  expect([response?.status, response?.headers['x-late'], response?.body]).toEqual([201, '7', '{"a":1}']);
  expect(response?.headers['content-type']).toBe('application/json; charset=utf-8');
});

test('a replaced end that codes the content sends what it likes', async () => {
  const response = await answerOf((_req, res) => {
    const { writeHead, end } = res;
    Object.assign(res, {
      writeHead(status: number, fields: Record<string, string>) {
        for (const [name, value] of Object.entries(fields)) res.setHeader(name, value);
        res.removeHeader('Content-Length');
        res.setHeader('Content-Encoding', 'gzip');
        return writeHead.call(res, status);
      },
      end(content: string) {
        const gzip = createGzip();
        gzip.on('data', (chunk) => res.write(chunk));
        gzip.on('end', () => Reflect.apply(end, res, []));
        gzip.end(content);
        return res;
      },
    });
    res.send('text'.repeat(100));
  });
  expect(gunzipSync(Buffer.from(response?.body ?? '', 'latin1')).toString()).toBe('text'.repeat(100));
});

test('a server that rejects content for HEAD is given none', async () => {
  listening = await listen(
    patchedServer((_req, res) => res.json({ a: 1 }), { rejectNonStandardBodyWrites: true }),
  );
  const [response] = await exchange(
    listening.port,
    'HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    {
      methods: ['HEAD'],
    },
  );
  expect([response?.status, response?.headers['content-length'], response?.body]).toEqual([200, '7', '']);
});
