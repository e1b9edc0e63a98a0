import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HelperSettings, JsonSettings } from '../src/index.ts';
import { type Asked, type Call, type Comparison, compareWithExpress } from './compare-with-express.ts';

const value = { name: '<b>&amp;</b>', list: [1, { _private: true }], line: 'a\u2028b\u2029c' };

const calls: Readonly<Record<string, Call>> = {
  json: (res) => res.json(value),
  'json of a text': (res) => res.json('<&>'),
  'send of an object': (res) => res.send(value),
  'send of a number': (res) => res.send(7),
  jsonp: (res) => res.jsonp(value),
  'jsonp of null': (res) => res.jsonp(null),
  'jsonp of a text': (res) => res.jsonp('\u2028'),
  'jsonp with a status': (res) => res.status(400).jsonp(value),
  'jsonp with a type': (res) => res.type('application/vnd.example+json').jsonp(value),
  'jsonp with a header set': (res) => res.set('X-Content-Type-Options', 'other').jsonp(value),
};

const settings: readonly [string, Partial<JsonSettings>, Record<string, unknown>][] = [
  ['no', {}, {}],
  ['spaces', { spaces: 2 }, { 'json spaces': 2 }],
  ['a text for spaces', { spaces: '\t' }, { 'json spaces': '\t' }],
  ['escape', { escape: true }, { 'json escape': true }],
  [
    'a replacer and escape',
    { replacer: (key, each) => (key.startsWith('_') ? undefined : each), escape: true },
    {
      'json replacer': (key: string, each: unknown) => (key.startsWith('_') ? undefined : each),
      'json escape': true,
    },
  ],
  ['a list of names', { replacer: ['name', 'list'] }, { 'json replacer': ['name', 'list'] }],
];

const queries = [
  '',
  '?callback=done',
  '?callback=',
  '?callback=a&callback=b',
  '?callback[a]=b',
  '?callback=jQuery_1.cb[0].$x',
  '?callback=alert(1)//%3Cscript%3E',
  '?callback=%28%29',
  '?jsonp=done',
];

describe.each(settings)('with %s JSON settings, responses are those of Express 5', (kind, json, theirs) => {
  const all = { replacer: undefined, spaces: undefined, escape: false, ...json };
  const ours: Partial<HelperSettings> = kind === 'no' ? {} : { json: all };
  let comparison: Comparison;
  beforeAll(async () => {
    comparison = await compareWithExpress(calls, ours, theirs);
  });
  afterAll(() => comparison.close());

  test.each(Object.keys(calls))('%s', async (name) => {
    const asked: Asked[] = queries.flatMap((query) => [{ query }, { query, method: 'HEAD' }]);
    await comparison.same(name, ...asked);
  });
});

test('jsonp reads the callback parameter of the setting', async () => {
  const comparison = await compareWithExpress(
    calls,
    { jsonpCallback: 'jsonp' },
    { 'jsonp callback name': 'jsonp' },
  );
  await comparison.same('jsonp', ...queries.map((query) => ({ query })));
  await comparison.close();
});

test('jsonp throws for a cycle and after a response, and sends an empty body for undefined', async () => {
  const circular: unknown[] = [];
  circular.push(circular);
  const comparison = await compareWithExpress(
    {
      circular: (res) => res.jsonp(circular),
      nothing: (res) => res.jsonp(undefined),
      twice: (res) => {
        res.jsonp(1);
        try {
          res.jsonp(2);
        } catch (error) {
          codes.push((error as { code: string }).code);
        }
      },
    },
    { json: { replacer: undefined, spaces: 2, escape: true } },
  );
  const codes: string[] = [];
  const [our] = await comparison.both('circular');
  expect([our.status, our.body]).toEqual([500, expect.stringContaining('circular')]);
  await comparison.same('nothing');
  await comparison.same('twice');
  expect(codes).toEqual(['ERR_HTTP_HEADERS_SENT', 'ERR_HTTP_HEADERS_SENT']);
  await comparison.close();
});

describe('a replaced send is called, as in Express 5', () => {
  type Send = (this: unknown, body: unknown) => unknown;
  /** Replaces `send` by a function that records its argument. */
  const noting =
    (call: Call): Call =>
    (res) => {
      const send = res.send as Send;
      const seen: unknown[] = [];
      res.send = ((body: unknown) => {
        seen.push([typeof body, body, res.get('Content-Type')]);
        res.set('X-Seen', JSON.stringify(seen));
        return send.call(res, body);
      }) as typeof res.send;
      call(res);
    };
  const replaced: Readonly<Record<string, Call>> = {
    json: noting((res) => res.json({ a: 1 })),
    'json with a type': noting((res) => res.type('application/vnd.example+json').json({ a: 1 })),
    'send of an object': noting((res) => res.send({ a: 1 })),
    jsonp: noting((res) => res.jsonp({ a: 1 })),
    sendStatus: noting((res) => res.sendStatus(404)),
    'a body that is wrapped': (res) => {
      const send = res.send as Send;
      res.send = ((body: unknown) =>
        send.call(res, typeof body === 'string' ? `${body}!` : body)) as typeof res.send;
      res.json({ a: 1 });
    },
    'a json in the place of ours, for send of an object': (res) => {
      const json = res.json as Send;
      res.json = ((body: unknown) => json.call(res, { data: body })) as typeof res.json;
      res.send({ a: 1 });
    },
  };
  let comparison: Comparison;
  beforeAll(async () => {
    comparison = await compareWithExpress(replaced);
  });
  afterAll(() => comparison.close());

  test.each(Object.keys(replaced))('%s', async (name) => {
    await comparison.same(name, {}, { query: '?callback=done' });
  });
});
