import { createServer as createHttpServer } from 'node:http';
import { type Application, createServer } from '@nextpress/server';
import { createExpressApplication } from '@nextpress/server/express';
import { exchange, listen } from '@nextpress-internal/test-kit';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { type ResponseMode, validate } from '../src/index.ts';

async function get(app: Application, path: string): Promise<{ status: number; text: string }> {
  const { port, close } = await listen(createHttpServer(app));
  onTestFinished(close);
  const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  const [response] = await exchange(port, [head], { responses: 1 });
  return { status: Number(response?.status), text: String(response?.body) };
}

function appWith(responses?: ResponseMode, create: () => Application = quiet): Application {
  const app = create();
  app.register(validate(responses === undefined ? {} : { responses }));
  return app;
}

const errors: unknown[] = [];
function quiet(): Application {
  errors.length = 0;
  return createServer({ logError: (error) => void errors.push(error) });
}

const USER = {
  zod: z.object({ id: z.number(), name: z.string() }),
  valibot: v.object({ id: v.number(), name: v.string() }),
  arktype: type({ '+': 'delete', id: 'number', name: 'string' }),
  'JSON Schema': {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'number' }, name: { type: 'string' } },
  },
};

const MODES = ['check', 'serialize'] as const;

/** Its property `self` cannot be written as JSON. */
function circle(): object {
  const value = { a: 1, self: {} };
  value.self = value;
  return value;
}

function throwing(): object {
  return {
    a: 1,
    get b() {
      throw new Error('read');
    },
  };
}

describe.each([
  ['createServer()', quiet],
  ['nextpress/express', () => createExpressApplication()],
] as const)('a response of %s', (_name, create) => {
  test.each(Object.entries(USER))('with %s contains only declared properties', async (_library, schema) => {
    for (const mode of MODES) {
      const app = appWith(mode, create);
      const user = { id: 1, name: 'a', passwordHash: 'secret' };
      app.get('/json', { schema: { response: { 200: schema } } }, (_req, res) => res.json(user));
      app.get('/send', { schema: { response: { '2xx': schema } } }, (_req, res) => res.send(user));
      for (const path of ['/json', '/send']) {
        expect(await get(app, path)).toEqual({ status: 200, text: '{"id":1,"name":"a"}' });
      }
    }
  });
});

test('a status takes precedence over its class, and the class over default', async () => {
  const app = appWith();
  const only = (name: string) => ({ type: 'object', properties: { [name]: { type: 'integer' } } });
  const schema = { response: { 201: only('a'), '2xx': only('b'), default: only('c') } };
  app.get('/:status', { schema }, (req, res) => {
    res.status(Number(req.params.status)).json({ a: 1, b: 2, c: 3, d: 4 });
  });
  expect((await get(app, '/201')).text).toBe('{"a":1}');
  expect((await get(app, '/200')).text).toBe('{"b":2}');
  expect((await get(app, '/404')).text).toBe('{"c":3}');
});

test('default applies to every status', async () => {
  const app = appWith();
  const schema = { response: { default: { type: 'object', properties: { a: { type: 'integer' } } } } };
  app.get('/', { schema }, (_req, res) => res.status(799).json({ a: 1, b: 2 }));
  expect((await get(app, '/')).text).toBe('{"a":1}');
});

test('a response that its schema turns into undefined is not sent unvalidated', async () => {
  const app = appWith();
  const nothing = z.object({ secret: z.string() }).transform(() => undefined);
  app.get('/', { schema: { response: { 200: nothing } } }, (_req, res) => res.json({ secret: 'a' }));
  const { status, text } = await get(app, '/');
  expect(status).toBe(500);
  expect(text).not.toContain('secret');
  expect(String(errors[0])).toContain(
    'Response does not match the 200 response schema of GET /: response becomes undefined, which is not a JSON value',
  );
});

