import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { CompileOptions, ValidationIssue } from '../src/index.ts';
import { compileSchema } from '../src/index.ts';

function issuesOf(schema: object, value: unknown, options?: CompileOptions): readonly ValidationIssue[] {
  const { issues } = compileSchema(schema, options).validate(value) as {
    issues?: readonly ValidationIssue[];
  };
  return issues ?? [];
}

test('a value with 200,000 errors is reported with a few issues', () => {
  const schema = {
    type: 'array',
    items: { $ref: '#/$defs/item' },
    $defs: { item: { type: 'string', minLength: 2 } },
  };
  const invalid = Array.from({ length: 200_000 }, () => 1);
  expect(issuesOf(schema, invalid)).toHaveLength(20);
  const object = Object.fromEntries(invalid.map((_, index) => [`k${index}`, 1]));
  expect(issuesOf({ type: 'object', additionalProperties: false }, object)).toHaveLength(20);
});

test('a value nested too deeply for recursion is reported as an issue', async () => {
  let deep: unknown = {};
  for (let depth = 0; depth < 200_000; depth++) deep = { next: deep };
  const schema = { type: 'object', properties: { next: { $ref: '#' } } };
  const list = z.object({ next: z.lazy((): z.ZodType => list).optional() });
  for (const recursive of [schema, list]) {
    // After an error, zod tries again asynchronously.
    expect(await compileSchema(recursive).validate(deep)).toEqual({
      issues: [{ location: 'body', message: 'must not be nested this deeply', keyword: 'depth' }],
    });
  }
  expect(issuesOf(schema, deep, { unknownKeys: 'strip', coerce: true })).toMatchObject([
    { keyword: 'depth' },
  ]);
});

describe('a schema validates each object a limited number of times', () => {
  const DEPTH = 60;
  /** Calls of unlimited functions, each of which may count several times. */
  const FREE = 2_000 * 4;
  let steps = 0;
  const count = { keyword: 'counted', validate: () => ++steps > 0 };
  const child = { counted: true, properties: { child: { $ref: '#' } } };
  const branch = (kind: string): object => ({ ...child, required: ['kind'], ...kindOf(kind) });
  // Ajv visits the child before it knows that the kind differs.
  const kindOf = (kind: string): object => ({
    properties: { child: { $ref: '#' }, value: { type: 'integer' }, kind: { const: kind } },
  });
  const object = { type: 'object', counted: true };
  const nested = (value: unknown, depth: number): unknown =>
    depth === 0 ? { kind: 'a', value } : { kind: 'a', child: nested(value, depth - 1) };
  const either = { anyOf: [{ ...child, required: ['other'] }, child] };

  test.each<[string, object]>([
    ['anyOf', { anyOf: [branch('a'), branch('b')] }],
    ['oneOf', { oneOf: [branch('a'), branch('b')] }],
    ['allOf', { allOf: [child, child, kindOf('a')] }],
    ['not', { not: { not: { anyOf: [branch('a'), branch('b')] } } }],
    ['if', { if: { not: branch('b') }, else: branch('b'), allOf: [child] }],
    ['dependentSchemas', { ...branch('a'), dependentSchemas: { child, kind: branch('a') } }],
    ['patternProperties', { ...kindOf('a'), patternProperties: { '^c': { $ref: '#' }, d$: { $ref: '#' } } }],
    ['additionalProperties', { ...object, anyOf: [{ additionalProperties: { $ref: '#' } }, branch('a')] }],
    [
      'unevaluatedProperties',
      { ...object, ...either, unevaluatedProperties: { type: ['string', 'integer'] } },
    ],
    [
      '$dynamicRef',
      JSON.parse(
        JSON.stringify({ $dynamicAnchor: 'n', oneOf: [branch('a'), branch('b')] }).replaceAll(
          '"$ref":"#"',
          '"$dynamicRef":"#n"',
        ),
      ),
    ],
    [
      'two schemas that refer to each other',
      {
        ...{ $ref: '#/$defs/one' },
        $defs: {
          one: { anyOf: [branch('b'), { properties: { child: { $ref: '#/$defs/two' } } }] },
          two: { anyOf: [branch('b'), { properties: { child: { $ref: '#/$defs/one' } } }] },
        },
      },
    ],
  ])('with %s', (_name, schema) => {
    const alone = new Ajv2020({ strict: false, keywords: [count] }).compile(schema);
    for (const unknownKeys of ['keep', 'strip', 'reject'] as const) {
      const compiled = compileSchema(schema, { unknownKeys, ajv: { strict: false, keywords: [count] } });
      for (const value of [1, 'x', { kind: 'b' }]) {
        const isValid = 'value' in compiled.validate(nested(value, 5));
        if (unknownKeys !== 'reject') expect(isValid).toBe(alone(nested(value, 5)));
        steps = 0;
        compiled.validate(nested(value, DEPTH));
        expect(steps).toBeLessThan(20 * DEPTH + FREE);
      }
    }
  });
});

