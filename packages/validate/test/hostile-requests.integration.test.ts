import { type Application, createServer } from '@nextpress/server';
import { createExpressApplication } from '@nextpress/server/express';
import { type } from 'arktype';
import express from 'express';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ValidateOptions, validate } from '../src/index.ts';
import { request, startInFastLane, startInNode } from './lanes.ts';

const libraries = {
  zod: z.strictObject({ amount: z.number(), note: z.string().max(3).optional() }),
  valibot: v.strictObject({ amount: v.number(), note: v.optional(v.pipe(v.string(), v.maxLength(3))) }),
  arktype: type({ '+': 'reject', amount: 'number', 'note?': 'string <= 3' }),
  'JSON Schema': {
    type: 'object',
    required: ['amount'],
    properties: { amount: { type: 'number' }, note: { type: 'string', maxLength: 3 } },
    additionalProperties: false,
  },
};

describe.each([
  ['the fast lane', () => createServer(), startInFastLane],
  ["Node's lane", () => createServer(), startInNode],
  ['nextpress/express in the fast lane', () => createExpressApplication(), startInFastLane],
] as const)('in %s', (_name, create, start) => {
  const appWith = (options?: ValidateOptions): Application => {
    const app = create();
    app.register(validate(options));
    return app;
  };

  test.each(Object.entries(libraries))('%s does not accept a disguised body', async (_library, body) => {
    const app = appWith();
    const seen: unknown[] = [];
    app.all('/', { schema: { body } }, (req, res) => {
      seen.push(req.body);
      res.send(JSON.stringify(req.body));
    });
    const port = await start(app);
    const valid = '{"amount":1}';
    const encoded = (charset: string): string => `Content-Type: application/json; charset=${charset}`;
    const attempts: [status: number, method: string, body: string | undefined, headers?: string[]][] = [
      [200, 'POST', valid],
      [200, 'GET', valid],
      [200, 'DELETE', valid],
      [200, 'POST', `c\r\n${valid}\r\n0\r\n\r\n`, ['Transfer-Encoding: chunked', encoded('utf-8')]],
      [200, 'POST', '{"amount":"x","amount":1}'],
      [400, 'POST', '{"amount":1,"amount":"x"}'],
      [400, 'GET', undefined],
      [400, 'DELETE', undefined],
      [400, 'HEAD', undefined],
      [400, 'POST', undefined],
      [400, 'POST', '', ['Content-Length: 0', encoded('utf-8')]],
      [400, 'POST', '0\r\n\r\n', ['Transfer-Encoding: chunked', encoded('utf-8')]],
      [400, 'POST', '[{"amount":1}]'],
      [400, 'POST', '[[[{"amount":1}]]]'],
      [400, 'POST', 'null'],
      [400, 'POST', '"amount"'],
      [400, 'POST', '{"amount":"1"}'],
      [400, 'POST', '{"amount":[1]}'],
      [400, 'POST', '{"amount":{"valueOf":1}}'],
      [400, 'POST', '{"Amount":1}'],
      [400, 'POST', '{"amount ":1}'],
      [400, 'POST', '{"__proto__":{"amount":1}}'],
      [400, 'POST', '{"constructor":{"prototype":{"amount":1}}}'],
      [400, 'POST', '{"amount":1,"constructor":1}'],
      [400, 'POST', '{"amount":1,"note":"ab\\u0000c"}'],
      [400, 'POST', '{"amount":1}}'],
      [400, 'POST', "{'amount':1}"],
      [415, 'POST', valid, ['Content-Type: text/plain']],
      [415, 'POST', valid, ['Content-Type: application/json, text/plain']],
      [415, 'POST', valid, ['Content-Type: text/plain; x=application/json']],
      [415, 'POST', valid, ['Content-Type: application/vnd.api+json']],
      [415, 'POST', 'amount=1', ['Content-Type: application/x-www-form-urlencoded']],
      [415, 'POST', valid, ['Content-Type:']],
      [415, 'POST', valid, [encoded('utf-7')]],
      [400, 'POST', valid, [encoded('utf-16le')]],
      [415, 'POST', valid, [encoded('utf-8'), 'Content-Encoding: x-unknown']],
      [400, 'POST', valid, [encoded('utf-8'), 'Content-Encoding: gzip']],
    ];
    for (const [status, method, text, headers] of attempts) {
      const label = `${method} ${text} ${headers}`;
      expect([label, (await request(port, method, '/', text, headers)).status]).toEqual([label, status]);
    }
    expect(seen).toEqual(Array.from({ length: 5 }, () => ({ amount: 1 })));
  });

  test('a __proto__ key in a query is an ordinary key', async () => {
    const app = appWith({ unknownKeys: 'reject' });
    const query = { type: 'object', properties: { n: { type: 'integer' } } };
    app.get('/', { schema: { query } }, (req, res) =>
      res.json({ n: req.query.n, admin: req.query.admin ?? null }),
    );
    const port = await start(app);
    expect((await request(port, 'GET', '/?n=1')).body).toEqual({ n: 1, admin: null });
    for (const target of [
      '/?__proto__=1',
      '/?n=1&__proto__=x',
      '/?n=1&constructor=x',
      '/?n=1&n=2',
      '/?n[]=1',
    ]) {
      expect([target, (await request(port, 'GET', target)).status]).toEqual([target, 400]);
    }
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  test('a body that express.json() has read is validated', async () => {
    const app = appWith();
    app.use(express.json({ type: '*/*' }));
    app.post('/', { schema: { body: libraries['JSON Schema'] } }, (req, res) => res.json(req.body));
    const port = await start(app);
    for (const headers of [[], ['Content-Type: text/plain']]) {
      expect((await request(port, 'POST', '/', '{"amount":1}', headers)).body).toEqual({ amount: 1 });
      expect((await request(port, 'POST', '/', '{"amount":"1"}', headers)).status).toBe(400);
    }
    expect((await request(port, 'POST', '/')).status).toBe(400);
  });

  test('parsers after the validation do not replace the body', async () => {
    const app = appWith();
    const schema = { body: libraries['JSON Schema'] };
    app.post('/', { schema }, [express.json(), express.urlencoded()], (req, res) => res.json(req.body));
    const port = await start(app);
    expect((await request(port, 'POST', '/', '{"amount":1}')).body).toEqual({ amount: 1 });
    expect(
      (await request(port, 'POST', '/', 'amount=1', ['Content-Type: application/x-www-form-urlencoded']))
        .status,
    ).toBe(415);
  });

  test('a body with 100,000 errors gets a short response', async () => {
    const app = appWith({ json: { limit: '2mb' } });
    const number = {
      zod: z.array(z.number()),
      valibot: v.array(v.number()),
      arktype: type('number[]'),
      json: { type: 'array', items: { type: 'number' } },
    };
    for (const [name, body] of Object.entries(number)) {
      app.post(`/${name}`, { schema: { body } }, (_req, res) => res.json('no'));
    }
    const port = await start(app);
    const text = JSON.stringify(Array.from({ length: 100_000 }, () => '<script>'));
    for (const name of Object.keys(number)) {
      const { status, body } = await request(port, 'POST', `/${name}`, text);
      expect([name, status]).toEqual([name, 400]);
      expect((body as { errors: unknown[] }).errors).toHaveLength(20);
      expect(JSON.stringify(body).length).toBeLessThan(10_000);
    }
  });
});
