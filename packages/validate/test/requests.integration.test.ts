import { HttpError } from '@nextpress/semantics/http-error';
import { type Application, createServer, Router } from '@nextpress/server';
import { createExpressApplication } from '@nextpress/server/express';
import { exchange } from '@nextpress-internal/test-kit';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ValidateOptions, ValidationError, validate } from '../src/index.ts';
import { request, type Start, startInFastLane, startInNode } from './lanes.ts';

const PAYMENT = {
  zod: z.object({ amount: z.number().positive(), items: z.array(z.object({ price: z.number() })) }),
  valibot: v.object({
    amount: v.pipe(v.number(), v.gtValue(0)),
    items: v.array(v.object({ price: v.number() })),
  }),
  arktype: type({ amount: 'number > 0', items: type({ price: 'number' }).array() }),
  'JSON Schema': {
    type: 'object',
    required: ['amount', 'items'],
    properties: {
      amount: { type: 'number', exclusiveMinimum: 0 },
      items: { type: 'array', items: { type: 'object', properties: { price: { type: 'number' } } } },
    },
  },
};

function appWith(create: () => Application, options?: ValidateOptions): Application {
  const app = create();
  app.register(validate(options));
  return app;
}

describe.each([
  ['createServer()', 'the fast lane', () => createServer(), startInFastLane],
  ['createServer()', "Node's lane", () => createServer(), startInNode],
  ['nextpress/express', 'the fast lane', () => createExpressApplication(), startInFastLane],
  ['nextpress/express', "Node's lane", () => createExpressApplication(), startInNode],
] as const satisfies readonly (readonly [string, string, () => Application, Start])[])(
  '%s in %s',
  (_app, _lane, create, start) => {
    test.each(Object.entries(PAYMENT))('validates a body with %s', async (_library, body) => {
      const app = appWith(create);
      app.post('/payments', { schema: { body } }, (req, res) => res.status(201).json(req.body));
      const port = await start(app);
      const payment = { amount: 5, items: [{ price: 1 }] };
      expect(await request(port, 'POST', '/payments', payment)).toMatchObject({ status: 201, body: payment });
      const invalid = { amount: '5', items: [{ price: 1 }, { price: null }] };
      const reply = await request(port, 'POST', '/payments', invalid);
      expect(reply).toMatchObject({
        status: 400,
        type: 'application/problem+json',
        body: {
          type: 'about:blank',
          title: 'Bad Request',
          status: 400,
          code: 'ERR_VALIDATION',
          errors: [{ location: 'body.amount' }, { location: 'body.items[1].price' }],
        },
      });
      expect(Object.keys(reply.body as object)).toEqual([
        'type',
        'title',
        'status',
        'detail',
        'code',
        'errors',
      ]);
    });

    test('converts params, query and headers, and reports the errors of all parts', async () => {
      const app = appWith(create, { status: 422 });
      const schema = {
        params: { type: 'object', properties: { id: { type: 'integer' } } },
        query: {
          type: 'object',
          properties: {
            tag: { type: 'array', items: { type: 'string' } },
            page: { type: 'integer', default: 1 },
            exact: { type: 'boolean' },
          },
        },
        headers: { type: 'object', required: ['x-limit'], properties: { 'x-limit': { type: 'integer' } } },
        body: { type: 'object', properties: { n: { type: 'number' } } },
      };
      app.put('/pets/:id', { schema }, (req, res) => {
        const { params, query, headers, body } = req;
        res.json({ params, query, limit: headers['x-limit'], host: req.get('host'), body });
      });
      const port = await start(app);
      const valid = await request(port, 'PUT', '/pets/7?tag=a&exact=true', { n: 1 }, ['X-Limit: 9']);
      expect(valid.body).toEqual({
        params: { id: 7 },
        query: { tag: ['a'], exact: true, page: 1 },
        limit: 9,
        host: 'localhost',
        body: { n: 1 },
      });
      const invalid = await request(port, 'PUT', '/pets/x?exact=1', { n: '1' });
      expect(invalid).toMatchObject({
        status: 422,
        body: {
          title: 'Unprocessable Entity',
          errors: [
            { location: 'params.id', message: 'must be integer', keyword: 'type' },
            { location: 'query.exact', message: 'must be boolean', keyword: 'type' },
            {
              location: 'headers.x-limit'.replace('.x-limit', '["x-limit"]'),
              message: 'is required',
              keyword: 'required',
            },
            { location: 'body.n', message: 'must be number', keyword: 'type' },
          ],
        },
      });
    });

    test('assigns the output of schemas that transform', async () => {
      const app = appWith(create);
      const schema = {
        params: z.object({ id: z.coerce.number() }),
        query: v.object({ q: v.pipe(v.string(), v.trim()) }),
        headers: type({ 'x-ids': type('string').pipe((text) => text.split(',')) }),
        body: z.object({ on: z.string().transform((text) => new Date(text).getTime()) }),
      };
      app.post('/:id', { schema }, (req, res) => {
        const { 'x-ids': ids, host } = req.headers;
        res.json({ id: req.params.id, q: req.query.q, ids, host, on: req.body.on });
      });
      const port = await start(app);
      const reply = await request(port, 'POST', '/3?q=%20a%20', { on: '1970-01-01', more: 1 }, [
        'X-Ids: a,b',
      ]);
      expect(reply.body).toEqual({ id: 3, q: 'a', ids: ['a', 'b'], host: 'localhost', on: 0 });
    });

    test('waits for asynchronous schemas', async () => {
      const app = appWith(create);
      const unique = z.string().refine(async (name) => (await Promise.resolve(name)) !== 'taken', 'is taken');
      const schema = { query: z.object({ name: unique }), body: z.object({ name: unique }) };
      app.post('/', { schema }, (req, res) => res.json([req.query.name, req.body.name]));
      const port = await start(app);
      expect((await request(port, 'POST', '/?name=a', { name: 'b' })).body).toEqual(['a', 'b']);
      const { body } = await request(port, 'POST', '/?name=taken', { name: 'taken' });
      expect(body).toMatchObject({ errors: [{ location: 'query.name' }, { location: 'body.name' }] });
    });

    test('passes the error of a schema that throws or rejects to the error handlers', async () => {
      const app = appWith(create);
      const broken = z.string().transform(() => {
        throw new Error('broken');
      });
      app.get('/sync', { schema: { query: z.object({ a: broken }) } }, (_req, res) => res.json('no'));
      const later = z.string().refine(async () => Promise.reject(new Error('broken')));
      app.get('/async', { schema: { query: z.object({ a: later }) } }, (_req, res) => res.json('no'));
      app.use((error, _req, res, _next) => res.status(503).json(error.message));
      const port = await start(app);
      expect(await request(port, 'GET', '/sync?a=1')).toMatchObject({ status: 503, body: 'broken' });
      expect(await request(port, 'GET', '/async?a=1')).toMatchObject({ status: 503, body: 'broken' });
    });

    test('passes a ValidationError to the error handlers', async () => {
      const app = appWith(create);
      app.get('/', { schema: { query: { type: 'object', required: ['q'] } } }, (_req, res) => res.json('no'));
      app.use((error, _req, res, _next) => {
        const isKnown = error instanceof ValidationError && error instanceof HttpError;
        res.status(error.status).json([isKnown, error.message, error.issues]);
      });
      const port = await start(app);
      expect((await request(port, 'GET', '/')).body).toEqual([
        true,
        'The request is invalid: query.q is required',
        [{ location: 'query.q', message: 'is required', keyword: 'required' }],
      ]);
    });

    test('responds with 415 when no parser accepts the body', async () => {
      const app = appWith(create);
      app.post('/', { schema: { body: { type: 'object' } } }, (req, res) => res.json(req.body));
      const port = await start(app);
      for (const contentType of ['text/plain', 'application/jsonx', 'application/x-www-form-urlencoded']) {
        const reply = await request(port, 'POST', '/', '{"a":1}', [`Content-Type: ${contentType}`]);
        expect(reply.status).toBe(415);
        expect(JSON.stringify(reply.body)).toContain(contentType);
      }
      for (const contentType of [
        'application/json',
        'Application/JSON ; charset=utf-8',
        'application/json;a',
      ]) {
        const reply = await request(port, 'POST', '/', '{"a":1}', [`Content-Type: ${contentType}`]);
        expect(reply).toMatchObject({ status: 200, body: { a: 1 } });
      }
      const none = await request(port, 'POST', '/');
      expect(none).toMatchObject({ status: 400, body: { errors: [{ location: 'body' }] } });
    });

    test('validates a body that an earlier parser has read', async () => {
      const app = appWith(create);
      app.use((req, _res, next) => {
        req.body = { amount: 'text' };
        next();
      });
      const body = { type: 'object', properties: { amount: { type: 'number' } } };
      app.post('/', { schema: { body } }, (_req, res) => res.json('no'));
      const port = await start(app);
      expect(await request(port, 'POST', '/')).toMatchObject({
        body: { errors: [{ location: 'body.amount' }] },
      });
    });

    test.each([
      ['zod', z.object({ a: z.number() }).optional(), undefined],
      [
        'zod, asynchronous',
        z
          .object({ a: z.number() })
          .optional()
          .refine(async () => true),
        undefined,
      ],
      ['valibot', v.optional(v.object({ a: v.number() })), undefined],
      ['arktype', type({ a: 'number' }).or('undefined'), undefined],
      ['JSON Schema', { type: ['object', 'null'], required: ['a'] }, null],
      ['nullable', { type: 'object', nullable: true, required: ['a'] }, null],
      ['any JSON Schema', { required: ['a'] }, undefined],
    ])('accepts a request without a body if the body is optional with %s', async (_name, body, expected) => {
      const app = appWith(create);
      app.post('/', { schema: { body: body as object } }, (req, res) =>
        res.json({ isNull: req.body === null, type: typeof req.body }),
      );
      const port = await start(app);
      const empty = { isNull: expected === null, type: typeof expected };
      const json = 'Content-Type: application/json';
      for (const headers of [[], ['Content-Length: 0'], [json], [json, 'Content-Length: 0']]) {
        const reply = await request(port, 'POST', '/', undefined, headers);
        expect(reply).toMatchObject({ status: 200, body: empty });
      }
      expect((await request(port, 'POST', '/', { a: 1 })).body).toEqual({ isNull: false, type: 'object' });
      expect((await request(port, 'POST', '/', {})).status).toBe(400);
    });

    test('reports a missing required body with the message for undefined', async () => {
      const app = appWith(create);
      app.post('/', { schema: { body: PAYMENT['JSON Schema'] } }, (_req, res) => res.json('no'));
      const port = await start(app);
      const errors = [{ location: 'body', message: 'must be object', keyword: 'type' }];
      expect(await request(port, 'POST', '/')).toMatchObject({ status: 400, body: { errors } });
    });

    test('applies the limits of the `json` option', async () => {
      const app = appWith(create, { json: { limit: 100, depth: 3 } });
      app.post('/', { schema: { body: {} } }, (req, res) => res.json(req.body));
      const port = await start(app);
      expect(await request(port, 'POST', '/', '"text"')).toMatchObject({ status: 200, body: 'text' });
      expect((await request(port, 'POST', '/', ['x'.repeat(100)])).status).toBe(413);
      expect((await request(port, 'POST', '/', [[[[[[[]]]]]]])).status).toBe(400);
      expect((await request(port, 'POST', '/', '{')).status).toBe(400);
    });

    test('validates on routes from route() and routers', async () => {
      const app = appWith(create);
      const schema = { query: { type: 'object', properties: { n: { type: 'integer' } } } };
      const router = Router();
      router.get('/inside', { schema }, (req, res) => res.json(req.query));
      app.route('/both').get({ schema }, (req, res) => res.json(req.query));
      app.use('/router', router);
      const port = await start(app);
      for (const path of ['/both', '/router/inside']) {
        expect((await request(port, 'GET', `${path}?n=1`)).body).toEqual({ n: 1 });
        expect((await request(port, 'GET', `${path}?n=x`)).status).toBe(400);
      }
    });

    test('does not echo markup from a request', async () => {
      const app = appWith(create);
      const body = { type: 'object', additionalProperties: false };
      app.post('/', { schema: { body } }, (_req, res) => res.json('no'));
      const port = await start(app);
      const text = JSON.stringify({ '<script>alert(1)</script>': 1 });
      const [response] = await exchange(
        port,
        [
          `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
        ],
        { responses: 1 },
      );
      expect(response?.status).toBe(400);
      expect(response?.headers['x-content-type-options']).toBe('nosniff');
      expect(String(response?.body)).not.toContain('<');
      expect(String(response?.body)).toContain('script');
    });
  },
);

describe('registration', () => {
  test.each([
    [{ body: { type: 'objekt' } }, 'Invalid body schema of POST /payments: schema is invalid'],
    [{ body: { name: z.string() } }, 'got an object of schemas: wrap it in z.object({ … })'],
    [
      { query: { typ: 'object' } },
      'Invalid query schema of POST /payments: strict mode: unknown keyword: "typ"',
    ],
    [{ headers: { type: 'object', properties: { 'X-Id': {} } } }, 'expected lowercase names'],
    [{ response: { 200: { type: 'strin' } } }, 'Invalid 200 response schema of POST /payments'],
  ])('throws for %j', (schema, message) => {
    const app = appWith(createServer);
    expect(() => app.post('/payments', { schema }, (_req, res) => res.json(1))).toThrow(message);
  });

  test.each([
    [{ status: 500 }, 'Invalid option "status" of validate(): expected 400 or 422, got 500.'],
    [
      { unknownKeys: 'drop' },
      'Invalid option "unknownKeys" of validate(): expected one of keep, strip, reject',
    ],
    [{ responses: 'log' }, 'Invalid option "responses" of validate(): expected one of check, serialize, off'],
    [{ maxErrors: 0 }, 'Invalid option "maxErrors" of validate()'],
    [{ json: { limits: 1 } }, 'Unknown option "limits" of jsonBody()'],
    [{ coerce: true }, 'Unknown option "coerce" of validate()'],
    [
      { ajv: { allErrors: true } },
      'Unknown option "ajv.allErrors" of validate(): use "maxErrors", outside of "ajv".',
    ],
    [
      { ajv: { removeAdditional: true } },
      'Unknown option "ajv.removeAdditional" of validate(): use unknownKeys: "strip", outside of "ajv".',
    ],
    [{ ajv: { strictt: true } }, 'Unknown option "ajv.strictt" of validate(): expected one of ajv.strict'],
    [{ ajv: { useDefaults: true } }, '"ajv.useDefaults" of validate(): defaults are always filled in.'],
    [{ ajv: true }, 'Invalid option "ajv" of validate(): expected an object, got true.'],
    [{ json: null }, 'Invalid option "json" of validate(): expected an object, got null.'],
    [
      { ajv: { coerceTypes: 'array' } },
      'strings in params, query, headers and forms are converted without it, and those in JSON bodies never are.',
    ],
  ])('throws for the options %j', (options, message) => {
    expect(() => appWith(createServer, options as ValidateOptions)).toThrow(message);
  });
});