describe('a schema whose definitions each reference the next one twice', () => {
  const LENGTH = 30;
  let steps = 0;
  const counted = { keyword: 'counted', validate: () => ++steps > 0 };
  const ways = (ref: object): object[] => [
    { allOf: [ref], required: ['x'], maxLength: 0 },
    { allOf: [ref], required: ['y'], maxLength: 1 },
  ];
  const refTo = (index: number): object => ({ $ref: `#/$defs/d${index}` });
  const definitions = (define: (index: number) => object, last: object): object => ({
    ...refTo(0),
    $defs: Object.fromEntries([
      ...Array.from({ length: LENGTH }, (_, index) => [`d${index}`, define(index)]),
      [`d${LENGTH}`, { ...last, counted: true }],
      ...Array.from({ length: LENGTH }, (_, index) =>
        ways(refTo(index + 1)).map((way, at) => [`way${at}of${index}`, way]),
      ).flat(),
    ]),
  });
  const nested = (depth: number): object => (depth === 0 ? {} : { child: nested(depth - 1) });
  const children = (index: number): object => ({
    anyOf: ways(refTo(0)).map((way) => ({
      ...way,
      allOf: [true],
      properties: { child: refTo((index + 1) % LENGTH) },
    })),
  });

  test.each<[string, object, unknown]>([
    ['in a chain', definitions((index) => ({ anyOf: ways(refTo(index + 1)) }), {}), { a: 1 }],
    ['in a chain for a string', definitions((index) => ({ anyOf: ways(refTo(index + 1)) }), {}), 'long'],
    [
      'through two definitions each',
      definitions((index) => ({ anyOf: [0, 1].map((at) => ({ $ref: `#/$defs/way${at}of${index}` })) }), {}),
      { a: 1 },
    ],
    ['in a ring', definitions((index) => ({ counted: true, ...children(index) }), {}), nested(100)],
  ])('%s takes linear time', (_name, schema, value) => {
    for (const draft of ['2020-12/schema', 'draft-07/schema#']) {
      for (const unknownKeys of ['keep', 'strip', 'reject'] as const) {
        const url = draft.startsWith('draft')
          ? `http://json-schema.org/${draft}`
          : `https://json-schema.org/draft/${draft}`;
        const whole = draft.startsWith('draft')
          ? { $schema: url, allOf: [{ $ref: '#/$defs/d0' }], ...schema, $ref: undefined }
          : { $schema: url, ...schema };
        const compiled = compileSchema(JSON.parse(JSON.stringify(whole)), {
          unknownKeys,
          ajv: { strict: false, keywords: [counted] },
        });
        steps = 0;
        expect(compiled.validate(value)).toHaveProperty('issues');
        expect(steps).toBeLessThan(50_000);
      }
    }
  });
});

test('errors of equal strings keep their own locations in a long validation', () => {
  const text = { allOf: [{ $ref: '#/$defs/inner' }, { maxLength: 5 }] };
  const schema = {
    ...{ type: 'array', items: { type: 'object', properties: { a: { $ref: '#/$defs/text' } } } },
    $defs: { text, inner: { anyOf: [{ $ref: '#/$defs/short' }] }, short: { type: 'string', maxLength: 3 } },
  };
  const value = Array.from({ length: 3_000 }, () => ({ a: 'abc' }));
  value[2_998] = { a: 'abcd' };
  value[2_999] = { a: 'abcd' };
  const locations = issuesOf(schema, value, { ajv: { strict: false } }).map(({ location }) => location);
  expect([...new Set(locations)]).toEqual(['body[2998].a', 'body[2999].a']);
});

