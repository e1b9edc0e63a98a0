import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { type BodyMiddleware, type BodyOptions, createBodyParser, rawBody, textBody } from '@nextpress/body';
import { exchange, foreignErrors, listen, post, postChunks } from '@nextpress-internal/test-kit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lanes, outcomeOf, serve } from './lanes.ts';

const TEXT = 'Content-Type: text/plain';
const TOO_LARGE = { status: 413, code: 'ERR_BODY_TOO_LARGE', type: 'entity.too.large' };

class Unauthorized extends Error {
  get statusCode(): number {
    return 401;
  }
}

const quickBrotli = (text: string): Buffer =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

describe.each(Object.keys(lanes))('in %s', (lane) => {
  describe('the option limit', () => {
    test('applies to the declared, the received and the inflated length, and to bodies from the fast lane', async () => {
      const read = textBody({ limit: 8 });
      expect(await outcomeOf(read, post([TEXT], '12345678'), lane)).toEqual({ body: '12345678' });
      expect(await outcomeOf(read, post([TEXT], '123456789'), lane)).toEqual({ ...TOO_LARGE, limit: 8 });
      expect(await outcomeOf(read, postChunks([TEXT], ['12345', '6789']), lane)).toEqual({
        ...TOO_LARGE,
        limit: 8,
      });
      const zipped = post([TEXT, 'Content-Encoding: gzip'], gzipSync('x'.repeat(100)));
      expect(await outcomeOf(textBody({ limit: 99 }), zipped, lane)).toEqual({ ...TOO_LARGE, limit: 99 });
      expect(await outcomeOf(textBody({ limit: 100 }), zipped, lane)).toEqual({ body: 'x'.repeat(100) });
    });

    test('applies when the application changed Content-Length', async () => {
      const read = textBody({ limit: 8 });
      const changed = (length: string) =>
        outcomeOf(
          (req, res, next) => {
            req.headers['content-length'] = length;
            read(req, res, next);
          },
          post([TEXT], '123456789'),
          lane,
        );
      expect(await changed('5')).toMatchObject({ status: 413, limit: 8 });
      expect(await changed('NaN')).toMatchObject({ status: 413, limit: 8 });
    });

    test('responds with 413 before a body that is too long has arrived', async () => {
      const port = await serve(textBody(), lane);
      const declared = `POST / HTTP/1.1\r\nHost: a\r\n${TEXT}\r\nContent-Length: 200000\r\n\r\nx`;
      expect((await exchange(port, declared, { responses: 1 }))[0]?.status).toBe(413);
      const counted = postChunks([TEXT], ['x'.repeat(102_401)]).subarray(0, -5);
      expect((await exchange(port, [counted], { responses: 1 }))[0]?.status).toBe(413);
    });
  });

  describe('the option type as a function', () => {
    test('decides by the request whether to parse a body', async () => {
      const read = textBody({ type: (req: IncomingMessage) => req.headers['x-text'] === 'yes' });
      expect(await outcomeOf(read, post(['X-Text: yes'], 'a'), lane)).toEqual({ body: 'a' });
      expect(await outcomeOf(read, post(['X-Text: yes', 'Content-Type: image/png'], 'a'), lane)).toEqual({
        body: 'a',
      });
      expect(await outcomeOf(read, post([TEXT], 'a'), lane)).toEqual({});
    });

    test('ignores malformed parameters of Content-Type', async () => {
      const read = textBody({ type: () => true });
      expect(await outcomeOf(read, post(['Content-Type: text/plain garbage'], 'a'), lane)).toEqual({
        body: 'a',
      });
      expect(await outcomeOf(read, post(['Content-Type: ;'], 'a'), lane)).toEqual({ body: 'a' });
      expect(await outcomeOf(read, post([`${TEXT}; charset=klingon`], 'a'), lane)).toMatchObject({
        status: 415,
      });
    });
  });

  describe('the option verify', () => {
    test('is called with the request, the response, the inflated bytes and the charset', async () => {
      const seen: unknown[] = [];
      const verify: BodyOptions['verify'] = (req, res, bytes, charset) => {
        seen.push([req.method, res.headersSent, bytes.toString('latin1'), charset]);
      };
      const zipped = post([`${TEXT}; charset=LATIN1`, 'Content-Encoding: deflate'], deflateSync('a'));
      expect(await outcomeOf(textBody({ verify }), zipped, lane)).toEqual({ body: 'a' });
      expect(await outcomeOf(rawBody({ verify, type: '*/*' }), zipped, lane)).toEqual({ body: 'YQ==' });
      expect(seen).toEqual([
        ['POST', false, 'a', 'latin1'],
        ['POST', false, 'a', null],
      ]);
    });

    // The error handler reads the headers.
    const readable = foreignErrors.filter(([what]) => !what.includes('headers'));
    test.each(readable)('that throws %s refuses the body', async (_what, make) => {
      const verify = () => {
        throw make();
      };
      expect(await outcomeOf(textBody({ verify }), post([TEXT], 'a'), lane)).toMatchObject({
        type: 'entity.verify.failed',
      });
    });

    test.each([
      [() => new Error('no'), { status: 403, type: 'entity.verify.failed' }],
      [() => Object.assign(new Error('no'), { status: 401, type: 'mine' }), { status: 401, type: 'mine' }],
      [
        () => Object.assign(new Error('no'), { statusCode: 418 }),
        { status: 418, type: 'entity.verify.failed' },
      ],
      [() => Object.assign(new Error('no'), { status: 200 }), { status: 500, type: 'entity.verify.failed' }],
      [
        () => Object.freeze(new Error('no')),
        { status: 403, code: 'ERR_BODY_REFUSED', type: 'entity.verify.failed' },
      ],
      [() => new Unauthorized('no'), { status: 403, code: 'ERR_BODY_REFUSED', type: 'entity.verify.failed' }],
      [() => 'no', { status: 403, code: 'ERR_BODY_REFUSED', type: 'entity.verify.failed' }],
      [() => undefined, { status: 403, code: 'ERR_BODY_REFUSED', type: 'entity.verify.failed' }],
    ])('that throws %s refuses the body, and the connection serves on', async (thrown, expected) => {
      const verify = () => {
        throw thrown();
      };
      const port = await serve(textBody({ verify }), lane);
      const responses = await exchange(port, [post([TEXT], 'a'), post([TEXT], 'b')], { responses: 2 });
      expect(responses.map(({ body }) => JSON.parse(body))).toEqual([expected, expected]);
    });
  });

  test('verify refuses the body when its promise rejects', async () => {
    const verify = async (_req: unknown, _res: unknown, bytes: Buffer): Promise<void> => {
      await new Promise(setImmediate);
      if (bytes.toString() === 'a') throw new Error('no');
    };
    const refused = { status: 403, type: 'entity.verify.failed' };
    expect(await outcomeOf(textBody({ verify }), post([TEXT], 'a'), lane)).toEqual(refused);
    expect(await outcomeOf(textBody({ verify }), post([TEXT], 'b'), lane)).toEqual({ body: 'b' });
  });

  describe('an empty body', () => {
    const empties: [string, Buffer][] = [
      ['Content-Length: 0', post([TEXT], '')],
      ['no chunk', postChunks([TEXT], [])],
      ['gzip of nothing', post([TEXT, 'Content-Encoding: gzip'], gzipSync(''))],
    ];
    test.each(empties)('has the empty value and is verified: %s', async (_name, request) => {
      const sizes: number[] = [];
      const verify: BodyOptions['verify'] = (_req, _res, bytes) => sizes.push(bytes.length);
      expect(await outcomeOf(textBody({ verify }), request, lane)).toEqual({ body: '' });
      expect(sizes).toEqual([0]);
    });

    test('is ignored without Content-Length and Transfer-Encoding', async () => {
      const request = Buffer.from(`POST / HTTP/1.1\r\nHost: a\r\n${TEXT}\r\n\r\n`);
      expect(await outcomeOf(textBody(), request, lane)).toEqual({});
    });
  });

  describe('the option timeout', () => {
    test('responds with 408 and closes the connection when a body is too slow', async () => {
      const port = await serve(textBody({ timeout: 50 }), lane);
      const head = `POST / HTTP/1.1\r\nHost: a\r\n${TEXT}\r\nContent-Length: 100\r\n\r\n`;
      const response = await trickle(port, head);
      expect(response).toMatch(/^HTTP\/1\.1 408 /);
      expect(response).toMatch(/\r\nConnection: close\r\n/i);
      expect(response).toContain('"code":"ERR_BODY_TIMEOUT","type":"request.timeout","limit":50');
    });

    test('closes the connection when the response has begun or the error handler ignores the error', async () => {
      const read = textBody({ timeout: 50 });
      for (const begins of [false, true]) {
        const server = createServer((req, res) => {
          if (begins) res.write('begun');
          read(req, res, () => res.end('ended'));
        });
        const { port, close } = await listen((lanes[lane] as (server: Server) => Server)(server));
        onTestFinished(close);
        const response = await trickle(
          port,
          `POST / HTTP/1.1\r\nHost: a\r\n${TEXT}\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n`,
        );
        expect(response).toMatch(/ended(\r\n0\r\n\r\n)?$/);
      }
    });

    test('accepts a body that arrives in time', async () => {
      const read = textBody({ timeout: 60_000 });
      expect(await outcomeOf(read, postChunks([TEXT], ['a', 'b']), lane)).toEqual({ body: 'ab' });
    });
  });

  describe('the option inflateRatio', () => {
    const measured = (options: BodyOptions): BodyMiddleware => {
      const read = textBody(options);
      return (req: IncomingMessage & { body?: unknown }, res, next) =>
        read(req, res, (error) => {
          if (typeof req.body === 'string') req.body = req.body.length;
          next(error);
        });
    };
    const zeros = (size: number): Buffer => gzipSync(Buffer.alloc(size, '0'));
    test('refuses a body that inflates to too many times its size', async () => {
      const refused = { status: 413, code: 'ERR_BODY_RATIO', type: 'entity.ratio.too.large', limit: 100 };
      const bomb = post([TEXT, 'Content-Encoding: gzip'], zeros(5_000_000));
      expect(await outcomeOf(textBody({ limit: '10mb' }), bomb, lane)).toEqual(refused);
      expect(await outcomeOf(measured({ limit: '10mb', inflateRatio: 2_000 }), bomb, lane)).toEqual({
        body: 5_000_000,
      });
    });

    test('accepts small bodies at any ratio', async () => {
      const small = post([TEXT, 'Content-Encoding: gzip'], zeros(100_000));
      expect(await outcomeOf(measured({}), small, lane)).toEqual({ body: 100_000 });
      expect(await outcomeOf(measured({ limit: '100mb' }), small, lane)).toEqual({ body: 100_000 });
    });
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', quickBrotli],
  ])('%s is undone on this thread and in the pool', async (encoding, encode) => {
    const text = Array.from({ length: 20_000 }, (_, index) => `line ${index}`).join('\n');
    const encoded = encode(text);
    const request = post([TEXT, `Content-Encoding: ${encoding}`], encoded);
    expect((await outcomeOf(textBody({ limit: '1mb' }), request, lane)).body === text).toBe(true);
    expect(await outcomeOf(textBody({ limit: '100kb' }), request, lane)).toEqual({
      ...TOO_LARGE,
      limit: 102_400,
    });
    const cut = post([TEXT, `Content-Encoding: ${encoding}`], encoded.subarray(0, -6));
    expect(await outcomeOf(textBody({ limit: '100kb' }), cut, lane)).toEqual({
      ...TOO_LARGE,
      limit: 102_400,
    });
    const broken = post([TEXT, `Content-Encoding: ${encoding}`], encoded.subarray(3));
    for (const limit of ['100kb', '1mb']) {
      expect(await outcomeOf(textBody({ limit }), broken, lane)).toMatchObject({ status: 400 });
    }
  });

  test('the parser for the media type reads the body once when several are installed', async () => {
    const [text, bytes] = [textBody(), rawBody()];
    const both: typeof text = (req, res, next) =>
      text(req, res, (error) => (error === undefined ? bytes(req, res, next) : next(error)));
    expect(await outcomeOf(both, post([TEXT], 'a'), lane)).toEqual({ body: 'a' });
    expect(await outcomeOf(both, post(['Content-Type: application/octet-stream'], 'a'), lane)).toEqual({
      body: 'YQ==',
    });
  });

  test.each([0, '', undefined])('a format refuses the body when it throws %j', async (thrown) => {
    const format = {
      name: 'readNothing',
      type: 'text/plain',
      options: [],
      charsets: 'any' as const,
      empty: () => '',
      parse: () => {
        throw thrown;
      },
    };
    const read = createBodyParser(format, {});
    let error: unknown;
    const keep: BodyMiddleware = (req, res, next) =>
      read(req, res, (given) => {
        error = given;
        next();
      });
    await outcomeOf(keep, post([TEXT], 'a'), lane);
    expect(error).toMatchObject({ status: 400, type: 'entity.parse.failed', body: 'a', cause: thrown });
  });

  test('an error of a format keeps its status', async () => {
    const read = createBodyParser(
      {
        name: 'picky',
        type: TEXT.slice(14),
        options: [],
        empty: () => undefined,
        parse() {
          throw Object.assign(new Error('no'), { status: 422, code: 'PICKY' });
        },
      },
      {},
    );
    expect(await outcomeOf(read, post([TEXT], 'a'), lane)).toEqual({
      status: 422,
      code: 'PICKY',
      type: 'entity.parse.failed',
    });
  });
});

