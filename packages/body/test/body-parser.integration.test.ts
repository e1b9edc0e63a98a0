import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { type BodyMiddleware, type BodyOptions, createBodyParser, rawBody, textBody } from '@nextpress/body';
import { exchange, listen, post, postChunks } from '@nextpress-internal/test-kit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lanes, serve, told } from './lanes.ts';

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
    test('holds for what is declared, sent, inflated and taken', async () => {
      const read = textBody({ limit: 8 });
      expect(await told(read, post([TEXT], '12345678'), lane)).toEqual({ body: '12345678' });
      expect(await told(read, post([TEXT], '123456789'), lane)).toEqual({ ...TOO_LARGE, limit: 8 });
      expect(await told(read, postChunks([TEXT], ['12345', '6789']), lane)).toEqual({
        ...TOO_LARGE,
        limit: 8,
      });
      const zipped = post([TEXT, 'Content-Encoding: gzip'], gzipSync('x'.repeat(100)));
      expect(await told(textBody({ limit: 99 }), zipped, lane)).toEqual({ ...TOO_LARGE, limit: 99 });
      expect(await told(textBody({ limit: 100 }), zipped, lane)).toEqual({ body: 'x'.repeat(100) });
    });

    test('holds for a body whose length somebody has changed', async () => {
      const read = textBody({ limit: 8 });
      const changed = (length: string) =>
        told(
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

    test('is answered before a body that is too long has come', async () => {
      const port = await serve(textBody(), lane);
      const declared = `POST / HTTP/1.1\r\nHost: a\r\n${TEXT}\r\nContent-Length: 200000\r\n\r\nx`;
      expect((await exchange(port, declared, { responses: 1 }))[0]?.status).toBe(413);
      const counted = postChunks([TEXT], ['x'.repeat(102_401)]).subarray(0, -5);
      expect((await exchange(port, [counted], { responses: 1 }))[0]?.status).toBe(413);
    });
  });

  describe('the option type as a function', () => {
    test('decides, with the request', async () => {
      const read = textBody({ type: (req: IncomingMessage) => req.headers['x-text'] === 'yes' });
      expect(await told(read, post(['X-Text: yes'], 'a'), lane)).toEqual({ body: 'a' });
      expect(await told(read, post(['X-Text: yes', 'Content-Type: image/png'], 'a'), lane)).toEqual({
        body: 'a',
      });
      expect(await told(read, post([TEXT], 'a'), lane)).toEqual({});
    });

    test('skips malformed parameters', async () => {
      const read = textBody({ type: () => true });
      expect(await told(read, post(['Content-Type: text/plain garbage'], 'a'), lane)).toEqual({ body: 'a' });
      expect(await told(read, post(['Content-Type: ;'], 'a'), lane)).toEqual({ body: 'a' });
      expect(await told(read, post([`${TEXT}; charset=klingon`], 'a'), lane)).toMatchObject({ status: 415 });
    });
  });

  describe('the option verify', () => {
    test('sees the request, the response, the bytes inflated and the charset', async () => {
      const seen: unknown[] = [];
      const verify: BodyOptions['verify'] = (req, res, bytes, charset) => {
        seen.push([req.method, res.headersSent, bytes.toString('latin1'), charset]);
      };
      const zipped = post([`${TEXT}; charset=LATIN1`, 'Content-Encoding: deflate'], deflateSync('a'));
      expect(await told(textBody({ verify }), zipped, lane)).toEqual({ body: 'a' });
      expect(await told(rawBody({ verify, type: '*/*' }), zipped, lane)).toEqual({ body: 'YQ==' });
      expect(seen).toEqual([
        ['POST', false, 'a', 'latin1'],
        ['POST', false, 'a', null],
      ]);
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

  test('a verify that returns a promise is waited for, and refuses the body by a rejection', async () => {
    const verify = async (_req: unknown, _res: unknown, bytes: Buffer): Promise<void> => {
      await new Promise(setImmediate);
      if (bytes.toString() === 'a') throw new Error('no');
    };
    const refused = { status: 403, type: 'entity.verify.failed' };
    expect(await told(textBody({ verify }), post([TEXT], 'a'), lane)).toEqual(refused);
    expect(await told(textBody({ verify }), post([TEXT], 'b'), lane)).toEqual({ body: 'b' });
  });

  describe('a body without a byte', () => {
    const empties: [string, Buffer][] = [
      ['Content-Length: 0', post([TEXT], '')],
      ['no chunk', postChunks([TEXT], [])],
      ['gzip of nothing', post([TEXT, 'Content-Encoding: gzip'], gzipSync(''))],
    ];
    test.each(empties)('is the empty value, and verified: %s', async (_name, request) => {
      const sizes: number[] = [];
      const verify: BodyOptions['verify'] = (_req, _res, bytes) => sizes.push(bytes.length);
      expect(await told(textBody({ verify }), request, lane)).toEqual({ body: '' });
      expect(sizes).toEqual([0]);
    });

    test('is none without Content-Length and Transfer-Encoding', async () => {
      const request = Buffer.from(`POST / HTTP/1.1\r\nHost: a\r\n${TEXT}\r\n\r\n`);
      expect(await told(textBody(), request, lane)).toEqual({});
    });
  });

  describe('the option timeout', () => {
    test('ends a body that comes too slowly, and its connection', async () => {
      const port = await serve(textBody({ timeout: 50 }), lane);
      const head = `POST / HTTP/1.1\r\nHost: a\r\n${TEXT}\r\nContent-Length: 100\r\n\r\n`;
      const started = Date.now();
      const { answer, ended } = await trickle(port, head);
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toMatch(/\r\nConnection: close\r\n/i);
      expect(answer).toContain('"code":"ERR_BODY_TIMEOUT","type":"request.timeout","limit":50');
      expect(ended - started).toBeLessThan(5_000);
    });

    test('ends the connection though the handler of errors knows nothing of it, and though an answer has begun', async () => {
      const read = textBody({ timeout: 50 });
      for (const begins of [false, true]) {
        const server = createServer((req, res) => {
          if (begins) res.write('begun');
          read(req, res, () => res.end('ended'));
        });
        const { port, close } = await listen((lanes[lane] as (server: Server) => Server)(server));
        onTestFinished(close);
        const { answer } = await trickle(
          port,
          `POST / HTTP/1.1\r\nHost: a\r\n${TEXT}\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n`,
        );
        expect(answer).toMatch(/ended(\r\n0\r\n\r\n)?$/);
      }
    });

    test('lets a body pass that comes in time', async () => {
      const read = textBody({ timeout: 60_000 });
      expect(await told(read, postChunks([TEXT], ['a', 'b']), lane)).toEqual({ body: 'ab' });
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
    test('refuses what inflates to too many times its size', async () => {
      const refused = { status: 413, code: 'ERR_BODY_RATIO', type: 'entity.ratio.too.large', limit: 100 };
      const bomb = post([TEXT, 'Content-Encoding: gzip'], zeros(5_000_000));
      expect(await told(textBody({ limit: '10mb' }), bomb, lane)).toEqual(refused);
      expect(await told(measured({ limit: '10mb', inflateRatio: 2_000 }), bomb, lane)).toEqual({
        body: 5_000_000,
      });
    });

    test("doesn't measure small ones", async () => {
      const small = post([TEXT, 'Content-Encoding: gzip'], zeros(100_000));
      expect(await told(measured({}), small, lane)).toEqual({ body: 100_000 });
      expect(await told(measured({ limit: '100mb' }), small, lane)).toEqual({ body: 100_000 });
    });
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', quickBrotli],
  ])('%s is undone on this thread and in the pool', async (coding, encode) => {
    const text = Array.from({ length: 20_000 }, (_, index) => `line ${index}`).join('\n');
    const encoded = encode(text);
    const request = post([TEXT, `Content-Encoding: ${coding}`], encoded);
    expect((await told(textBody({ limit: '1mb' }), request, lane)).body === text).toBe(true);
    expect(await told(textBody({ limit: '100kb' }), request, lane)).toEqual({ ...TOO_LARGE, limit: 102_400 });
    const cut = post([TEXT, `Content-Encoding: ${coding}`], encoded.subarray(0, -6));
    expect(await told(textBody({ limit: '100kb' }), cut, lane)).toEqual({ ...TOO_LARGE, limit: 102_400 });
    const broken = post([TEXT, `Content-Encoding: ${coding}`], encoded.subarray(3));
    for (const limit of ['100kb', '1mb']) {
      expect(await told(textBody({ limit }), broken, lane)).toMatchObject({ status: 400 });
    }
  });

  test('a body is taken once, by the parser that it is for', async () => {
    const [text, bytes] = [textBody(), rawBody()];
    const both: typeof text = (req, res, next) =>
      text(req, res, (error) => (error === undefined ? bytes(req, res, next) : next(error)));
    expect(await told(both, post([TEXT], 'a'), lane)).toEqual({ body: 'a' });
    expect(await told(both, post(['Content-Type: application/octet-stream'], 'a'), lane)).toEqual({
      body: 'YQ==',
    });
  });

  test.each([0, '', undefined])('a format that throws %j refuses the body', async (thrown) => {
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
    await told(keep, post([TEXT], 'a'), lane);
    expect(error).toMatchObject({ status: 400, type: 'entity.parse.failed', body: 'a', cause: thrown });
  });

  test('an error that a format throws keeps its status', async () => {
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
    expect(await told(read, post([TEXT], 'a'), lane)).toEqual({
      status: 422,
      code: 'PICKY',
      type: 'entity.parse.failed',
    });
  });
});

test('the last Content-Type is not taken for the next', async () => {
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

test('zstd is undone where Node has it, and refused where not', async () => {
  const zlib = await import('node:zlib');
  const { zstdCompressSync } = zlib as { zstdCompressSync?: (bytes: string) => Buffer };
  const field = 'Content-Encoding: zstd';
  const request = post([TEXT, field], zstdCompressSync?.('a') ?? 'a');
  const answer = await told(textBody(), request);
  if (zstdCompressSync === undefined) expect(answer).toMatchObject({ type: 'encoding.unsupported' });
  else expect(answer).toEqual({ body: 'a' });
});

test('zstd may ask for a window of 8 MiB, and for no greater one', async () => {
  const isKnown = 'zstdDecompress' in (await import('node:zlib'));
  // The octet behind the descriptor is the window: 2 to the power of 23, and of 27.
  const frame = (window: string): Buffer => Buffer.from(`28b52ffd00${window}21000077696465`, 'hex');
  const read = async (window: string): Promise<unknown> =>
    told(textBody(), post([TEXT, 'Content-Encoding: zstd'], frame(window)));
  const refused = isKnown ? { status: 400 } : { type: 'encoding.unsupported' };
  expect(await read('68')).toMatchObject(isKnown ? { body: 'wide' } : refused);
  expect(await read('88')).toMatchObject(refused);
});

/** Sends a head, and then one byte now and then. */
async function trickle(port: number, head: string): Promise<{ answer: string; ended: number }> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => {});
  socket.write(head);
  const timer = setInterval(() => socket.write('x'), 20);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return { answer, ended: Date.now() };
}

test('an upload that is cut off is a 400, once, in both ways of framing', async () => {
  const read = textBody();
  for (const part of [
    post([TEXT], 'abcdef').subarray(0, -2),
    postChunks([TEXT], ['abc', 'def']).subarray(0, -9),
  ]) {
    const errors = await new Promise<unknown[]>((resolve, reject) => {
      const calls: unknown[] = [];
      const server = createServer((req, res) => {
        read(req, res, (error) => {
          calls.push(error);
          res.end();
          setTimeout(resolve, 20, calls);
        });
      });
      listen(server).then(({ port, close }) => {
        onTestFinished(close);
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(part, () => setTimeout(() => socket.destroy(), 20)),
        );
      }, reject);
    });
    expect(errors).toEqual([expect.objectContaining({ status: 400, type: 'request.aborted' })]);
  }
});