test('a pattern is not tested on a string that maxLength rejects', () => {
  const schema = { type: 'string', maxLength: 10, pattern: '^(a+)+$' };
  expect(issuesOf(schema, `${'a'.repeat(5_000)}!`)).toMatchObject([{ keyword: 'maxLength' }]);
});

test('the `regExp` option creates every pattern', () => {
  const tested: string[] = [];
  const regExp = (pattern: string, flags: string) => ({
    test(text: string) {
      tested.push(pattern);
      return new RegExp(pattern, flags).test(text);
    },
  });
  const schema = { type: 'object', patternProperties: { '^n': { type: 'integer' } } };
  for (const options of [{}, { coerce: true }, { unknownKeys: 'strip' }] as const) {
    tested.length = 0;
    expect(issuesOf(schema, { n: 1 }, { ...options, ajv: { regExp } })).toEqual([]);
    expect(tested).toHaveLength('coerce' in options || 'unknownKeys' in options ? 2 : 1);
  }
});

test('a __proto__ key does not change a prototype', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'integer', default: 3 }, inner: { type: 'object', properties: { b: {} } } },
  };
  const body = JSON.parse('{"__proto__":{"admin":true},"inner":{"__proto__":{"admin":true},"b":1}}');
  for (const unknownKeys of ['keep', 'strip'] as const) {
    for (const coerce of [false, true]) {
      const { value } = compileSchema(schema, { unknownKeys, coerce }).validate(body) as { value: object };
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect((value as { admin?: unknown }).admin).toBeUndefined();
      expect((value as { inner: { admin?: unknown } }).inner.admin).toBeUndefined();
    }
  }
  expect(issuesOf(schema, body, { unknownKeys: 'reject' }).map(({ location }) => location)).toEqual([
    'body.__proto__',
    'body.inner.__proto__',
  ]);
  expect(({} as { admin?: unknown }).admin).toBeUndefined();
});

test('const, enum and uniqueItems compare objects with keys of Object.prototype', () => {
  for (const name of ['toString', 'valueOf', 'constructor', '__proto__', 'hasOwnProperty']) {
    const value = JSON.parse(`{"${name}":{"a":null}}`);
    expect(issuesOf({ const: {} }, value)).toMatchObject([{ keyword: 'const' }]);
    expect(issuesOf({ enum: ['x', { a: 1 }] }, value)).toMatchObject([{ keyword: 'enum' }]);
    expect(issuesOf({ const: { a: [{}] } }, { a: [value] })).toMatchObject([{ keyword: 'const' }]);
    const same = JSON.parse(JSON.stringify(value));
    expect(issuesOf({ const: same }, value)).toEqual([]);
    expect(issuesOf({ enum: ['x', same] }, value)).toEqual([]);
    expect(issuesOf({ type: 'array', uniqueItems: true }, [value, same])).toHaveLength(1);
  }
});

test('the first errors are reported when ajv fails to collect all', () => {
  const inner = {
    type: 'string',
    anyOf: [{ unevaluatedItems: false, oneOf: [{ type: 'string', maxLength: 0 }] }],
  };
  const schema = {
    ...inner,
    if: { not: true, if: { const: null }, else: { unevaluatedItems: false } },
    else: false,
  };
  expect(issuesOf(schema, 'text', { ajv: { strict: false } })).toContainEqual({
    location: 'body',
    message: 'must NOT have more than 0 characters',
    keyword: 'maxLength',
  });
});

