import { createServer, type Server } from 'node:http';
import { deflateSync, gzipSync } from 'node:zlib';
import { fastLane } from '@nextpress/fast-lane';
import { jsonBody } from '@nextpress/json-body';
import { exchange, listen, type RawResponse } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { report } from './report.ts';

const lanes: Readonly<Record<string, (server: Server) => Server>> = {
  node: (server) => server,
  fast: (server) => fastLane(server),
  lazy: (server) => fastLane(server, { lazy: true }),
};

/** A request whose body is sent in several parts. */
interface Sent {
  readonly headers: readonly string[];
  readonly body: Buffer;
  readonly parts: number;
}

function textOf({ headers, body }: Sent): Buffer {
  const lines = ['POST / HTTP/1.1', 'Host: localhost', ...headers, `Content-Length: ${body.length}`, '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), body]);
}

function shown(response: RawResponse | undefined): unknown {
  return [response?.status, response?.headers['x-state'], response?.body];
}

/** The responses, and the state of the request stream in the handler after the middleware. */
async function outcomeOf(put: (server: Server) => Server, requests: readonly Sent[]): Promise<unknown> {
  const middleware = jsonBody({ limit: 1_000 });
  const server = createServer((req, res) =>
    middleware(req, res, (error) => {
      const { complete, readableEnded, destroyed, readableDidRead } = req;
      const state = JSON.stringify([complete, readableEnded, destroyed, readableDidRead]);
      if (error === undefined) res.setHeader('X-State', state);
      report(req, res, error);
    }),
  );
  const { port, close } = await listen(put(server));
  try {
    const bodies: unknown[] = [];
    for (const sent of requests) {
      const text = textOf(sent);
      const size = Math.ceil(text.length / sent.parts);
      const parts = Array.from({ length: sent.parts }, (_, index) =>
        text.subarray(index * size, (index + 1) * size),
      );
      const [response] = await exchange(port, parts, { responses: 1 });
      bodies.push(shown(response));
    }
    const pipelined = await exchange(port, [Buffer.concat(requests.map(textOf))], {
      responses: requests.length,
    });
    return { bodies, pipelined: pipelined.map(shown) };
  } finally {
    await close();
  }
}

const value = fc.json({ maxDepth: 2 }).map((text) => Buffer.from(text));
const body: fc.Arbitrary<{ headers: string[]; body: Buffer }> = fc.oneof(
  { weight: 4, arbitrary: value.map((body) => ({ headers: [], body })) },
  value.map((body) => ({ headers: ['Content-Encoding: gzip'], body: gzipSync(body) })),
  value.map((body) => ({ headers: ['Content-Encoding: deflate'], body: deflateSync(body) })),
  fc.constantFrom('', '{', 'nonsense', '"\xff"', `"${'x'.repeat(2_000)}"`).map((text) => ({
    headers: [],
    body: Buffer.from(text, 'latin1'),
  })),
  value.map((body) => ({ headers: ['Content-Encoding: gzip'], body })),
);
const sent: fc.Arbitrary<Sent> = fc
  .tuple(
    fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      'application/json; charset=koi8-r',
    ),
    body,
    fc.integer({ min: 1, max: 4 }),
  )
  .map(([type, { headers, body }, parts]) => ({
    headers: [`Content-Type: ${type}`, ...headers],
    body,
    parts,
  }));

test('a body has the same result in every lane', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sent, { minLength: 1, maxLength: 6 }), async (requests) => {
      const [plain, ...others] = await Promise.all(
        Object.values(lanes).map((put) => outcomeOf(put, requests)),
      );
      for (const other of others) expect(other).toEqual(plain);
    }),
    { numRuns: 40 },
  );
});

test('a body that arrives with its head is read without a stream', async () => {
  const requests = [{ headers: ['Content-Type: application/json'], body: Buffer.from('{"a":1}'), parts: 1 }];
  const server = fastLane(createServer());
  // A stream emits nothing in the tick in which the first listener is added.
  let isSameTick = true;
  let taken: boolean | undefined;
  const middleware = jsonBody();
  server.on('request', (req, res) => {
    middleware(req, res, (error) => {
      taken = isSameTick;
      report(req, res, error);
    });
    isSameTick = false;
  });
  const { port, close } = await listen(server);
  const [response] = await exchange(port, textOf(requests[0] as Sent), { responses: 1 });
  await close();
  expect(response?.body).toBe('{"body":{"a":1}}');
  expect([taken, server.stats().fast]).toEqual([true, 1]);
});
