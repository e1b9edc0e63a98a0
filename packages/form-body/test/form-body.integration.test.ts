import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type FormBodyOptions, formBody } from '@nextpress/form-body';
import { caseCount, listen, post, postChunks } from '@nextpress-internal/test-kit';
import { urlencoded } from 'body-parser';
import express from 'express';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lanes, outcomeOf, serve } from './lanes.ts';

const FORM = 'Content-Type: application/x-www-form-urlencoded';
const after = post([FORM], 'a=1');

describe.each(Object.keys(lanes))('in %s', (lane) => {
  async function outcome(options: FormBodyOptions, request: Buffer): Promise<unknown> {
    const { port, close } = await serve(formBody(options), lane);
    onTestFinished(close);
    return outcomeOf(port, request, after);
  }

  test.each<[string, FormBodyOptions, Buffer, object]>([
    ['a form', {}, post([FORM], 'a=1&b=two+words'), { body: { a: '1', b: 'two words' } }],
    ['a form in chunks', {}, postChunks([FORM], ['a=%C3', '%A9&b', '=é']), { body: { a: 'é', b: 'é' } }],
    ['a compressed form', {}, post([FORM, 'Content-Encoding: gzip'], gzipSync('a=1')), { body: { a: '1' } }],
    [
      'a form of ISO-8859-1',
      {},
      post([`${FORM}; charset=ISO-8859-1`], Buffer.from('a=%E9&b=é', 'latin1')),
      { body: { a: 'é', b: 'é' } },
    ],
    [
      'a nested form',
      { extended: true },
      post([FORM], 'a[b][]=1&a[b][]=2'),
      { body: { a: { b: ['1', '2'] } } },
    ],
    ['an empty form', {}, post([FORM], ''), { body: {} }],
    ['JSON', {}, post(['Content-Type: application/json'], '{}'), {}],
    ['a type that is malformed', {}, post([`${FORM} x`], 'a=1'), {}],
    [
      'another charset',
      {},
      post([`${FORM}; charset=utf-16`], 'a=1'),
      { status: 415, type: 'charset.unsupported' },
    ],
    ['half a character', {}, post([FORM], Buffer.from('a=\xe2', 'latin1')), { body: { a: '\ufffd' } }],
    [
      'a form that is too long',
      {},
      post([FORM], 'a'.repeat(200_000)),
      { status: 413, type: 'entity.too.large', limit: 102_400 },
    ],
    ['50,000 pairs', {}, post([FORM], 'a&'.repeat(50_000)), { status: 413, type: 'parameters.too.many' }],
    [
      '1,000 levels',
      { extended: true },
      post([FORM], `a${'[b]'.repeat(1_000)}=1`),
      { status: 400, type: 'querystring.parse.rangeError' },
    ],
    [
      '30,000 brackets that nothing closes',
      { extended: true },
      post([FORM], '['.repeat(30_000)),
      { body: { ['['.repeat(30_000)]: '' } },
    ],
    [
      'a distant place',
      { extended: true },
      post([FORM], 'a[4294967295]=1'),
      { body: { a: { 4294967295: '1' } } },
    ],
    [
      'a prototype',
      { extended: true },
      post([FORM], '__proto__[x]=1&a[__proto__][x]=1&b=1'),
      { body: { a: {}, b: '1' } },
    ],
    [
      '30,000 malformed escapes',
      {},
      post([FORM], `a=${'%'.repeat(30_000)}`),
      { body: { a: '%'.repeat(30_000) } },
    ],
  ])(
    '%s: gets a defined response, and the connection stays open',
    async (_name, options, request, expected) => {
      expect(await outcome(options, request)).toEqual({ ...expected, next: [200] });
      expect(({} as { x?: unknown }).x).toBeUndefined();
    },
  );
});

test('formBody replaces express.urlencoded()', async () => {
  const app = express();
  app.use(formBody({ extended: true }));
  app.post('/', (req, res) => {
    res.json(req.body);
  });
  const { port, close } = await listen(createServer(app));
  onTestFinished(close);
  expect(await outcomeOf(port, post([FORM], 'a[b]=1'))).toEqual({ a: { b: '1' } });
});

const pair = fc.constantFrom(
  'a=1',
  'b[c]=2',
  'd[]=3',
  'd[]=4',
  'e',
  '=',
  '',
  'f[1]=x',
  'é=é',
  'g=%E2%9C%93',
  'h=a+b',
);
const sent = fc.record({
  type: fc.constantFrom(
    'application/x-www-form-urlencoded',
    'Application/X-WWW-Form-URLencoded; Charset=UTF-8',
    'application/x-www-form-urlencoded;charset=iso-8859-1',
    'application/x-www-form-urlencoded; charset=koi8-r',
    'text/plain',
  ),
  pairs: fc.array(pair, { maxLength: 12 }),
  isZipped: fc.boolean(),
  isChunked: fc.boolean(),
});

test.each<FormBodyOptions>([
  {},
  { extended: true, parameterLimit: 6 },
  { extended: true, limit: 30, type: '*/*' },
])('a form is what body-parser makes of it with %o, in each lane', async (options) => {
  const ours = formBody(options);
  const servers = [
    await serve(urlencoded(options)),
    ...(await Promise.all(Object.keys(lanes).map((lane) => serve(ours, lane)))),
  ];
  try {
    await fc.assert(
      fc.asyncProperty(sent, async ({ type, pairs, isZipped, isChunked }) => {
        const text = Buffer.from(pairs.join('&'), type.includes('iso') ? 'latin1' : 'utf8');
        const bytes = isZipped ? gzipSync(text) : text;
        const headers = [`Content-Type: ${type}`, ...(bytes === text ? [] : ['Content-Encoding: gzip'])];
        const request = isChunked
          ? postChunks(headers, bytes.length > 0 ? [bytes] : [])
          : post(headers, bytes);
        const responses = await Promise.all(servers.map(({ port }) => outcomeOf(port, request)));
        const [theirs, ...others] = responses.map((response) => ({
          ...(response as object),
          limit: undefined,
        }));
        for (const other of others) expect(other).toEqual(theirs);
      }),
      { numRuns: caseCount(60) },
    );
  } finally {
    await Promise.all(servers.map(({ close }) => close()));
  }
});
