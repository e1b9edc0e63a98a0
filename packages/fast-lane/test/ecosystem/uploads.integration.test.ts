import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import busboy from 'busboy';
import express from 'express';
import multer from 'multer';
import rawBody from 'raw-body';
import { FormData, fetch } from 'undici';
import { describe, expect, test } from 'vitest';
import { type Lane, request, responsesOnEveryLane, sameOnEveryLane, talkTo } from './lanes.ts';

const boundary = 'limit-of-parts';
const multipart = [`Content-Type: multipart/form-data; boundary=${boundary}`];

/** A form with a field and a file of `size` bytes. */
function form(size: number): string {
  return [
    `--${boundary}`,
    'Content-Disposition: form-data; name="title"',
    '',
    'the title',
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="a.bin"',
    'Content-Type: application/byte-stream',
    '',
    content(size),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

function content(size: number): string {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => (index * 7) % 256));
  return Buffer.alloc(size, bytes).toString('latin1');
}

const digest = (data: Buffer): string => `${data.length} ${createHash('sha1').update(data).digest('hex')}`;
const digestOf = (size: number): string => digest(Buffer.from(content(size), 'latin1'));

function withMulter(): RequestListener {
  const app = express();
  app.post('/', multer().single('file'), (req, res) => {
    res.json({
      fields: req.body,
      name: req.file?.originalname,
      digest: digest(req.file?.buffer ?? Buffer.alloc(0)),
    });
  });
  return app;
}

const withBusboy: RequestListener = (req, res) => {
  const fields: Record<string, string> = {};
  const pieces: Buffer[] = [];
  let fileName: string | undefined;
  const parser = busboy({ headers: req.headers });
  parser.on('field', (name, value) => {
    fields[name] = value;
  });
  parser.on('file', (_name, stream, { filename }) => {
    fileName = filename;
    stream.on('data', (piece: Buffer) => pieces.push(piece));
  });
  parser.on('close', () => {
    res.end(JSON.stringify({ fields, name: fileName, digest: digest(Buffer.concat(pieces)) }));
  });
  req.pipe(parser);
};

describe.each([
  { library: 'multer', build: (lane: Lane): Server => lane.over(createServer(withMulter())), lazy: false },
  { library: 'busboy', build: (lane: Lane): Server => lane.over(createServer(withBusboy)), lazy: true },
])('$library', ({ build, lazy }) => {
  const expected = (size: number): object => ({
    fields: { title: 'the title' },
    name: 'a.bin',
    digest: digestOf(size),
  });

  test('reads uploads that arrive in one chunk, and pipelined ones', async () => {
    const sizes = [10, 1_000, 30_000, 0];
    const responses = await responsesOnEveryLane(
      build,
      sizes.map((size) => request('POST /', multipart, form(size))),
      { lazy },
    );
    expect(responses.map(({ body }) => JSON.parse(body))).toEqual(sizes.map(expected));
  });

  test.each([1, 7, 100, 1_000, 60_000])('reads an upload split every %i bytes', async (step) => {
    const size = step * 20 + 3;
    const bodies = await sameOnEveryLane(
      (lane) =>
        talkTo(build(lane), async ({ connect }) => {
          const client = await connect();
          const text = request('POST /', multipart, form(size));
          for (let at = 0; at < text.length; at += step) {
            await client.send(text.slice(at, at + step));
            if (at % 5 === 0) await new Promise((resolve) => setImmediate(resolve));
          }
          const first = await client.response();
          const [second] = await client.exchange(request('POST /', multipart, form(5)));
          return [first.body, second?.body];
        }),
      // Node serves heads that arrive in many pieces, and very long bodies.
      { lazy, servedBy: step === 1 || size > 1_000_000 ? 'either' : 'lane' },
    );
    expect(bodies.map((body) => JSON.parse(body ?? ''))).toEqual([expected(size), expected(5)]);
  });

  test('reads what a browser-like client sends', async () => {
    const bodies = await sameOnEveryLane(
      (lane) =>
        talkTo(build(lane), ({ url }) =>
          Promise.all(
            [3, 4_000, 300_000].map(async (size) => {
              const body = new FormData();
              body.set('title', 'the title');
              body.set('file', new Blob([Buffer.from(content(size), 'latin1')]), 'a.bin');
              return (await fetch(url, { method: 'POST', body })).json();
            }),
          ),
        ),
      { lazy, servedBy: 'either' },
    );
    expect(bodies).toEqual([3, 4_000, 300_000].map(expected));
  });
});

describe('raw-body', () => {
  const listener: RequestListener = (req, res) => {
    const length = req.headers['content-length'];
    rawBody(
      req,
      { limit: 1_000, encoding: 'latin1', ...(length !== undefined && { length }) },
      (error, text) => {
        res.statusCode = error?.statusCode ?? 200;
        res.end(error?.type ?? `${req.method} ${text.toUpperCase()}`);
      },
    );
  };

  test('reads requests with and without a body', async () => {
    const responses = await responsesOnEveryLane(
      (lane) => lane.over(createServer(listener)),
      [
        request('POST /', [], 'body'),
        request('GET /'),
        request('PATCH /', [], ''),
        request('DELETE /'),
        request('PUT /', [], 'x'.repeat(1_000)),
        request('POST /', ['Transfer-Encoding: chunked']).concat('4\r\nbody\r\n0\r\n\r\n'),
        request('POST /', [], 'after'),
      ],
    );
    expect(responses.map(({ body }) => body)).toEqual([
      'POST BODY',
      'GET ',
      'PATCH ',
      'DELETE ',
      `PUT ${'X'.repeat(1_000)}`,
      'POST BODY',
      'POST AFTER',
    ]);
  });

  test('rejects a body that is too long, and keeps the connection', async () => {
    const responses = await responsesOnEveryLane(
      (lane) => lane.over(createServer(listener)),
      [request('POST /', [], 'x'.repeat(1_001)), request('POST /', [], 'after')],
    );
    expect(responses.map(({ status, body }) => [status, body])).toEqual([
      [413, 'entity.too.large'],
      [200, 'POST AFTER'],
    ]);
  });

  test('emits an abort in the middle of a body', async () => {
    const errors = await sameOnEveryLane(async (lane) => {
      let tell: (text: string) => void = () => {};
      const told = new Promise<string>((resolve) => {
        tell = resolve;
      });
      let begun: () => void = () => {};
      const reading = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const aborted: RequestListener = (req, res) => {
        if (req.method === 'GET') return void res.end();
        begun();
        rawBody(req, (error) => tell(`${error?.type} ${error?.status} ${req.complete}`));
      };
      return talkTo(lane.over(createServer(aborted)), async ({ connect }) => {
        const client = await connect();
        await client.exchange(request('GET /'));
        await client.send(request('POST /', ['Content-Length: 10']).concat('12345'));
        await reading;
        await client.close();
        return told;
      });
    });
    expect(errors).toBe('request.aborted 400 false');
  });
});
