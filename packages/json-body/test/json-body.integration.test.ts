import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { jsonBody } from '@nextpress/json-body';
import type { Listening, RawResponse } from '@nextpress-internal/test-kit';
import { exchange, listen, post, postChunks } from '@nextpress-internal/test-kit';
import { middlewareHosts } from '@nextpress-internal/test-kit/middleware-hosts';
import { json as bodyParser } from 'body-parser';
import { afterEach, describe, expect, test } from 'vitest';
import type { BodyMiddleware } from '../src/index.ts';
import { report } from './report.ts';

const servers: Listening[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(middleware: BodyMiddleware, host = 'bare Node'): Promise<number> {
  const server = await listen(createServer(middlewareHosts[host]?.(middleware, report)));
  servers.push(server);
  return server.port;
}

const JSON_TYPE = 'Content-Type: application/json';

async function sendAll(port: number, ...requests: Buffer[]): Promise<RawResponse[]> {
  return exchange(port, requests, { responses: requests.length });
}

async function outcomeOf(middleware: BodyMiddleware, request: Buffer, host?: string): Promise<unknown> {
  const [response] = await sendAll(await serve(middleware, host), request);
  // The test kit returns bytes as latin1.
  return JSON.parse(Buffer.from(response?.body ?? '', 'latin1').toString());
}

describe.each(Object.keys(middlewareHosts))('in %s', (host) => {
  test('req.body is the value of a JSON body', async () => {
    expect(await outcomeOf(jsonBody(), post([JSON_TYPE], '{"a":"é"}'), host)).toEqual({ body: { a: 'é' } });
  });

  test('a body that is too long is refused with 413', async () => {
    const refused = { status: 413, code: 'ERR_BODY_TOO_LARGE', type: 'entity.too.large' };
    expect(await outcomeOf(jsonBody({ limit: 8 }), post([JSON_TYPE], '{"a":123}'), host)).toEqual(refused);
    expect(await outcomeOf(jsonBody({ limit: 8 }), postChunks([JSON_TYPE], ['{"a":', '123}']), host)).toEqual(
      refused,
    );
  });

  test('malformed JSON is refused with 400', async () => {
    const refused = { status: 400, code: 'ERR_BODY_NOT_JSON', type: 'entity.parse.failed' };
    expect(await outcomeOf(jsonBody(), post([JSON_TYPE], '{"a":'), host)).toEqual(refused);
  });

  test('an unknown charset is refused with 415', async () => {
    const refused = { status: 415, code: 'ERR_CHARSET', type: 'charset.unsupported' };
    expect(await outcomeOf(jsonBody(), post([`${JSON_TYPE}; charset=koi8-r`], '{}'), host)).toEqual(refused);
  });
});

test('a body of exactly the limit is accepted', async () => {
  expect(await outcomeOf(jsonBody({ limit: 9 }), post([JSON_TYPE], '{"a":123}'))).toEqual({
    body: { a: 123 },
  });
  expect(await outcomeOf(jsonBody({ limit: 9 }), postChunks([JSON_TYPE], ['{"a":', '123}']))).toEqual({
    body: { a: 123 },
  });
});

test('a character split over two chunks is decoded', async () => {
  const bytes = Buffer.from('["é😀"]');
  const chunks = Array.from(bytes, (byte) => Buffer.from([byte]));
  expect(await outcomeOf(jsonBody(), postChunks([JSON_TYPE], chunks))).toEqual({ body: ['é😀'] });
});

test('UTF-16 is decoded without its byte order mark', async () => {
  const utf16 = post([`${JSON_TYPE}; charset="UTF-16"`], Buffer.from('\ufeff["é"]', 'utf16le'));
  expect(await outcomeOf(jsonBody(), utf16)).toEqual({ body: ['é'] });
  expect(await outcomeOf(jsonBody(), post([JSON_TYPE], '\ufeff{}'))).toEqual({ body: {} });
});

test('invalid UTF-8 becomes U+FFFD', async () => {
  const request = post([JSON_TYPE], Buffer.from('["\xff"]', 'latin1'));
  expect(await outcomeOf(jsonBody(), request)).toEqual({ body: ['\ufffd'] });
});

test.each([
  ['Content-Length: 0', post([JSON_TYPE], '')],
  ['no chunk', postChunks([JSON_TYPE], [])],
  ['gzip of nothing', post([JSON_TYPE, 'Content-Encoding: gzip'], gzipSync(''))],
])('a body without a byte is {}: %s', async (_title, request) => {
  expect(await outcomeOf(jsonBody(), request)).toEqual({ body: {} });
});

describe('req.body is not changed', () => {
  test('when there is no body', async () => {
    expect(
      await outcomeOf(jsonBody(), Buffer.from(`GET / HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}\r\n\r\n`)),
    ).toEqual({});
  });

  test('when the media type is another', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/problem+json']) {
      expect(await outcomeOf(jsonBody(), post([`Content-Type: ${type}`], '{}'))).toEqual({});
    }
    expect(await outcomeOf(jsonBody(), post([], '{}'))).toEqual({});
  });

  test('when another parser has read the body', async () => {
    const parse = bodyParser();
    const read = jsonBody();
    const both: BodyMiddleware = (req, res, next) => parse(req, res, () => read(req, res, next));
    expect(await outcomeOf(both, post([JSON_TYPE], '[1]'))).toEqual({ body: [1] });
    const twice: BodyMiddleware = (req, res, next) => read(req, res, () => read(req, res, next));
    expect(await outcomeOf(twice, post([JSON_TYPE], '[1]'))).toEqual({ body: [1] });
    const marked: BodyMiddleware = (req, res, next) => read(Object.assign(req, { _body: true }), res, next);
    expect(await outcomeOf(marked, post([JSON_TYPE], '[1]'))).toEqual({});
  });

  test('when the stream has ended', async () => {
    const read = jsonBody();
    const late: BodyMiddleware = (req, res, next) => {
      req.resume().once('end', () => setImmediate(read, req, res, next));
    };
    expect(await outcomeOf(late, post([JSON_TYPE], '[1]'))).toEqual({});
  });
});

