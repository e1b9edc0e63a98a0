import { utimesSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type SendFileError, sendFile, serveStatic } from '@nextpress/static';
import { type Listening, listen, type RawResponse } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileTree } from '../file-tree.ts';
import { respondToRest } from '../hosts.ts';
import { lanes, requestFor, responseTo } from '../lanes.ts';

const SIZE = 400_000;
const CONTENT = Array.from({ length: SIZE }, (_, i) => String.fromCharCode(33 + ((i * i) % 89))).join('');
const TIME = new Date('2026-11-21T10:00:00Z');
const LAST_MODIFIED = 'Sat, 21 Nov 2026 10:00:00 GMT';

const tree = fileTree({
  'large.txt': CONTENT,
  'coded.txt': CONTENT,
  'coded.txt.gz': gzipSync(CONTENT),
  'small.txt': 'hello',
});
utimesSync(join(tree.path, 'large.txt'), TIME, TIME);

const files = serveStatic(tree.path, {
  precompressed: ['gzip'],
  setHeaders: (res, path) => {
    if (path.endsWith('small.txt')) res.setHeader('Content-Type', 'text/x-own');
  },
});
const listener: RequestListener = (req, res) => {
  if (req.url?.startsWith('/sent/')) {
    sendFile(req, res, req.url.slice('/sent/'.length), { root: tree.path }, (error?: SendFileError) => {
      if (error !== undefined) respondToRest(res, error);
    });
  } else if (req.url?.startsWith('/typed/')) {
    req.url = req.url.slice('/typed'.length);
    res.setHeader('Content-Type', 'text/x-mine');
    files(req, res, (error) => respondToRest(res, error));
  } else files(req, res, (error) => respondToRest(res, error));
};

const servers = new Map<string, Listening>();
beforeAll(async () => {
  for (const [lane, make] of Object.entries(lanes)) servers.set(lane, await listen(make(listener)));
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
  tree.remove();
});

interface Part {
  readonly fields: Readonly<Record<string, string>>;
  readonly content: string;
}

/** Parses a multipart body strictly. */
function partsOf({ headers, body }: RawResponse): Part[] {
  const boundary = /^multipart\/byteranges; boundary=([\w-]{20,70})$/.exec(
    headers['content-type'] ?? '',
  )?.[1];
  if (boundary === undefined) throw new Error(`no boundary in ${headers['content-type']}`);
  const pieces = `\r\n${body}`.split(`\r\n--${boundary}`);
  expect(pieces.at(0)).toBe('');
  expect(pieces.at(-1)).toBe('--\r\n');
  return pieces.slice(1, -1).map((piece) => {
    const end = piece.indexOf('\r\n\r\n');
    const lines = piece.slice(2, end).split('\r\n');
    expect(piece.startsWith('\r\n')).toBe(true);
    const fields = Object.fromEntries(lines.map((line) => line.split(': ')));
    return { fields, content: piece.slice(end + 4) };
  });
}

