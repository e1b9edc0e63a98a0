import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HelperSettings, JsonSettings } from '../src/index.ts';
import { type Asked, type Beside, besideExpress, type Call } from './compare-with-express.ts';

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
  'jsonp with a field set': (res) => res.set('X-Content-Type-Options', 'other').jsonp(value),
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

describe.each(settings)('with %s settings for JSON, answers are as in Express 5', (kind, json, theirs) => {
  const all = { replacer: undefined, spaces: undefined, escape: false, ...json };
  const ours: Partial<HelperSettings> = kind === 'no' ? {} : { json: all };
  let beside: Beside;
  beforeAll(async () => {
    beside = await besideExpress(calls, ours, theirs);
  });
  afterAll(() => beside.close());

  test.each(Object.keys(calls))('%s', async (name) => {
    const asked: Asked[] = queries.flatMap((query) => [{ query }, { query, method: 'HEAD' }]);
    await beside.same(name, ...asked);
  });
});

test('the parameter of a callback has the name that the setting gives it', async () => {
  const beside = await besideExpress(calls, { jsonpCallback: 'jsonp' }, { 'jsonp callback name': 'jsonp' });
  await beside.same('jsonp', ...queries.map((query) => ({ query })));
  await beside.close();
});

test('jsonp throws for a cycle and after a response, and sends nothing for undefined', async () => {
  const circular: unknown[] = [];
  circular.push(circular);
  const beside = await besideExpress(
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
  const [our] = await beside.both('circular');
  expect([our.status, our.body]).toEqual([500, expect.stringContaining('circular')]);
  await beside.same('nothing');
  await beside.same('twice');
  expect(codes).toEqual(['ERR_HTTP_HEADERS_SENT', 'ERR_HTTP_HEADERS_SENT']);
  await beside.close();
});

describe('a send in the place of ours is asked, as in Express 5', () => {
  type Send = (this: unknown, body: unknown) => unknown;
  /** Puts a `send` on the response that notes what it is given. */
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
  let beside: Beside;
  beforeAll(async () => {
    beside = await besideExpress(replaced);
  });
  afterAll(() => beside.close());

  test.each(Object.keys(replaced))('%s', async (name) => {
    await beside.same(name, {}, { query: '?callback=done' });
  });
});

test('an ArrayBuffer is sent as JSON', async () => {
  const beside = await besideExpress({ send: (res) => res.send(new TextEncoder().encode('hi').buffer) });
  await beside.same('send');
  await beside.close();
});