test('a parser reads Content-Type of each request', async () => {
  const port = await serve(textBody());
  const types = [
    'text/plain',
    'image/png',
    'text/plain; charset=klingon',
    'text/plain',
    'text/plain garbage',
    '',
  ];
  const requests = types.map((type) => post([`Content-Type: ${type}`], 'a'));
  const responses = await exchange(port, requests, { responses: requests.length });
  expect(responses.map(({ status, body }) => [status, JSON.parse(body).body])).toEqual([
    [200, 'a'],
    [200, undefined],
    [415, undefined],
    [200, 'a'],
    [200, undefined],
    [200, undefined],
  ]);
});

test('zstd is inflated where Node supports it and refused otherwise', async () => {
  const zlib = await import('node:zlib');
  const { zstdCompressSync } = zlib as { zstdCompressSync?: (bytes: string) => Buffer };
  const header = 'Content-Encoding: zstd';
  const request = post([TEXT, header], zstdCompressSync?.('a') ?? 'a');
  const response = await outcomeOf(textBody(), request);
  if (zstdCompressSync === undefined) expect(response).toMatchObject({ type: 'encoding.unsupported' });
  else expect(response).toEqual({ body: 'a' });
});

test('zstd is refused when its window is larger than 8 MiB', async () => {
  const isKnown = 'zstdDecompress' in (await import('node:zlib'));
  // The byte after the descriptor is the window size, 2^23 and 2^27.
  const frame = (window: string): Buffer => Buffer.from(`28b52ffd00${window}21000077696465`, 'hex');
  const read = async (window: string): Promise<unknown> =>
    outcomeOf(textBody(), post([TEXT, 'Content-Encoding: zstd'], frame(window)));
  const refused = isKnown ? { status: 400 } : { type: 'encoding.unsupported' };
  expect(await read('68')).toMatchObject(isKnown ? { body: 'wide' } : refused);
  expect(await read('88')).toMatchObject(refused);
});

/** Sends a head, then a single byte from time to time. */
async function trickle(port: number, head: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let response = '';
  const timer = setInterval(() => socket.write('x'), 20);
  socket.setEncoding('latin1').on('data', (text: string) => {
    response += text;
    // If the server closes with an unread byte, TCP resets the connection, and the client loses what it has not read yet.
    clearInterval(timer);
  });
  socket.on('error', () => {});
  socket.write(head);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return response;
}

test('an aborted upload calls next once with 400', async () => {
  const read = textBody();
  for (const part of [
    post([TEXT], 'abcdef').subarray(0, -2),
    postChunks([TEXT], ['abc', 'def']).subarray(0, -9),
  ]) {
    const errors: unknown[] = [];
    const server = createServer();
    const { port, close } = await listen(server);
    const socket = connect(port, '127.0.0.1', () => socket.write(part));
    const [req, res] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    const next = new Promise<void>((resolve) => {
      read(req, res, (error) => {
        errors.push(error);
        resolve();
      });
    });
    socket.destroy();
    await next;
    // After that, nothing could call next again.
    await close();
    expect(errors).toEqual([expect.objectContaining({ status: 400, type: 'request.aborted' })]);
  }
});