describe.each(Object.keys(lanes))('in %s', (lane) => {
  const ask = (
    target: string,
    fields: Record<string, string> = {},
    method?: string,
  ): Promise<RawResponse> => {
    const server = servers.get(lane);
    return server === undefined
      ? Promise.reject(new Error(lane))
      : responseTo(server, target, fields, method);
  };

  test.each(['/large.txt', '/sent/large.txt'])(
    'sends several ranges of %s in one response',
    async (target) => {
      const response = await ask(target, { Range: 'bytes=0-4, 200000-399999, 100-199' });
      expect(response.status).toBe(206);
      expect(response.headers).not.toHaveProperty('content-range');
      expect(response.headers).toMatchObject({
        'content-length': String(response.body.length),
        'last-modified': LAST_MODIFIED,
        'accept-ranges': 'bytes',
      });
      const type = 'text/plain; charset=utf-8';
      expect(partsOf(response)).toEqual([
        {
          fields: { 'Content-Type': type, 'Content-Range': 'bytes 0-4/400000' },
          content: CONTENT.slice(0, 5),
        },
        {
          fields: { 'Content-Type': type, 'Content-Range': 'bytes 200000-399999/400000' },
          content: CONTENT.slice(200_000),
        },
        {
          fields: { 'Content-Type': type, 'Content-Range': 'bytes 100-199/400000' },
          content: CONTENT.slice(100, 200),
        },
      ]);
    },
  );

  test('sends small parts', async () => {
    const parts = partsOf(await ask('/large.txt', { Range: 'bytes=-10,0-9' }));
    expect(parts.map(({ content }) => content)).toEqual([CONTENT.slice(-10), CONTENT.slice(0, 10)]);
  });

  test.each([
    ['ranges that adjoin', 'bytes=0-99,100-199', 'bytes 0-199/400000'],
    ['ranges that overlap', 'bytes=50-150,0-100,100-199', 'bytes 0-199/400000'],
    ['a range requested 16 times', `bytes=${Array(16).fill('7-9').join()}`, 'bytes 7-9/400000'],
    ['one range among ranges beyond the end', 'bytes=400000-,0-4,500000-', 'bytes 0-4/400000'],
  ])('joins %s', async (_, range, contentRange) => {
    const { status, headers } = await ask('/large.txt', { Range: range });
    expect([status, headers['content-range'], headers['content-type']]).toEqual([
      206,
      contentRange,
      'text/plain; charset=utf-8',
    ]);
  });

  test.each([
    ['of more than 16', `bytes=${Array.from({ length: 17 }, (_, i) => `${i * 10}-${i * 10}`).join()}`],
    ['of thousands', `bytes=${Array(3_000).fill('0-0').join()}`],
    ['that are together no shorter than the file', 'bytes=0-199990,199995-399999'],
    ['with a malformed range', 'bytes=0-1,5-4'],
    ['with spaces around "="', 'bytes = 0-1'],
    ['whose If-Range is out of date', 'bytes=0-1,3-4', 'Fri, 20 Nov 2026 10:00:00 GMT'],
  ])('sends the whole file for a list %s', async (_, range, ifRange = LAST_MODIFIED) => {
    const { status, headers, body } = await ask('/large.txt', { Range: range, 'If-Range': ifRange });
    expect([status, headers['content-length'], headers['content-type']]).toEqual([
      200,
      '400000',
      'text/plain; charset=utf-8',
    ]);
    expect(body === CONTENT).toBe(true);
  });

  test('responds with 416 if no range can be satisfied', async () => {
    const { status, headers } = await ask('/large.txt', { Range: 'bytes=400000-,-0' });
    expect([status, headers['content-range']]).toEqual([416, 'bytes */400000']);
  });

  test('If-Range with the date permits several ranges, and HEAD ignores them', async () => {
    const fields = { Range: 'bytes=0-1,9-9', 'If-Range': LAST_MODIFIED };
    expect(partsOf(await ask('/large.txt', fields))).toHaveLength(2);
    const head = await ask('/large.txt', fields, 'HEAD');
    expect([head.status, head.headers['content-length']]).toEqual([200, '400000']);
  });

  test('gives the parts a Content-Type that was set before', async () => {
    const parts = partsOf(await ask('/typed/large.txt', { Range: 'bytes=0-1,9-9' }));
    expect(parts.map(({ fields }) => fields['Content-Type'])).toEqual(['text/x-mine', 'text/x-mine']);
  });

  test('sends an encoded file whole, because a part cannot specify its encoding', async () => {
    const response = await ask('/coded.txt', { Range: 'bytes=0-1,9-9', 'Accept-Encoding': 'gzip' });
    expect([response.status, response.headers['content-encoding']]).toEqual([200, 'gzip']);
  });

  test('sends a small file whole if its parts would be longer', async () => {
    expect(await ask('/small.txt', { Range: 'bytes=0-0,2-2' })).toMatchObject({ status: 200, body: 'hello' });
  });

  test('sends the bytes of any list, and never more than the size of the file', async () => {
    const bound = fc.oneof(fc.integer({ min: 0, max: SIZE + 10 }), fc.integer({ min: 0, max: 50 }));
    const spec = fc.oneof(
      fc.tuple(bound, bound).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
      bound.map((start) => `${start}-`),
      bound.map((suffix) => `-${suffix}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(spec, { minLength: 2, maxLength: 10 }), async (specs) => {
        const response = await ask('/large.txt', { Range: `bytes=${specs.join(',')}` });
        expect(response.body.length).toBeLessThanOrEqual(SIZE);
        if (response.status === 416) return;
        const covered = coverage(specs);
        if (response.status === 200) {
          expect(response.body === CONTENT).toBe(true);
          return;
        }
        const single = response.headers['content-range'];
        const parts =
          single === undefined
            ? partsOf(response)
            : [{ fields: { 'Content-Range': single }, content: response.body }];
        for (const { fields, content } of parts) {
          const [, start = '', end = ''] =
            /^bytes (\d+)-(\d+)\/400000$/.exec(fields['Content-Range'] ?? '') ?? [];
          expect(content === CONTENT.slice(Number(start), Number(end) + 1)).toBe(true);
          covered.fill(0, Number(start), Number(end) + 1);
        }
        expect(covered.includes(1)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('closes the file if the client disconnects during a part', async () => {
    const server = servers.get(lane);
    const socket = connect(server?.port ?? 0, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(requestFor('/large.txt', { Range: 'bytes=0-150000,200000-399000' }));
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    expect((await ask('/small.txt')).body).toBe('hello');
  });
});

/** Marks each byte of the ranges. */
function coverage(specs: readonly string[]): Uint8Array {
  const covered = new Uint8Array(SIZE);
  for (const spec of specs) {
    const [first = '', last = ''] = spec.split('-');
    const start = first === '' ? Math.max(0, SIZE - Number(last)) : Number(first);
    const end = first === '' || last === '' ? SIZE : Number(last) + 1;
    if (start < end) covered.fill(1, Math.min(start, SIZE), Math.min(end, SIZE));
  }
  return covered;
}
