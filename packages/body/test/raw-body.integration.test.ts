import { gzipSync } from 'node:zlib';
import { rawBody, textBody } from '@nextpress/body';
import { exchange, post, postChunks } from '@nextpress-internal/test-kit';
import { raw } from 'body-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lanes, serve, told } from './lanes.ts';

const BYTES = 'Content-Type: application/octet-stream';

describe.each(Object.keys(lanes))('in %s', (lane) => {
  test('bytes are as they were sent, or inflated', async () => {
    const bytes = Buffer.from([0, 255, 128, 10]);
    const body = bytes.toString('base64');
    expect(await told(rawBody(), post([BYTES], bytes), lane)).toEqual({ body });
    expect(
      await told(rawBody(), postChunks([BYTES], [bytes.subarray(0, 1), bytes.subarray(1)]), lane),
    ).toEqual({ body });
    expect(await told(rawBody(), post([BYTES, 'Content-Encoding: gzip'], gzipSync(bytes)), lane)).toEqual({
      body,
    });
  });

  test('a charset is none of its business', async () => {
    expect(await told(rawBody(), post([`${BYTES}; charset=nonsense`], 'a'), lane)).toEqual({ body: 'YQ==' });
  });

  test('other types are left alone', async () => {
    expect(await told(rawBody(), post(['Content-Type: text/plain'], 'a'), lane)).toEqual({});
    expect(await told(rawBody({ type: '*/*' }), post(['Content-Type: text/plain'], 'a'), lane)).toEqual({
      body: 'YQ==',
    });
  });

  test('bytes may be kept without what else was read with them', async () => {
    let kept: Buffer | undefined;
    const read = rawBody();
    await told(
      (req, res, next) =>
        read(req, res, (error) => {
          kept = (req as { body?: Buffer }).body;
          next(error);
        }),
      post([BYTES], 'abc'),
      lane,
    );
    expect(kept?.buffer.byteLength).toBe(3);
  });

  test('bytes that somebody keeps, or is shown, stay what they are whatever is read behind them', async () => {
    const kept: Buffer[] = [];
    const keep = (_req: unknown, _res: unknown, bytes: Buffer): void => void kept.push(bytes);
    const raw = rawBody({ type: 'application/*' });
    const text = textBody({ verify: keep });
    const port = await serve((req, res, next) => {
      raw(req, res, () => {
        const { body } = req as { body?: Buffer };
        if (body !== undefined) kept.push(body);
        text(req, res, next);
      });
    }, lane);
    // More than half of what is read at once, and less.
    for (const body of ['a'.repeat(40_000), 'b'.repeat(100)])
      for (const type of [BYTES, 'Content-Type: text/plain'])
        await exchange(port, [post([type], body)], { responses: 1 });
    await exchange(port, [post(['Content-Type: text/plain'], 'z'.repeat(60_000))], { responses: 1 });
    const shown = kept.map((bytes) => `${bytes.toString('latin1', 0, 1)} ${bytes.length}`);
    expect(shown).toEqual(['a 40000', 'a 40000', 'b 100', 'b 100', 'z 60000']);
  });
});

test('a body is what it is to body-parser', async () => {
  const options = { limit: 50, type: 'application/*' };
  const [ours, theirs] = [rawBody(options), raw(options)];
  const fields = fc.constantFrom(
    BYTES,
    'Content-Type: application/json',
    'Content-Type: text/plain',
    'X-A: b',
  );
  await fc.assert(
    fc.asyncProperty(fields, fc.uint8Array({ maxLength: 60 }), fc.boolean(), async (field, body, chunked) => {
      const bytes = Buffer.from(body);
      const request = chunked ? postChunks([field], bytes.length > 0 ? [bytes] : []) : post([field], bytes);
      const { code: _code, ...actual } = await told(ours, request);
      expect(actual).toEqual(await told(theirs, request));
    }),
    { numRuns: 60 },
  );
}, 60_000);
