import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { NodeResponse, ResponseClass } from '@nextpress-internal/internals/node';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { laneResponseClass } from '../../../src/internal/response/lane-response.ts';
import { PLAIN_HEAD } from '../../../src/internal/response/response-head.ts';
import { fieldName, fieldValue } from '../arbitrary-headers.ts';

const NativeResponse = ServerResponse as unknown as ResponseClass;
const LaneResponse = laneResponseClass(NativeResponse);

/** A response to a request with that method. */
function responseTo(method: string, Response: ResponseClass): NodeResponse {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { method, httpVersionMajor: 1, httpVersionMinor: 1 });
  return new Response(req) as unknown as NodeResponse;
}

type Step = (res: NodeResponse) => unknown;

/** Names that Node handles specially and names that it doesn't, in any case. */
const name = fc.oneof(
  fc.constantFrom(
    'X-A',
    'x-a',
    'Content-Type',
    'Set-Cookie',
    'ETag',
    'Vary',
    'Content-Length',
    'content-length',
  ),
  fc.constantFrom('Connection', 'Date', 'Keep-Alive', 'Transfer-Encoding', 'Trailer', 'Expect', 'Cookie'),
  fc.constantFrom('Content-Disposition', 'TRANSFER-ENCODING', 'dAtE', 'Upgrade', 'Proxy-Connection', 'Te'),
  fc.constantFrom('', 'X A', 'X:A', 'é', '__proto__', 'toString', '7'),
  fieldName,
);

const plainText = fc.string({ unit: fc.constantFrom(...'aZ09 =;,/"\t'), maxLength: 8 });
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 9, arbitrary: plainText },
  { weight: 2, arbitrary: fc.oneof(fc.nat(), fc.constantFrom(-1, 1.5, Number.NaN, 1e21)) },
  fieldValue,
  fc.constantFrom('close', 'keep-alive', 'chunked', 'Upgrade', 'gzip, chunked', 'a\r\nb', 'a\0', '€', '\x7f'),
  fc.constantFrom(undefined, null, true, 7n, { toString: () => 'object' }, new Date(0)),
  fc.array(fc.oneof(plainText, fieldValue, fc.constantFrom(7, undefined, 'a\nb')), { maxLength: 3 }),
);

const field = fc.tuple(name, value);
const fieldList = fc.array(field, { maxLength: 4 });

const flag: fc.Arbitrary<Step> = fc
  .constantFrom<[string, unknown]>(
    ['sendDate', false],
    ['shouldKeepAlive', false],
    ['useChunkedEncodingByDefault', false],
    ['chunkedEncoding', true],
    ['strictContentLength', true],
    ['_defaultKeepAlive', false],
    ['maxRequestsOnConnectionReached', true],
    ['_contentLength', 0],
    ['_contentLength', 12],
    ['_keepAliveTimeout', 0],
    ['_keepAliveTimeout', 65_432],
    ['_hasBody', false],
    ['statusCode', 204],
    ['statusCode', 304],
    ['statusCode', 100],
    ['statusCode', 404],
    ['statusCode', 299],
    ['statusCode', '200'],
    ['statusCode', 99],
    ['statusMessage', 'Other'],
    ['statusMessage', ''],
    ['statusMessage', 'caf\xe9'],
    ['statusMessage', 'a\r\nb'],
  )
  .map(
    ([key, to]) =>
      (res) =>
        Object.assign(res, { [key]: to }),
  );

/** A value for one response only: Node modifies arrays that it is given. */
function detach(value: unknown): string {
  return (Array.isArray(value) ? [...value] : value) as string;
}

function owned(fields: readonly [string, unknown][]): [string, unknown][] {
  return fields.map(([key, to]) => [key, detach(to)]);
}

const change: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: field.map(
      ([key, to]) =>
        (res: NodeResponse) =>
          res.setHeader(key, detach(to)),
    ),
  },
  field.map(
    ([key, to]) =>
      (res: NodeResponse) =>
        res.appendHeader(key, detach(to)),
  ),
  fc
    .constantFrom('Date', 'Connection', 'Content-Length', 'Transfer-Encoding', 'X-A')
    .map((key) => (res: NodeResponse) => res.removeHeader(key)),
  flag,
);

