import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { fastLane } from '@nextpress/fast-lane';
import { type JsonBodyOptions, jsonBody } from '@nextpress/json-body';
import { exchange, listen, post, postChunks } from '@nextpress-internal/test-kit';
import { describe, expect, onTestFinished, test } from 'vitest';

const JSON_TYPE = 'Content-Type: application/json';
const lanes: Readonly<Record<string, (server: Server) => Server>> = {
  "Node's lane": (server) => server,
  'the fast lane': (server) => fastLane(server),
};

describe.each(Object.keys(lanes))('in %s', (lane) => {
  /** The outcome of a body, and whether the next one on the connection is read. */
  async function outcome(options: JsonBodyOptions, request: Buffer): Promise<unknown> {
    const read = jsonBody(options);
    const server = createServer((req, res) =>
      read(req, res, (error) => {
        const { status = 200, type, limit } = (error ?? {}) as Readonly<Record<string, number | string>>;
        res.writeHead(Number(status));
        res.end(JSON.stringify({ status, type, limit, polluted: (Object.prototype as { x?: unknown }).x }));
      }),
    );
    const { port, close } = await listen((lanes[lane] as (server: Server) => Server)(server));
    onTestFinished(close);
    const [first, second] = await exchange(port, [request, post([JSON_TYPE], '[1]')], { responses: 2 });
    return { ...JSON.parse(first?.body ?? '{}'), next: second?.status };
  }

  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  const keys = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"${i}":0`).join()}}`;
  const bomb = gzipSync(`[${' '.repeat(30_000_000)}]`);
  const zipped = [JSON_TYPE, 'Content-Encoding: gzip'];

  test.each<[string, JsonBodyOptions, Buffer, object]>([
    [
      '50,000 brackets',
      {},
      post([JSON_TYPE], nested(50_000)),
      { status: 400, type: 'entity.too.deep', limit: 1_000 },
    ],
    [
      'a million brackets',
      { limit: '10mb' },
      postChunks([JSON_TYPE], [nested(1_000_000)]),
      { status: 400, type: 'entity.too.deep', limit: 1_000 },
    ],
    [
      'a million brackets that nothing closes',
      { limit: '10mb' },
      post([JSON_TYPE], '['.repeat(1_000_000)),
      { status: 400, type: 'entity.parse.failed' },
    ],
    [
      'a million keys',
      { limit: '20mb', keyLimit: 100_000 },
      post([JSON_TYPE], keys(1_000_000)),
      { status: 413, type: 'keys.too.many', limit: 100_000 },
    ],
    ['a bomb', {}, post(zipped, bomb), { status: 413, type: 'entity.too.large', limit: 102_400 }],
    [
      'a bomb within a great limit',
      { limit: '100mb' },
      post(zipped, bomb),
      { status: 413, type: 'entity.ratio.too.large', limit: 100 },
    ],
    [
      'a bomb of 50,000 brackets',
      {},
      post(zipped, gzipSync(nested(50_000))),
      { status: 400, type: 'entity.too.deep', limit: 1_000 },
    ],
    [
      'a prototype',
      {},
      post([JSON_TYPE], '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}'),
      { status: 200 },
    ],
    [
      '100,000 spaces',
      {},
      post([JSON_TYPE], ' '.repeat(100_000)),
      { status: 400, type: 'entity.parse.failed' },
    ],
    [
      '50,000 escapes',
      {},
      post([JSON_TYPE], `["${'\\"'.repeat(50_000)}`),
      { status: 400, type: 'entity.parse.failed' },
    ],
    ['a long number', {}, post([JSON_TYPE], `[${'9'.repeat(100_000)}]`), { status: 200 }],
    ['half a character', {}, post([JSON_TYPE], Buffer.from('["\xe2\x82"]', 'latin1')), { status: 200 }],
    [
      'two gzips',
      {},
      post([JSON_TYPE, 'Content-Encoding: gzip, gzip'], gzipSync(gzipSync('[]'))),
      { status: 415, type: 'encoding.unsupported' },
    ],
    ['a type with a tab', {}, post(['Content-Type: application/json\ta'], '[]'), { status: 200 }],
    ['text that looks like JSON', {}, post(['Content-Type: text/plain'], '{'), { status: 200 }],
    ['4,000 letters for a type', {}, post([`Content-Type: ${'x'.repeat(4_000)}`], '[]'), { status: 200 }],
    [
      '4,000 letters for a charset',
      {},
      post([`${JSON_TYPE}; charset=${'x'.repeat(4_000)}`], '[]'),
      { status: 415, type: 'charset.unsupported' },
    ],
  ])(
    '%s: gets a defined response, and the connection stays open',
    async (_name, options, request, expected) => {
      expect(await outcome(options, request)).toEqual({ ...expected, next: 200 });
    },
  );
});

test('a compressed body that arrives with its head is parsed in the same tick', async () => {
  const server = fastLane(createServer());
  const read = jsonBody();
  let isSameTick = true;
  let seen: unknown;
  server.on('request', (req, res) => {
    read(req, res, (error) => {
      seen = [error, isSameTick, (req as { body?: unknown }).body];
      res.end();
    });
    isSameTick = false;
  });
  const { port, close } = await listen(server);
  await exchange(port, post([JSON_TYPE, 'Content-Encoding: gzip'], gzipSync('{"a":1}')), { responses: 1 });
  await close();
  expect(seen).toEqual([undefined, true, { a: 1 }]);
});