test.each([{}, null, 'preset'])('req.body is replaced when it was %o before', async (preset) => {
  const read = jsonBody();
  const marked: BodyMiddleware = (req, res, next) =>
    read(Object.assign(req, { body: preset, _body: false }), res, next);
  expect(await outcomeOf(marked, post([JSON_TYPE], '[1]'))).toEqual({ body: [1] });
});

test('a body is read when the stream was paused before', async () => {
  const read = jsonBody();
  const paused: BodyMiddleware = (req, res, next) => {
    req.pause();
    setTimeout(read, 1, req, res, next);
  };
  expect(await outcomeOf(paused, post([JSON_TYPE], '[1]'))).toEqual({ body: [1] });
});

test('the option type accepts one media type or a list', async () => {
  const problem = post(['Content-Type: application/problem+json'], '[1]');
  expect(await outcomeOf(jsonBody({ type: '+json' }), problem)).toEqual({ body: [1] });
  expect(await outcomeOf(jsonBody({ type: ['text/plain', 'application/*'] }), problem)).toEqual({
    body: [1],
  });
});

test.each(['application/json; charset', 'application/json;;a b;', 'application/json; a="'])(
  'malformed parameters are skipped: %s',
  async (type) => {
    expect(await outcomeOf(jsonBody(), post([`Content-Type: ${type}`], '{}'))).toEqual({ body: {} });
  },
);

test('the rest of a body is read when the application has read its beginning', async () => {
  const read = jsonBody();
  const begun: BodyMiddleware = (req, res, next) => {
    req.once('data', () => read(req, res, next));
  };
  expect(await outcomeOf(begun, postChunks([JSON_TYPE], ['[1', ']']))).toMatchObject({ status: 400 });
});

test.each([
  ...['application/json garbage', 'application/json\ta', 'application/json, text/plain', ';', '/'],
  ...['text/plain; charset', 'multipart/form-data; boundary=a b', 'text/html;;=', '', 'x'.repeat(4_000)],
])('the Content-Type "%s" leaves the body to others', async (type) => {
  expect(await outcomeOf(jsonBody(), post([`Content-Type: ${type}`], '{}'))).toEqual({});
});

test('the media type is matched regardless of case and surrounding whitespace', async () => {
  expect(
    await outcomeOf(jsonBody(), post(['Content-Type:  Application/JSON ; Charset=UTF-8 '], '[1]')),
  ).toEqual({
    body: [1],
  });
});