test('uniqueItems takes linear time and compares JSON values', () => {
  const schema = { type: 'array', uniqueItems: true };
  const objects = Array.from({ length: 100_000 }, (_, id) => ({ id, nested: { list: [id] } }));
  expect(issuesOf(schema, objects)).toEqual([]);
  expect(issuesOf(schema, [...objects, { nested: { list: [5] }, id: 5 }])).toMatchObject([
    { keyword: 'uniqueItems' },
  ]);
  expect(issuesOf(schema, [1, '1', true, 'true', null, 'null', [1], ['1'], {}, [], '{', '[]', '{}'])).toEqual(
    [],
  );
  expect(issuesOf(schema, [0, -0])).toHaveLength(1);
  expect(issuesOf(schema, JSON.parse('[[1e400],[null],[-1e400],["Infinity"]]'))).toEqual([]);
  const dates = [new Date(1), new Date(2)];
  expect(issuesOf(schema, dates)).toEqual([]);
  expect(issuesOf(schema, [...dates, new Date(1)])).toHaveLength(1);
});

test('uniqueItems takes linear time at every level of a recursive schema', () => {
  const schema = { $id: 'levels', type: ['array', 'string'], uniqueItems: true, items: { $ref: '#' } };
  let deep: unknown = 'x'.repeat(100_000);
  for (let depth = 0; depth < 900; depth++) deep = [deep, ['y']];
  expect(issuesOf(schema, deep)).toEqual([]);
  expect(issuesOf(schema, [[deep, 'z'], deep, structuredClone(deep)])).toMatchObject([
    { location: 'body', keyword: 'uniqueItems' },
  ]);
});

test('the url format takes linear time and gives the same verdicts as ajv-formats', () => {
  const schema = { type: 'string', format: 'url' };
  for (const end of [':'.repeat(1_000_000), '@aa.bb:1'.repeat(100_000)]) {
    expect(issuesOf(schema, `http://a:1@${end} `)).toMatchObject([{ keyword: 'format' }]);
  }
  const ajv = new Ajv2020();
  addFormats.default(ajv);
  const check = ajv.compile(schema);
  const parts = ['', ':', '@', 'a', ':a', '@a', 'a:b@', 'a.bc', ':80', '/x', ' ', '1.2.3.4'];
  for (const one of parts) {
    for (const other of parts) {
      for (const last of parts) {
        const url = `http://${one}${other}${last}`;
        expect([url, issuesOf(schema, url).length === 0]).toEqual([url, check(url)]);
      }
    }
  }
});

test('a changed array is compared again', () => {
  const schema = compileSchema({ type: 'array', uniqueItems: true });
  const items = [{ id: 1 }, { id: 2 }];
  expect(schema.validate(items)).toHaveProperty('value');
  Object.assign(items[1] as object, { id: 1 });
  expect(schema.validate(items)).toHaveProperty('issues');
});

test('unevaluatedProperties does not allow inherited names', () => {
  const schema = { type: 'object', anyOf: [{ properties: { a: {} } }], unevaluatedProperties: false };
  for (const name of ['constructor', 'toString', '__proto__']) {
    const value = JSON.parse(`{"a":1,"${name}":1}`);
    expect(issuesOf(schema, value)).toMatchObject([{ keyword: 'unevaluatedProperties' }]);
  }
});

test('patternProperties may follow alternatives of a recursive schema', () => {
  const tree = { anyOf: [{ const: 1 }, { type: 'object', properties: { a: { $ref: '#/$defs/tree' } } }] };
  const schema = {
    anyOf: [{ $ref: '#/$defs/tree' }],
    patternProperties: { '^[ab]': { type: 'integer' } },
    unevaluatedProperties: false,
    $defs: { tree },
  };
  expect(issuesOf(schema, { a: 1, b: 1 }, { ajv: { strict: false } })).toEqual([]);
  expect(issuesOf(schema, { a: 1, c: 1 }, { ajv: { strict: false } })).toMatchObject([
    { location: 'body.c', keyword: 'unevaluatedProperties' },
  ]);
});

test('keys of the request are quoted, escaped and shortened in locations', () => {
  const schema = { type: 'object', additionalProperties: { type: 'integer' } };
  const locationOf = (key: string) => issuesOf(schema, { [key]: 'x' })[0]?.location;
  expect(locationOf('<script>')).toBe('body["\\u003cscript\\u003e"]');
  expect(locationOf('a"b\n')).toBe('body["a\\"b\\n"]');
  expect(locationOf('a/b~c')).toBe('body["a/b~c"]');
  expect(locationOf('\u202e')).toBe('body["\\u202e"]');
  expect(locationOf('k'.repeat(100_000))?.length).toBeLessThan(100);
});

