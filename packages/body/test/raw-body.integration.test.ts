import { gzipSync } from 'node:zlib';
import { rawBody, textBody } from '@nextpress/body';
import { exchange, post, postChunks } from '@nextpress-internal/test-kit';
import { raw } from 'body-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lanes, outcomeOf, serve } from './lanes.ts';

const BYTES = 'Content-Type: application/octet-stream';

describe.each(Object.keys(lanes))('in %s', (lane) => {
  test('rawBody returns the bytes as sent, or inflated', async () => {
    const bytes = Buffer.from([0, 255, 128, 10]);
    const body = bytes.toString('base64');
    expect(await outcomeOf(rawBody(), post([BYTES], bytes), lane)).toEqual({ body });
    expect(
      await outcomeOf(rawBody(), postChunks([BYTES], [bytes.subarray(0, 1), bytes.subarray(1)]), lane),
    ).toEqual({ body });
    expect(
      await outcomeOf(rawBody(), post([BYTES, 'Content-Encoding: gzip'], gzipSync(bytes)), lane),
    ).toEqual({
      body,
    });
  });

  test('rawBody ignores the charset', async () => {
    expect(await outcomeOf(rawBody(), post([`${BYTES}; charset=nonsense`], 'a'), lane)).toEqual({
      body: 'YQ==',
    });
  });

  test('rawBody ignores other media types', async () => {
    expect(await outcomeOf(rawBody(), post(['Content-Type: text/plain'], 'a'), lane)).toEqual({});
    expect(await outcomeOf(rawBody({ type: '*/*' }), post(['Content-Type: text/plain'], 'a'), lane)).toEqual({
      body: 'YQ==',
    });
  });

  test('rawBody copies a body that is a small part of its memory', async () => {
    let saved: Buffer | undefined;
    const read = rawBody();
    await outcomeOf(
      (req, res, next) =>
        read(req, res, (error) => {
          saved = (req as { body?: Buffer }).body;
          next(error);
        }),
      post([BYTES], 'abc'),
      lane,
    );
    expect(saved?.buffer.byteLength).toBe(3);
  });

  test('the bytes that verify and the handler get do not change when further requests are read', async () => {
    const saved: Buffer[] = [];
    const keep = (_req: unknown, _res: unknown, bytes: Buffer): void => void saved.push(bytes);
    const raw = rawBody({ type: 'application/*' });
    const text = textBody({ verify: keep });
    const port = await serve((req, res, next) => {
      raw(req, res, () => {
        const { body } = req as { body?: Buffer };
        if (body !== undefined) saved.push(body);
        text(req, res, next);
      });
    }, lane);
    // More and less than half of a read buffer.
    for (const body of ['a'.repeat(40_000), 'b'.repeat(100)])
      for (const type of [BYTES, 'Content-Type: text/plain'])
        await exchange(port, [post([type], body)], { responses: 1 });
    await exchange(port, [post(['Content-Type: text/plain'], 'z'.repeat(60_000))], { responses: 1 });
    const shown = saved.map((bytes) => `${bytes.toString('latin1', 0, 1)} ${bytes.length}`);
    expect(shown).toEqual(['a 40000', 'a 40000', 'b 100', 'b 100', 'z 60000']);
  });
});

test('rawBody agrees with body-parser', async () => {
  const options = { limit: 50, type: 'application/*' };
  const [ours, theirs] = [rawBody(options), raw(options)];
  const headers = fc.constantFrom(
    BYTES,
    'Content-Type: application/json',
    'Content-Type: text/plain',
    'X-A: b',
  );
  await fc.assert(
    fc.asyncProperty(
      headers,
      fc.uint8Array({ maxLength: 60 }),
      fc.boolean(),
      async (header, body, chunked) => {
        const bytes = Buffer.from(body);
        const request = chunked
          ? postChunks([header], bytes.length > 0 ? [bytes] : [])
          : post([header], bytes);
        const { code: _code, ...actual } = await outcomeOf(ours, request);
        expect(actual).toEqual(await outcomeOf(theirs, request));
      },
    ),
    { numRuns: 60 },
  );
});
