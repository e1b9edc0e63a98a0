import { strongEntityTag, weakEntityTag } from '@nextpress/semantics/entity-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, type Comparison, compareWithExpress } from './compare-with-express.ts';

const YESTERDAY = 'Fri, 20 Nov 2026 10:00:00 GMT';
const TODAY = 'Sat, 21 Nov 2026 10:00:00 GMT';

const calls: Readonly<Record<string, Call>> = {
  'json of an object': (res) => res.json({ a: 1 }),
  'json with a header set': (res) => res.set('X-A', 'b').json({ a: 1 }),
  'send of a text': (res) => res.send('hello'),
  'send of a long text': (res) => res.send('é'.repeat(5000)),
  'send of an empty text': (res) => res.send(''),
  'send of bytes': (res) => res.send(Buffer.from('hello')),
  'send of a Uint8Array': (res) => res.send(new Uint8Array([104, 101, 108, 108, 111])),
  'send of null': (res) => res.send(null),
  'send of null with a type': (res) => res.set('Content-Type', 'text/plain; a=b').send(null),
  'send of nothing': (res) => res.send(),
  'send with a tag of its own': (res) => res.set('ETag', '"mine"').send('hello'),
  'send with a weak tag of its own': (res) => res.set('ETag', 'W/"mine"').send('hello'),
  'send with a date of its own': (res) => res.set('Last-Modified', YESTERDAY).send('hello'),
  'send with both': (res) => res.set({ ETag: '"mine"', 'Last-Modified': YESTERDAY }).send('hello'),
  'send with a type and Transfer-Encoding': (res) =>
    res.type('txt').set('Transfer-Encoding', 'chunked').send('hello'),
  'send with status 201': (res) => res.status(201).send('hello'),
  'send with status 204': (res) => res.status(204).send('hello'),
  'send with status 205': (res) => res.status(205).type('txt').send('hello'),
  'send with status 304': (res) => res.status(304).send('hello'),
  'send with status 404': (res) => res.status(404).send('hello'),
  'sendStatus 200': (res) => res.sendStatus(200),
  'sendStatus 204': (res) => res.sendStatus(204),
  'sendStatus 404': (res) => res.sendStatus(404),
  redirect: (res) => res.redirect('/elsewhere'),
  'jsonp without a callback': (res) => res.jsonp({ a: 1 }),
};

/** The entity tags of the responses, and others. */
const tags = ['{"a":1}', 'hello', '', 'é'.repeat(5000), 'OK', 'No Content'].flatMap((content) => [
  weakEntityTag(content),
  strongEntityTag(content),
]);
const conditions: readonly (readonly string[])[] = [
  [],
  ...['*', '"other"', '"mine"', 'W/"mine"', `"a", ${tags.join(', ')}`].map((list) => [
    `If-None-Match: ${list}`,
  ]),
  [`If-None-Match: ${tags.join(', ')}`, 'Cache-Control: no-cache'],
  [`If-None-Match: ${tags.join(', ')}`, 'Cache-Control: max-age=0, no-cache'],
  [`If-None-Match: ${tags.join(', ')}`, 'Cache-Control: max-age=0'],
  [`If-Modified-Since: ${TODAY}`],
  [`If-Modified-Since: ${YESTERDAY}`],
  ['If-Modified-Since: Thu, 19 Nov 2026 10:00:00 GMT'],
  ['If-Modified-Since: yesterday'],
  ['If-None-Match: "other"', `If-Modified-Since: ${TODAY}`],
];

describe.each([
  ['weak', weakEntityTag],
  ['strong', strongEntityTag],
  ['no', undefined],
])('with %s tags, ETag and 304 are those of Express 5', (kind, etag) => {
  let comparison: Comparison;
  beforeAll(async () => {
    comparison = await compareWithExpress(calls, { etag }, { etag: kind === 'no' ? false : kind });
  });
  afterAll(() => comparison.close());

  /** Express omits Content-Length for HEAD. Nextpress sends the headers of GET (RFC 9110 §9.3.2). */
  const withoutHead = new Set(['send of nothing']);
  test.each(Object.keys(calls))('%s', async (name) => {
    const methods = withoutHead.has(name) ? ['GET'] : ['GET', 'HEAD', 'POST'];
    const asked = methods.flatMap((method) => conditions.map((headers) => ({ method, headers })));
    // A response without a validator is not compared with `*`.
    const responses = asked.filter(({ headers }) => kind !== 'no' || headers[0] !== 'If-None-Match: *');
    await comparison.same(name, ...responses);
  });
});

test('a response without a validator is never a 304 when the setting etag is off', async () => {
  const comparison = await compareWithExpress({ send: (res) => res.send('hello') });
  const [our, their] = await comparison.both('send', { headers: ['If-None-Match: *'] });
  expect([our.status, their.status]).toEqual([200, 304]);
  await comparison.close();
});

test('the etag function of an application gets the body and may return no tag', async () => {
  const seen: unknown[] = [];
  const comparison = await compareWithExpress(
    { text: (res) => res.send('é'), bytes: (res) => res.send(Buffer.from('b')) },
    {
      etag: (content) => {
        seen.push(typeof content === 'string' ? content : [...content]);
        return '';
      },
    },
  );
  await comparison.both('text');
  const [our] = await comparison.both('bytes');
  expect(our.headers.etag).toBeUndefined();
  expect(seen).toEqual(['é', [98]]);
  await comparison.close();
});