describe('content encodings', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['BR', brotliCompressSync],
    ['identity', (text: string) => Buffer.from(text)],
    ['', (text: string) => Buffer.from(text)],
  ])('%s is undone', async (encoding, encode) => {
    const request = post([JSON_TYPE, `Content-Encoding: ${encoding}`], encode('{"a":1}'));
    expect(await outcomeOf(jsonBody(), request)).toEqual({ body: { a: 1 } });
  });

  test('a decompression bomb is refused with 413', async () => {
    const bomb = gzipSync(`[${' '.repeat(20_000_000)}]`);
    expect(bomb.length).toBeLessThan(102_400);
    const request = post([JSON_TYPE, 'Content-Encoding: gzip'], bomb);
    expect(await outcomeOf(jsonBody(), request)).toMatchObject({ status: 413, type: 'entity.too.large' });
  });

  test('a compressed body longer than twice the limit is refused with 413', async () => {
    const empties = Buffer.concat(Array.from({ length: 11_000 }, () => gzipSync('')));
    const request = postChunks([JSON_TYPE, 'Content-Encoding: gzip'], [empties]);
    expect(await outcomeOf(jsonBody(), request)).toMatchObject({ status: 413, type: 'entity.too.large' });
  });

  test.each(['gzip, gzip', 'compress', 'constructor', 'gzip,'])(
    '%s is refused with 415',
    async (encoding) => {
      const request = post([JSON_TYPE, `Content-Encoding: ${encoding}`], gzipSync('{}'));
      const [response] = await sendAll(await serve(jsonBody()), request);
      expect(response?.status).toBe(415);
      expect(JSON.parse(response?.body ?? '')).toMatchObject({ type: 'encoding.unsupported' });
    },
  );

  test('inflate: false refuses every content encoding', async () => {
    const request = post([JSON_TYPE, 'Content-Encoding: gzip'], gzipSync('{}'));
    const [response] = await sendAll(await serve(jsonBody({ inflate: false })), request);
    expect(response?.status).toBe(415);
    const plain = post([JSON_TYPE, 'Content-Encoding: identity'], '[1]');
    expect(await outcomeOf(jsonBody({ inflate: false }), plain)).toEqual({ body: [1] });
  });

  test('invalid compressed data is refused with 400', async () => {
    const whole = gzipSync('{"a":1}');
    for (const bytes of [Buffer.from('{"a":1}'), whole.subarray(0, -9)]) {
      expect(await outcomeOf(jsonBody(), post([JSON_TYPE, 'Content-Encoding: gzip'], bytes))).toMatchObject({
        status: 400,
      });
    }
  });
});

test('a stream with an encoding is refused with 500', async () => {
  const read = jsonBody();
  const decoded: BodyMiddleware = (req, res, next) => read(req.setEncoding('latin1'), res, next);
  expect(await outcomeOf(decoded, post([JSON_TYPE], '{}'))).toMatchObject({
    status: 500,
    type: 'stream.encoding.set',
  });
});

test('a body shorter than Content-Length is refused with 400', async () => {
  const read = jsonBody();
  const tampered: BodyMiddleware = (req, res, next) => {
    req.headers['content-length'] = '9';
    read(req, res, next);
  };
  expect(await outcomeOf(tampered, post([JSON_TYPE], '[1]'))).toMatchObject({
    status: 400,
    type: 'request.size.invalid',
  });
});

test('a connection stays open after a refused body', async () => {
  const port = await serve(jsonBody());
  const refused = [
    post([JSON_TYPE], 'x'.repeat(300_000)),
    postChunks(
      [JSON_TYPE],
      Array.from({ length: 30 }, () => 'x'.repeat(10_000)),
    ),
    post([`${JSON_TYPE}; charset=koi8-r`], 'x'.repeat(300_000)),
    post([JSON_TYPE, 'Content-Encoding: gzip'], 'x'.repeat(90_000)),
    post([JSON_TYPE], '{'),
  ];
  const responses = await sendAll(port, ...refused.flatMap((request) => [request, post([JSON_TYPE], '[1]')]));
  expect(responses.map(({ status }) => status)).toEqual([413, 200, 413, 200, 415, 200, 400, 200, 400, 200]);
});