test('values are not sent unless the schema declares what may be sent', async () => {
  const secret = { secret: 1 };
  const mismatches = [
    [{ enum: ['a', 'b'] }, secret],
    [{ enum: ['a', null, 1, true] }, secret],
    [{ enum: [{ a: 1 }] }, secret],
    [{ type: 'object', properties: { a: { const: [1] } } }, { a: [secret] }],
    [{ type: 'object', properties: { secret: false } }, secret],
    [{ type: 'object', additionalProperties: { type: 'string' } }, { a: secret }],
    [{ type: 'object', additionalProperties: false }, secret],
    [{ type: ['string', 'null'] }, [secret]],
    [{ anyOf: [{ type: 'string' }, { type: 'object', required: ['a'], properties: {} }] }, secret],
    [{ type: 'array', prefixItems: [{}], unevaluatedItems: false }, [1, secret]],
    [{ type: 'array', unevaluatedItems: { type: 'object', properties: {} } }, [secret]],
    [{ type: 'array', items: false }, [secret]],
    [{ type: 'array', items: { anyOf: [false, { enum: [1] }] } }, [secret]],
    [{ type: 'object', properties: { at: { type: 'array', prefixItems: [{}] } } }, secret],
    [
      { type: 'array', prefixItems: [{ type: 'object', properties: {} }, { type: 'string' }] },
      [secret, secret],
    ],
  ] as const;
  const app = appWith('serialize');
  for (const [index, [schema, value]] of mismatches.entries()) {
    app.get(`/${index}`, { schema: { response: { 200: schema } } }, (_req, res) => res.json(value as never));
    const { text } = await get(app, `/${index}`);
    expect(text).not.toContain('secret');
  }
  const allowed = {
    type: 'object',
    properties: { a: { enum: ['a', null] }, b: { enum: [1, 1.5] }, c: { enum: [[1]] } },
  };
  app.get('/', { schema: { response: { 200: allowed } } }, (_req, res) =>
    res.json({ a: null, b: 1.5, c: [1] }),
  );
  expect((await get(app, '/')).text).toBe('{"a":null,"b":1.5,"c":[1]}');
});

test('a status without a schema is serialized as usual', async () => {
  const app = appWith();
  const schema = { response: { 200: { type: 'object', properties: {} } } };
  app.get('/', { schema }, (_req, res) => res.status(404).json({ any: 1 }));
  expect((await get(app, '/')).text).toBe('{"any":1}');
});

test.each(Object.entries(USER))('a mismatch with %s is reported with its route', async (_library, schema) => {
  const app = appWith('check');
  app.get('/users/:id', { schema: { response: { 200: schema } } }, (_req, res) => {
    res.json({ id: 'x', name: null } as never);
  });
  expect((await get(app, '/users/1')).status).toBe(500);
  const [error] = errors as (Error & { code: string })[];
  expect(error?.code).toBe('ERR_RESPONSE_SCHEMA');
  expect(error?.message).toMatch(
    /^Response does not match the 200 response schema of GET \/users\/:id.*: response/,
  );
});

test.each([
  ['development', 500],
  ['test', 500],
  ['production', 200],
  ['staging', 200],
  [undefined, 200],
])('with NODE_ENV %s, a mismatch that can be converted has status %i', async (environment, status) => {
  vi.stubEnv('NODE_ENV', environment);
  onTestFinished(() => void vi.unstubAllEnvs());
  const app = appWith();
  app.get('/', { schema: { response: { 200: USER['JSON Schema'] } } }, (_req, res) => {
    res.json({ id: '1', name: 'a' });
  });
  expect((await get(app, '/')).status).toBe(status);
});

test('in production a response without a required property is not sent', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const schema of Object.values(USER)) {
    const app = appWith();
    app.get('/', { schema: { response: { 200: schema } } }, (_req, res) => res.json({ id: 1 } as never));
    const { status, text } = await get(app, '/');
    expect(status).toBe(500);
    expect(text).not.toContain('schema');
    expect(errors).toHaveLength(1);
  }
});

test('dates and class instances match the schema of their JSON', async () => {
  class Event {
    at = new Date(0);
    secret = 1;
  }
  const schema = { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } };
  for (const mode of MODES) {
    const app = appWith(mode);
    app.get('/', { schema: { response: { 200: schema } } }, (_req, res) => res.json(new Event() as never));
    expect((await get(app, '/')).text).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
  }
});