/** How the head is written. */
const writing: fc.Arbitrary<Step> = fc.oneof(
  fc.constant((res: NodeResponse) => res._implicitHeader()),
  fieldList.map(
    (fields) => (res: NodeResponse) => res.writeHead(200, Object.fromEntries(owned(fields)) as never),
  ),
  fieldList.map(
    (fields) => (res: NodeResponse) => res.writeHead(200, 'Mine', Object.fromEntries(owned(fields)) as never),
  ),
  fieldList.map((fields) => (res: NodeResponse) => res.writeHead(201, owned(fields).flat() as never)),
  fieldList.map((fields) => (res: NodeResponse) => res.writeHead(201, owned(fields) as never)),
);

const exchange = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST'),
  keepAliveTimeout: fc.constantFrom(5_000, 5_000, 0, 72_500),
  changes: fc.array(change, { maxLength: 4 }),
  writing,
});

/** The code of the error thrown by a step. */
function outcomeOf(step: Step, res: NodeResponse): unknown {
  try {
    step(res);
    return undefined;
  } catch (error) {
    return Reflect.get(error as Error, 'code') ?? String(error);
  }
}

function headOf(res: NodeResponse, steps: readonly Step[]): unknown {
  const outcomes = steps.map((step) => outcomeOf(step, res));
  const { _contentLength, chunkedEncoding, _last, shouldKeepAlive, _hasBody, statusMessage } = res;
  const state = { _contentLength, chunkedEncoding, _last, shouldKeepAlive, _hasBody, statusMessage };
  const header = res._header?.replace(/^Date: .*GMT\r$/m, 'Date: now\r');
  return { outcomes, header, sent: res._headerSent, removed: res._removedTE, ...state };
}

test('a response head has the bytes that Node writes, and leaves the same state', () => {
  let plain = 0;
  fc.assert(
    fc.property(exchange, ({ method, keepAliveTimeout, changes, writing }) => {
      const steps = [...changes, writing];
      const [lane, native] = [LaneResponse, NativeResponse].map((Response) => {
        const res = responseTo(method, Response);
        res._keepAliveTimeout = keepAliveTimeout;
        return { res, head: headOf(res, steps) };
      }) as [{ res: NodeResponse; head: unknown }, { head: unknown }];
      expect(lane.head).toEqual(native.head);
      if (lane.res[PLAIN_HEAD] !== '') plain++;
    }),
    { numRuns: 2_000 },
  );
  // Otherwise the lane declined every head, and Node was compared with itself.
  expect(plain).toBeGreaterThan(150);
});

/** Writes the head, and returns whether the lane did. */
function isPlain(prepare: Step, method = 'GET'): boolean {
  const res = responseTo(method, LaneResponse);
  prepare(res);
  if (res._header === null) res._implicitHeader();
  return res._header === res[PLAIN_HEAD];
}

test.each<[string, Step]>([
  ['no fields', () => {}],
  ['a length', (res) => res.setHeader('Content-Length', 7)],
  ['other fields', (res) => res.setHeader('X-A', 'a').setHeader('Set-Cookie', ['a', 'b'])],
  [
    'fields from writeHead',
    (res) => res.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': 2 }),
  ],
  ['both', (res) => res.setHeader('X-A', 'a').writeHead(404, { ETag: '"x"' })],
  ['a custom reason phrase', (res) => res.writeHead(200, 'Fine')],
  ['no content', (res) => res.writeHead(304)],
])('a head with %s is written by the lane', (_what, prepare) => {
  expect(isPlain(prepare)).toBe(true);
  expect(isPlain(prepare, 'HEAD')).toBe(true);
});

test.each<[string, Step]>([
  ['Connection', (res) => res.setHeader('Connection', 'close')],
  ['Date', (res) => res.setHeader('Date', 'never')],
  ['Transfer-Encoding', (res) => res.setHeader('transfer-encoding', 'chunked')],
  ['a non-ASCII value', (res) => res.setHeader('X-A', '\xe9')],
  ['a non-ASCII reason phrase', (res) => res.writeHead(200, '\xe9')],
  ['a list of pairs', (res) => res.writeHead(200, [['X-A', 'a']] as never)],
  ['no Date', (res) => Object.assign(res, { sendDate: false })],
  ['a removed Date', (res) => res.removeHeader('Date')],
  ['shouldKeepAlive set to false', (res) => Object.assign(res, { shouldKeepAlive: false })],
  ['chunkedEncoding set to true', (res) => Object.assign(res, { chunkedEncoding: true })],
  ['a list of numbers', (res) => res.setHeader('X-A', [1, 2] as never)],
  ['two lengths', (res) => res.writeHead(200, { 'Content-Length': ['1', '1'] })],
])('a head with %s is left to Node', (_what, prepare) => {
  expect(isPlain(prepare)).toBe(false);
});
