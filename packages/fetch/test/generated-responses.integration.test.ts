import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { caseCount, exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FastResponse, fromFetch, type NodeHandler } from '../src/index.ts';

type MakeBody = () => ConstructorParameters<typeof Response>[0];
type ResponseClass = new (body: ReturnType<MakeBody>, init: ResponseInit) => Response;

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const bytes = fc.uint8Array({ maxLength: 40 }) as fc.Arbitrary<Uint8Array<ArrayBuffer>>;
const body: fc.Arbitrary<MakeBody> = fc.oneof(
  fc.constantFrom<MakeBody>(
    () => null,
    () => undefined,
  ),
  text.map((value) => () => value),
  bytes.map((value) => () => value),
  bytes.map((value) => () => value.buffer),
  bytes.map((value) => () => new DataView(value.buffer)),
  text.map((value) => () => new URLSearchParams({ value })),
  fc.tuple(text, fc.constantFrom('', 'text/tea')).map(
    ([value, type]) =>
      () =>
        new Blob([value], { type }),
  ),
  fc.array(bytes, { maxLength: 4 }).map((chunks) => () => ReadableStream.from(chunks) as ReadableStream),
  fc.tuple(fc.array(bytes, { maxLength: 3 }), fc.integer({ min: 0, max: 3 })).map(
    ([chunks, count]) =>
      () =>
        failingAfter(chunks.slice(0, count)),
  ),
);
const name = fc.constantFrom(
  ...['X-A', 'x-a', 'Set-Cookie', 'Content-Type', 'Vary', 'ETag', 'Location', 'X Y', ''],
);
/** Fields that are not sent. `FastResponse` does not check their values. */
const connectionName = fc.constantFrom('Connection', 'Keep-Alive', 'Transfer-Encoding');
const value = fc.oneof(
  { weight: 12, arbitrary: fc.stringMatching(/^[!-~]([ -~]{0,6}[!-~])?$/) },
  { weight: 2, arbitrary: fc.constantFrom('text/html', '0', '', ' a ', 'gr\u00fcn') },
  { weight: 1, arbitrary: fc.constantFrom('a\r\nX-B: c', 'a\u0000', '\u2713') },
);
const headers: fc.Arbitrary<[string, string]> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(name, value) },
  { weight: 1, arbitrary: fc.tuple(connectionName, fc.constantFrom('close', 'x-a', 'chunked')) },
);
const init = fc.record({
  status: fc.constantFrom(200, 201, 204, 205, 302, 304, 404, 500, 599, 199, 600),
  statusText: fc.option(fc.constantFrom('', 'Fine', 'So so', 'a\r\nb', '\u2713'), { nil: undefined }),
  headers: fc.option(
    fc.oneof(
      fc.array(headers, { maxLength: 4 }),
      // Names that differ only in case: docs/fetch.md.
      fc
        .uniqueArray(headers, { maxLength: 3, selector: ([key]) => key.toLowerCase() })
        .map(Object.fromEntries),
    ),
    { nil: undefined },
  ),
});

function failingAfter(chunks: readonly Uint8Array[]) {
  const rest = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const chunk = rest.shift();
      if (chunk === undefined) controller.error(new Error('failed'));
      else controller.enqueue(chunk);
    },
  });
}

let make: (type: ResponseClass) => Response;
const servers = {} as { native: Listening; fast: Listening; byHand: Listening };

beforeAll(async () => {
  servers.native = await listen(serve(fromFetch(() => make(Response))));
  servers.fast = await listen(serve(fromFetch(() => make(FastResponse as ResponseClass))));
  servers.byHand = await listen(createHttpServer((req, res) => void sendByHand(res, req.method === 'HEAD')));
});
afterAll(() => Promise.all(Object.values(servers).map((server) => server.close())));

/** Errors are expected, so they are not printed. */
function serve(handler: NodeHandler) {
  return createHttpServer((req, res) =>
    handler(req, res, () => {
      if (res.headersSent) res.destroy();
      else res.writeHead(500, 'Internal Server Error').end();
    }),
  );
}

async function sendByHand(res: ServerResponse, isHead: boolean) {
  try {
    const response = make(Response);
    const headers = [...response.headers].filter(
      ([key]) => !/^(connection|keep-alive|transfer-encoding)$/.test(key),
    );
    for (const [key, each] of headers) res.appendHeader(key, each);
    const body = isHead ? '' : Buffer.from(await response.arrayBuffer());
    res.writeHead(response.status, response.statusText || undefined);
    res.end(body);
  } catch {
    res.statusCode = 500;
    for (const key of res.getHeaderNames()) res.removeHeader(key);
    res.end('Internal Server Error');
  }
}

async function seen(port: number, method: string) {
  const request = `${method} / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  const [response] = await exchange(port, request, { methods: [method] });
  // A body that fails when its head has been sent cuts the connection.
  if (response === undefined || response.status === 500) return 'failed';
  const { status, reason, rawHeaders, body } = response;
  const ignored = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];
  const headers = rawHeaders
    .map(([key, each]) => `${key.toLowerCase()}: ${each}`)
    .filter((line) => !ignored.some((each) => line.startsWith(`${each}:`)));
  return { status, reason, headers: headers.sort(), body };
}

test.each(['GET', 'HEAD'])('FastResponse is sent as Response and as by hand to %s', async (method) => {
  await fc.assert(
    fc.asyncProperty(body, init, async (makeBody, { headers, ...rest }) => {
      make = (type) => new type(makeBody(), { ...rest, headers } as ResponseInit);
      const expected = await seen(servers.native.port, method);
      expect(await seen(servers.fast.port, method)).toEqual(expected);
      expect(await seen(servers.byHand.port, method)).toEqual(expected);
    }),
    { numRuns: caseCount(1_000) },
  );
});