test('a long location is truncated', () => {
  const schema = { type: 'object', additionalProperties: { $ref: '#' } };
  let value: unknown = 'x';
  for (let depth = 0; depth < 100; depth++) value = { ['k'.repeat(100)]: value };
  expect(issuesOf(schema, value)[0]?.location.length).toBeLessThan(3_000);
});

test('an ordinary long array is validated without remembering results', () => {
  let steps = 0;
  const counted = { keyword: 'counted', validate: () => ++steps > 0 };
  const schema = {
    type: 'array',
    items: { $ref: '#/$defs/order' },
    $defs: {
      order: { properties: { to: { $ref: '#/$defs/address' } } },
      address: { counted: true, properties: { city: { $ref: '#/$defs/city' } } },
      city: { type: 'string' },
    },
  };
  const compiled = compileSchema(schema, { ajv: { keywords: [counted] } });
  // The same object every time, so it would be found among remembered results.
  expect('value' in compiled.validate(Array(10_000).fill({ to: { city: 'Rome' } }))).toBe(true);
  expect(steps).toBe(10_000);
});

describe('the conversion of strings', () => {
  const query = (schema: object, ajv?: CompileOptions['ajv']) =>
    compileSchema(schema, { location: 'query', coerce: true, ...(ajv && { ajv }) });

  test.each(['allOf', 'anyOf'])(
    'takes linear time for definitions that list the next one twice in %s',
    (keyword) => {
      const refTo = (index: number): object => ({ $ref: `#/$defs/d${index}` });
      const $defs = Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [
          `d${index}`,
          { [keyword]: [refTo(index + 1), refTo(index + 1)] },
        ]),
      );
      const schema = { properties: { page: refTo(0) }, $defs: { ...$defs, d60: { type: 'integer' } } };
      expect(query(schema).validate({ page: '5' })).toEqual({ value: { page: 5 } });
    },
  );

  test('prepares a recursive schema once, whatever paths a value has', () => {
    let patterns = 0;
    const regExp = (pattern: string, flags: string) => {
      patterns++;
      return new RegExp(pattern, flags);
    };
    const inner = { $ref: '#' };
    const name = { type: ['string', 'integer'], pattern: '^a' };
    const compiled = query(
      { type: 'object', properties: { name, not: inner, and: inner, or: inner } },
      { regExp },
    );
    const at = (path: readonly string[]): object =>
      path.reduceRight<object>((value, key) => ({ [key]: value }), { name: '1' });
    expect(compiled.validate(at(['and', 'or', 'not']))).toEqual({
      value: { and: { or: { not: { name: 1 } } } },
    });
    const before = patterns;
    for (let path = 0; path < 3 ** 5; path++) {
      const keys = path
        .toString(3)
        .split('')
        .map((digit) => ['not', 'and', 'or'][Number(digit)] as string);
      expect('value' in compiled.validate(at(keys))).toBe(true);
    }
    expect(patterns).toBe(before);
  });

  test('terminates for objects that require objects of their own kind', () => {
    const schema = {
      type: ['object', 'integer'],
      required: ['left', 'right'],
      properties: { left: { $ref: '#' }, right: { $ref: '#' } },
    };
    expect(query(schema).validate({ left: '1', right: '2' })).toEqual({ value: { left: 1, right: 2 } });
    expect(issuesOf(schema, { left: '1' }, { coerce: true })).not.toEqual([]);
  });

  test('terminates for arrays of arrays of their own kind', () => {
    const list: z.ZodType = z.lazy(() => z.union([z.number(), z.array(list)]));
    for (const schema of [z.object({ a: list }), z.toJSONSchema(z.object({ a: list }))]) {
      expect('issues' in query(schema).validate({ a: 'x' })).toBe(true);
      expect(query(schema).validate({ a: ['1', '2'] })).toEqual({ value: { a: [1, 2] } });
    }
  });
});