test('the response arrives before a body that is too long', async () => {
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}\r\nContent-Length: 200000\r\n\r\n{`;
  const [response] = await exchange(await serve(jsonBody()), head, { responses: 1 });
  expect(response?.status).toBe(413);
});

test('the response has Connection: close when more is declared than will be discarded', async () => {
  const port = await serve(jsonBody());
  const connectionOf = async (length: number): Promise<string | undefined> => {
    const head = `POST / HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}\r\nContent-Length: ${length}\r\n\r\n{`;
    const [response] = await exchange(port, head, { responses: 1 });
    return response?.headers.connection;
  };
  expect(await connectionOf(4 * 1024 * 1024)).toBe('keep-alive');
  expect(await connectionOf(4 * 1024 * 1024 + 1)).toBe('close');
});

test('a response that has begun gets no Connection: close', async () => {
  const read = jsonBody();
  const errors: unknown[] = [];
  const begun: BodyMiddleware = (req, res) => {
    res.flushHeaders();
    read(req, res, (error) => {
      errors.push(error);
      res.end('begun');
    });
  };
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}\r\nContent-Length: 9000000\r\n\r\n{`;
  const [response] = await exchange(await serve(begun), head, { responses: 1 });
  expect(response?.body).toBe('begun');
  expect(errors).toEqual([expect.objectContaining({ status: 413 })]);
});

test('an endless sender gets its response, then the connection is closed', async () => {
  const port = await serve(jsonBody());
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
  });
  // The test waits for this reset.
  socket.on('error', () => {});
  const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
  const pour = (): void => {
    if (!socket.destroyed) socket.write(chunk, () => setImmediate(pour));
  };
  socket.write(
    `POST / HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    pour,
  );
  await new Promise((resolve) => socket.once('close', resolve));
  expect(received).toMatch(/^HTTP\/1\.1 413 /);
});

/** Aborts a request during its body, and returns the arguments of `next` and the request. */
async function cutOff(
  part: Buffer,
  begins: 'at once' | 'late',
): Promise<{ calls: unknown[]; req: IncomingMessage }> {
  const read = jsonBody();
  const calls: unknown[] = [];
  const server = createServer();
  const { port, close } = await listen(server);
  const socket = connect(port, '127.0.0.1', () => socket.write(part));
  const [req, res] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const cut = async (): Promise<void> => {
    socket.destroy();
    await new Promise((resolve) => req.once('close', resolve));
  };
  if (begins === 'late') await cut();
  const next = new Promise<void>((resolve) => {
    read(req, res, (error) => {
      calls.push(error);
      report(req, res, error);
      resolve();
    });
  });
  if (begins === 'at once') await cut();
  await next;
  // Then nothing is left that could call next again.
  await close();
  return { calls, req };
}

describe('an aborted upload is reported once and leaves no listeners', () => {
  test.each([
    ['with a length', post([JSON_TYPE], `"${'x'.repeat(1_000)}"`).subarray(0, -100)],
    ['in chunks', postChunks([JSON_TYPE], ['[1,', '2]']).subarray(0, -9)],
    ['compressed', post([JSON_TYPE, 'Content-Encoding: gzip'], gzipSync('[1]')).subarray(0, -4)],
  ])('%s', async (_name, part) => {
    const { calls, req } = await cutOff(part, 'at once');
    expect(calls).toEqual([
      expect.objectContaining({ status: 400, code: 'ECONNABORTED', type: 'request.aborted' }),
    ]);
    for (const event of ['data', 'error', 'aborted']) expect(req.listenerCount(event)).toBe(0);
  });
});

test('a body that was aborted before it was read is ignored', async () => {
  const { calls, req } = await cutOff(post([JSON_TYPE], '{"a":1}').subarray(0, -2), 'late');
  expect(calls).toEqual([undefined]);
  expect((req as { body?: unknown }).body).toBeUndefined();
});

test('a body that has been read leaves no listeners', async () => {
  const read = jsonBody();
  const counts: number[] = [];
  const counted: BodyMiddleware = (req, res, next) => {
    const before = ['data', 'end', 'error', 'close'].map((event) => req.listenerCount(event));
    read(req, res, (error) => {
      counts.push(
        ...before.map((count, i) => req.listenerCount(['data', 'end', 'error', 'close'][i] ?? '') - count),
      );
      next(error);
    });
  };
  expect(await outcomeOf(counted, post([JSON_TYPE], '[1]'))).toEqual({ body: [1] });
  expect(counts).toEqual([0, 0, 0, 0]);
});
