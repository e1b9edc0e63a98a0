import { utimesSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { type SendFileError, type StaticOptions, sendFile, serveStatic } from '@nextpress/static';
import type { RawResponse } from '@nextpress-internal/test-kit';
import { afterAll, describe, expect, test } from 'vitest';
import { fileTree } from './file-tree.ts';
import { respondToRest } from './hosts.ts';
import { inLane, lanes, responseIn, responseTo, serving } from './lanes.ts';

const SCRIPT = 'console.log("hello");\n'.repeat(1_000);
const LARGE = Array.from({ length: 60_000 }, (_, i) => i * i).join('\n');

const tree = fileTree({
  'app.js': SCRIPT,
  'app.js.br': brotliCompressSync(SCRIPT),
  'app.js.gz': gzipSync(SCRIPT),
  'zipped.js': SCRIPT,
  'zipped.js.gz': gzipSync(SCRIPT),
  'standard.js': SCRIPT,
  'standard.js.zst': 'as zstd',
  'large.txt': LARGE,
  'large.txt.gz': gzipSync(LARGE, { level: 1 }),
  'plain.txt': 'plain',
  'twins.txt': 'identity',
  'twins.txt.br': 'the same',
  'twins.txt.gz': 'the same',
  'only.txt.gz': gzipSync('only'),
  'docs/index.html': '<p>docs</p>',
  'docs/index.html.br': brotliCompressSync('<p>docs</p>'),
  'docs.br': 'not of the directory',
  'about.html': 'about',
  'about.html.gz': gzipSync('about'),
  'trap.js': 'trap',
  'trap.js.br/file': '',
  '.hidden.js': 'HIDDEN',
  '.hidden.js.gz': 'HIDDEN',
});
const TIME = new Date('2026-11-21T10:00:00Z');
for (const name of ['twins.txt', 'twins.txt.br', 'twins.txt.gz'])
  utimesSync(join(tree.path, name), TIME, TIME);
afterAll(() => tree.remove());

const ALL: StaticOptions = { precompressed: ['br', 'zstd', 'gzip'] };

function decoded({ headers, body }: RawResponse): string {
  const bytes = Buffer.from(body, 'latin1');
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(bytes).toString();
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

describe.each(Object.keys(lanes))('in %s', (lane) => {
  const ask = (target: string, accept: string, fields = {}, method = 'GET', options = ALL) =>
    responseIn(lane, serving(tree.path, options), target, { 'Accept-Encoding': accept, ...fields }, method);

  test.each([
    ['br, gzip', 'br'],
    ['gzip, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['zstd, gzip;q=0.5', 'gzip'],
    ['deflate', undefined],
    ['', undefined],
    ['identity', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['gzip;q=0', undefined],
    ['br;q=2', undefined],
    ['gzip;q=0.5, identity;q=0', 'gzip'],
  ])('Accept-Encoding: %s gets %s', async (accept, encoding) => {
    const response = await ask('/app.js', accept);
    expect(response.status).toBe(200);
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(decoded(response)).toBe(SCRIPT);
    expect(response.headers).toMatchObject({
      vary: 'Accept-Encoding',
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(response.body.length),
    });
  });

  test('sends the original with Vary to a client without Accept-Encoding', async () => {
    const { headers, body } = await responseIn(lane, serving(tree.path, ALL), '/app.js');
    expect([headers['content-encoding'], headers.vary, body]).toEqual([undefined, 'Accept-Encoding', SCRIPT]);
  });

  test('prefers encodings of equal weight in the order of the option', async () => {
    const options: StaticOptions = { precompressed: ['gzip', 'br'] };
    expect((await ask('/app.js', 'br, gzip', {}, 'GET', options)).headers['content-encoding']).toBe('gzip');
    expect((await ask('/standard.js', 'zstd, br')).headers['content-encoding']).toBe('zstd');
    expect((await ask('/standard.js', 'zstd, br')).body).toBe('as zstd');
  });

  test('treats a variant like any other file without the option', async () => {
    const { headers, body } = await ask('/app.js', 'br, gzip', {}, 'GET', {});
    expect([headers['content-encoding'], headers.vary, body]).toEqual([undefined, undefined, SCRIPT]);
    const { headers: ofVariant } = await ask('/app.js.gz', 'br, gzip');
    expect([ofVariant['content-encoding'], ofVariant['content-type']]).toEqual([
      undefined,
      'application/gzip',
    ]);
  });

  test('serves a variant under its own name and as a variant, alternately', async () => {
    await inLane(lane, serving(tree.path, ALL), async (server) => {
      for (let round = 0; round < 3; round++) {
        const variant = await responseTo(server, '/app.js', { 'Accept-Encoding': 'gzip' });
        expect([variant.headers['content-encoding'], variant.headers['content-type']]).toEqual([
          'gzip',
          'text/javascript; charset=utf-8',
        ]);
        const itself = await responseTo(server, '/app.js.gz', { 'Accept-Encoding': 'gzip' });
        expect([itself.headers['content-encoding'], itself.headers['content-type']]).toEqual([
          undefined,
          'application/gzip',
        ]);
        expect(itself.headers.etag).not.toBe(variant.headers.etag);
      }
    });
  });

  test('skips a variant that does not exist or is not a file', async () => {
    expect((await ask('/zipped.js', 'br, gzip')).headers['content-encoding']).toBe('gzip');
    expect((await ask('/plain.txt', 'br, gzip')).body).toBe('plain');
    expect((await ask('/trap.js', 'br, gzip')).body).toBe('trap');
    expect((await ask('/none.txt', 'br, gzip')).status).toBe(404);
    expect((await ask('/.hidden.js', 'br, gzip')).status).toBe(404);
  });

  test('does not serve a variant without its original', async () => {
    for (const accept of ['gzip', 'br', 'identity;q=0, gzip', 'identity, gzip;q=0.5']) {
      expect((await ask('/only.txt', accept)).status).toBe(404);
    }
    expect((await ask('/only.txt.gz', 'gzip')).headers['content-type']).toBe('application/gzip');
  });

  test('responds with 406 if the client accepts neither variant nor original', async () => {
    for (const accept of ['identity;q=0', '*;q=0', 'br;q=1, identity;q=0', 'zstd, *;q=0']) {
      const { status, headers, body } = await ask('/zipped.js', accept);
      expect([status, headers.vary, body]).toEqual([406, 'Accept-Encoding', 'ERR_NOT_ACCEPTABLE']);
    }
    expect((await ask('/none.txt', 'identity;q=0')).status).toBe(404);
    expect((await ask('/docs', 'identity;q=0')).status).toBe(301);
    expect((await ask('/zipped.js', 'identity;q=0', {}, 'GET', {})).status).toBe(200);
  });

  test('serves variants of an index and of a file with an added extension, but not of a directory', async () => {
    expect(decoded(await ask('/docs/', 'br'))).toBe('<p>docs</p>');
    expect((await ask('/docs/', 'br')).headers['content-encoding']).toBe('br');
    expect((await ask('/docs', 'br')).headers.location).toBe('/docs/');
    const about = await ask('/about', 'gzip', {}, 'GET', { ...ALL, extensions: ['html'] });
    expect([decoded(about), about.headers['content-type']]).toEqual(['about', 'text/html; charset=utf-8']);
  });

  test('gives each variant its own ETag', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (accept) => (await ask('/twins.txt', accept)).headers.etag ?? ''),
    );
    expect(new Set(tags).size).toBe(3);
    expect(tags.every((tag) => /^W\/"8-[\da-f]+(-br|-gzip)?"$/.test(tag))).toBe(true);
    const same = await ask('/twins.txt', 'br', { 'If-None-Match': tags[0] });
    expect([same.status, same.headers.etag, same.headers.vary]).toEqual([304, tags[0], 'Accept-Encoding']);
    expect(same.headers).not.toHaveProperty('content-encoding');
    expect((await ask('/twins.txt', 'gzip', { 'If-None-Match': tags[0] })).status).toBe(200);
  });

  test('derives an ETag for each variant from that of setHeaders', async () => {
    const options: StaticOptions = {
      ...ALL,
      setHeaders: (res) => {
        res.setHeader('ETag', '"v1"');
      },
    };
    const get = (accept: string, fields = {}) => ask('/twins.txt', accept, fields, 'GET', options);
    expect((await get('identity')).headers.etag).toBe('"v1"');
    expect((await get('br')).headers.etag).toBe('"v1-br"');
    expect(await get('br', { 'If-None-Match': '"v1-br"' })).toMatchObject({
      status: 304,
      headers: { etag: '"v1-br"' },
    });
    const part = (ifRange: string) => get('br', { Range: 'bytes=4-', 'If-Range': ifRange });
    expect((await part('"v1"')).status).toBe(200);
    expect(await part('"v1-br"')).toMatchObject({ status: 206, body: 'same' });
  });

  test('sends ranges of the variant, and its headers for HEAD', async () => {
    const whole = await ask('/large.txt', 'gzip');
    expect(decoded(whole) === LARGE).toBe(true);
    const size = whole.body.length;
    const part = await ask('/large.txt', 'gzip', { Range: 'bytes=100-70099' });
    expect([part.status, part.headers['content-range'], part.headers['content-encoding']]).toEqual([
      206,
      `bytes 100-70099/${size}`,
      'gzip',
    ]);
    expect(part.body === whole.body.slice(100, 70_100)).toBe(true);
    const beyond = await ask('/large.txt', 'gzip', { Range: `bytes=${size}-` });
    expect([beyond.status, beyond.headers['content-range'], beyond.headers['content-encoding']]).toEqual([
      416,
      `bytes */${size}`,
      undefined,
    ]);
    const { status, headers, body } = await ask('/large.txt', 'gzip', {}, 'HEAD');
    expect([status, headers['content-length'], headers['content-encoding'], body]).toEqual([
      200,
      String(size),
      'gzip',
      '',
    ]);
  });

  test('calls setHeaders with the path of the original and the stats of the variant, and appends to Vary', async () => {
    const heard: unknown[] = [];
    const files = serveStatic(tree.path, {
      ...ALL,
      setHeaders: (_res, path, stats) => heard.push(path, stats.size),
    });
    const listen: RequestListener = (req, res) => {
      res.setHeader('Vary', 'Origin');
      files(req, res, (error) => respondToRest(res, error));
    };
    const { headers, body } = await responseIn(lane, listen, '/zipped.js', { 'Accept-Encoding': 'gzip' });
    expect(heard).toEqual([join(tree.path, 'zipped.js'), body.length]);
    expect(headers.vary).toBe('Origin, Accept-Encoding');
  });

  test('sends the original if the response has a Content-Encoding', async () => {
    const files = serveStatic(tree.path, ALL);
    const listen: RequestListener = (req, res) => {
      res.setHeader('Content-Encoding', 'gzip');
      files(req, res, (error) => respondToRest(res, error));
    };
    const { headers, body } = await responseIn(lane, listen, '/app.js.gz', { 'Accept-Encoding': 'br' });
    expect([headers['content-encoding'], gunzipSync(Buffer.from(body, 'latin1')).toString()]).toEqual([
      'gzip',
      SCRIPT,
    ]);
  });

  test('sendFile supports the option', async () => {
    const listen: RequestListener = (req, res) => {
      const path = (req.url ?? '').slice(1);
      const options = { root: tree.path, precompressed: ['br', 'gzip'] as const };
      sendFile(req, res, path, options, (error?: SendFileError) => {
        if (error !== undefined) respondToRest(res, error);
      });
    };
    const found = await responseIn(lane, listen, '/zipped.js', { 'Accept-Encoding': 'gzip' });
    expect([found.status, found.headers['content-encoding'], found.headers.vary]).toEqual([
      200,
      'gzip',
      'Accept-Encoding',
    ]);
    expect(decoded(found)).toBe(SCRIPT);
    const refused = await responseIn(lane, listen, '/plain.txt', { 'Accept-Encoding': 'identity;q=0' });
    expect([refused.status, refused.body]).toEqual([406, 'ERR_NOT_ACCEPTABLE']);
  });
});