test('items of a tuple are stripped', async () => {
  const point = { type: 'object', properties: { x: { type: 'integer' } } };
  const schema = { type: 'array', prefixItems: [{ type: 'string' }, point], items: point };
  const app = appWith();
  const value = ['a', { x: 1, y: 1 }, { x: 2, y: 2 }];
  app.get('/', { schema: { response: { 200: schema } } }, (_req, res) => res.json(value as never));
  expect((await get(app, '/')).text).toBe('["a",{"x":1},{"x":2}]');
});

test('asynchronous schemas are an error', async () => {
  const app = appWith();
  const schema = z.object({ a: z.string().refine(async () => true) });
  app.get('/', { schema: { response: { 200: schema } } }, (_req, res) => res.json({ a: 'b' }));
  expect((await get(app, '/')).status).toBe(500);
  expect(String(errors[0])).toContain('asynchronous schemas cannot be used for responses');
});

test('schemas have no effect with responses: off', async () => {
  const app = appWith('off');
  app.get('/', { schema: { response: { 200: USER.zod } } }, (_req, res) => res.json({ id: 'x' } as never));
  expect((await get(app, '/')).text).toBe('{"id":"x"}');
});

describe.each(MODES)('with responses: %s', (mode) => {
  const sent = async (schema: object, value: unknown): Promise<{ status: number; text: string }> => {
    const app = appWith(mode);
    app.get('/', { schema: { response: { 200: schema } } }, (_req, res) => res.json(value as never));
    return get(app, '/');
  };
  const object = (properties: object, others: object = {}) => ({ type: 'object', properties, ...others });

  test.each([
    ['a bigint', object({ n: { type: 'integer' } }), { n: 12n }, '{"n":12}'],
    [
      'a large bigint in a tuple',
      { type: 'array', prefixItems: [{ type: 'integer' }] },
      [2n ** 64n],
      '[18446744073709551616]',
    ],
    ['a bigint', { type: 'array' }, [12n], '[12]'],
    [
      'a nested object without declared properties',
      object({ a: { type: 'object' } }),
      { a: { b: { c: 1 } } },
      '{"a":{"b":{"c":1}}}',
    ],
    [
      'an object whose schema has no type',
      object({ a: { required: ['b'] } }),
      { a: { b: 1, c: 2 } },
      '{"a":{"b":1,"c":2}}',
    ],
    [
      'a string whose schema has no type',
      object({ a: { properties: { b: {} } } }),
      { a: 'text' },
      '{"a":"text"}',
    ],
    ['a number whose schema has no type', { minLength: 3 }, 1.5e300, '1.5e+300'],
    ['an array whose schema has no type', { minProperties: 1 }, [1, null, 'a"\n'], '[1,null,"a\\"\\n"]'],
    [
      'a map',
      object({ a: {} }, { patternProperties: { '^x-': { type: 'integer' } } }),
      { a: 1, 'x-b': 2, c: 3 },
      '{"a":1,"x-b":2}',
    ],
    [
      'a map of names',
      { type: 'object', patternProperties: { '^x-': { type: 'integer' } } },
      { 'x-b': 2, c: 3 },
      '{"x-b":2,"c":3}',
    ],
    [
      'other properties',
      object({ a: {} }, { additionalProperties: true }),
      { a: 1, b: { c: 2 } },
      '{"a":1,"b":{"c":2}}',
    ],
    [
      'other properties with a schema',
      object({ a: {} }, { additionalProperties: object({ c: {} }) }),
      { a: 1, b: { c: 2, d: 3 } },
      '{"a":1,"b":{"c":2}}',
    ],
    [
      'a property that is only required',
      object({ a: {} }, { required: ['b'] }),
      { a: 1, b: 2, c: 3 },
      '{"a":1,"b":2}',
    ],
    [
      'oneOf with required properties',
      { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      { b: 2, c: 3 },
      '{"b":2,"c":3}',
    ],
    [
      'an object or null',
      { anyOf: [object({ day: { type: 'string', format: 'date' } }), { type: 'null' }] },
      { day: new Date(2020, 1, 3), secret: 1 },
      '{"day":"2020-02-03"}',
    ],
    [
      'null where an object or null is allowed',
      { anyOf: [object({ a: {} }), { type: 'null' }] },
      null,
      'null',
    ],
    [
      'allOf',
      { allOf: [object({ a: {} }), object({ b: object({ c: {} }) })] },
      { a: 1, b: { c: 2, secret: 3 }, secret: 4 },
      '{"a":1,"b":{"c":2}}',
    ],
    [
      'fewer properties than minProperties',
      object({ a: {} }, { minProperties: 2 }),
      { a: 1, secret: 2 },
      '{"a":1}',
    ],
    [
      'undefined',
      object({ a: {}, b: {}, c: { type: 'array' } }),
      { a: undefined, b: () => 1, c: [undefined] },
      '{"c":[null]}',
    ],
    [
      'a date whose schema has no type',
      object({ at: {} }),
      { at: new Date(0) },
      '{"at":"1970-01-01T00:00:00.000Z"}',
    ],
    ['an object that wraps a string', object({ a: { type: 'string' } }), { a: new String('b') }, '{"a":"b"}'],
    [
      'a class getter',
      object({ a: { type: 'integer' } }),
      new (class {
        get a() {
          return 1;
        }
      })(),
      '{"a":1}',
    ],
    [
      'names that every object inherits',
      JSON.parse('{"type":"object","properties":{"toString":{},"__proto__":{}}}'),
      JSON.parse('{"__proto__":{"a":1}}'),
      '{"__proto__":{"a":1}}',
    ],
    ['characters that are escaped', { type: 'string' }, '\ud800 "\\\n', '"\\ud800 \\"\\\\\\n"'],
    [
      'a recursive value',
      { $id: 'tree', ...object({ name: { type: 'string' }, next: { $ref: '#' } }) },
      { name: 'a', next: { name: 'b', secret: 1, next: {} } },
      '{"name":"a","next":{"name":"b","next":{}}}',
    ],
    [
      'false as items after a tuple',
      { type: 'array', prefixItems: [{ type: 'object', required: ['a'] }], items: false },
      [{ a: 1, b: 2 }],
      '[{"a":1,"b":2}]',
    ],
    [
      'a date',
      object({ at: { type: 'string', format: 'date' } }),
      { at: new Date(2020, 1, 3) },
      '{"at":"2020-02-03"}',
    ],
    [
      'an undeclared property',
      object({ a: { type: 'integer' } }, { additionalProperties: false, maxProperties: 1 }),
      { a: 1, secret: 1 },
      '{"a":1}',
    ],
    [
      'an undeclared property whose name is not allowed',
      object({ a: { type: 'integer' } }, { propertyNames: { maxLength: 1 } }),
      { a: 1, secret: 1 },
      '{"a":1}',
    ],
    [
      'an object with toJSON',
      object({ a: object({ b: {} }) }),
      { a: { toJSON: () => ({ b: 1 }) } },
      '{"a":{"b":1}}',
    ],
    [
      'a toJSON that uses its property name',
      object({ a: {}, b: { type: 'array' } }),
      { a: { toJSON: (name: string) => `name ${name}` }, b: [{ toJSON: () => undefined }] },
      '{"a":"name a","b":[null]}',
    ],
    [
      'an invalid date',
      object({ a: { type: ['string', 'null'], format: 'date' } }),
      { a: new Date(Number.NaN) },
      '{"a":null}',
    ],
    [
      'a property of "else" for which "if" is never true',
      object({ a: {} }, { if: false, else: { properties: { b: {} } } }),
      { a: 1, b: 2 },
      '{"a":1,"b":2}',
    ],
    ['an undeclared property that refers to its object', object({ a: {} }), circle(), '{"a":1}'],
    ['an undeclared getter that throws', object({ a: {} }), throwing(), '{"a":1}'],
    ['a default', object({ a: { type: 'integer', default: 7 } }), {}, '{"a":7}'],
    ['an object without properties', object({ a: object({}) }), { a: {} }, '{"a":{}}'],
    [
      'null for an object without required properties',
      { type: ['object', 'null'], properties: {} },
      null,
      'null',
    ],
  ])('%s is sent as declared', async (_name, schema, value, text) => {
    expect(await sent(schema, value)).toEqual({ status: 200, text });
  });

  test.each([
    ['null', object({ id: {} }, { required: ['id'] }), null],
    ['null in an object', object({ user: object({ id: {} }, { required: ['id'] }) }), { user: null }],
    ['null in a list', { type: 'array', items: object({}, { required: ['id'] }) }, [{ id: 1 }, null]],
    ['a missing property', object({ id: {} }, { required: ['id'] }), {}],
    ['a bigint in a zod schema', z.object({ n: z.bigint() }), { n: 2n ** 64n }],
    [
      'a value that refers to itself',
      z.any(),
      (() => {
        const value = { self: {} };
        value.self = value;
        return value;
      })(),
    ],
    [
      'a property that is both required and rejected',
      object({ a: object({}, { required: ['b'], additionalProperties: false }) }),
      { a: { b: { secret: 1 } } },
    ],
    ['a missing property alongside a circular reference', object({ a: {} }, { required: ['b'] }), circle()],
    [
      'an unsafe bigint where alternatives exist',
      { anyOf: [object({ n: { type: 'integer' } }), { type: 'null' }] },
      { n: 2n ** 53n + 1n },
    ],
    ['a toJSON that throws', z.any(), { toJSON: () => JSON.parse('x') }],
  ])('%s is an error that names the route', async (_name, schema, value) => {
    expect((await sent(schema, value)).status).toBe(500);
    const [error] = errors as (Error & { code: string })[];
    expect(error?.code).toBe('ERR_RESPONSE_SCHEMA');
    expect(error?.message).toContain('Response does not match the 200 response schema of GET /');
  });
});

test('the error of a response reports the best matching branch of a union', async () => {
  const app = appWith('check');
  const branch = (kind: string, properties: object) => ({
    type: 'object',
    properties: { kind: { const: kind }, ...properties },
    required: ['kind', ...Object.keys(properties)],
  });
  const union = { anyOf: [branch('a', { n: { type: 'number' } }), branch('b', { s: { type: 'string' } })] };
  app.get('/', { schema: { response: { 200: union } } }, (_req, res) => res.json({ kind: 'b', s: 5 }));
  expect((await get(app, '/')).status).toBe(500);
  expect(String(errors[0])).toContain('response.s must be string');
});

describe.each(MODES)('with responses: %s, zod codecs', (mode) => {
  const iso = z.codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  });
  const seconds = z.codec(z.int(), z.date(), {
    decode: (number) => new Date(number * 1_000),
    encode: (date) => date.getTime() / 1_000,
  });
  const text = '2026-11-28T22:00:00.000Z';

  test.each<[string, z.ZodType, unknown, unknown]>([
    ['a decoded date', iso, new Date(text), text],
    ['an encoded date', iso, text, text],
    ['a decoded number', seconds, new Date(text), text],
    [
      'nested decoded values',
      z.array(z.object({ at: iso.optional() })),
      [{ at: new Date(text), secret: 1 }, {}],
      [{ at: text }, {}],
    ],
    ['a codec in a union', z.union([z.null(), iso]), new Date(text), text],
    ['a decoded boolean', z.stringbool(), false, false],
  ])('send %s', async (_name, schema, value, sent) => {
    const app = appWith(mode);
    app.get('/', { schema: { response: { 200: schema } } }, (_req, res) => res.json(value as never));
    const { status, text: body } = await get(app, '/');
    expect([status, JSON.parse(body)]).toEqual([200, sent]);
  });

  test.each([
    ['another type', iso, 5],
    ['an invalid date', iso, new Date(Number.NaN)],
    ['a value before a transformation', z.string().transform(Number), 5],
  ])('reject %s', async (_name, schema, value) => {
    const app = appWith(mode);
    app.get('/', { schema: { response: { 200: schema } } }, (_req, res) => res.json(value as never));
    expect((await get(app, '/')).status).toBe(500);
  });
});
