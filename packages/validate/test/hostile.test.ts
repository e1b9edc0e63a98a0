import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { CompileOptions, ValidationIssue } from '../src/index.ts';
import { compileSchema, ValidationError } from '../src/index.ts';

function issuesOf(schema: object, value: unknown, options?: CompileOptions): readonly ValidationIssue[] {
  const { issues } = compileSchema(schema, options).validate(value) as {
    issues?: readonly ValidationIssue[];
  };
  return issues ?? [];
}

test('a value with 200,000 errors is reported by a few issues', () => {
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

test('a value that is nested too deeply for recursion is reported as such', async () => {
  let deep: unknown = {};
  for (let depth = 0; depth < 200_000; depth++) deep = { next: deep };
  const schema = { type: 'object', properties: { next: { $ref: '#' } } };
  const list = z.object({ next: z.lazy((): z.ZodType => list).optional() });
  for (const recursive of [schema, list]) {
    // After an error zod tries again asynchronously.
    expect(await compileSchema(recursive).validate(deep)).toEqual({
      issues: [{ location: 'body', message: 'must not be nested so deeply', keyword: 'depth' }],
    });
  }
  expect(issuesOf(schema, deep, { unknownKeys: 'strip', coerce: true })).toMatchObject([
    { keyword: 'depth' },
  ]);
});

test.each(['anyOf', 'oneOf'])(
  'the levels of a recursive schema with %s do not double the work',
  (keyword) => {
    const branch = (kind: string, first: string, last: string): object => {
      const properties = { kind: { const: kind }, child: { $ref: '#' }, value: { type: 'integer' } };
      const ordered = [first, 'value', last].map((name) => [name, Reflect.get(properties, name)]);
      return { type: 'object', required: ['kind'], properties: Object.fromEntries(ordered) };
    };
    const nested = (value: unknown): unknown => {
      let deep: unknown = { kind: 'a', value };
      for (let depth = 0; depth < 60; depth++) deep = { kind: depth % 2 === 0 ? 'b' : 'a', child: deep };
      return deep;
    };
    const fast = {
      $id: `fast-${keyword}`,
      [keyword]: ['a', 'b'].map((kind) => branch(kind, 'kind', 'child')),
    };
    expect(issuesOf(fast, nested(1))).toEqual([]);
    expect(issuesOf(fast, nested('x')).length).toBeGreaterThan(0);
    // Ajv looks at the child before it knows that the kind is another one.
    const slow = {
      $id: `slow-${keyword}`,
      [keyword]: ['a', 'b'].map((kind) => branch(kind, 'child', 'kind')),
    };
    expect(issuesOf(slow, nested('x'))).toMatchObject([{ location: 'body', keyword: 'depth' }]);
  },
);

test('a pattern is not tested on a text that maxLength excludes', () => {
  const schema = { type: 'string', maxLength: 100, pattern: '^(a+)+$' };
  expect(issuesOf(schema, `${'a'.repeat(5_000)}!`)).toMatchObject([{ keyword: 'maxLength' }]);
});

test('every pattern is made by the option regExp', () => {
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

test('a key __proto__ changes no prototype', () => {
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

test('uniqueItems takes linear time and compares values of JSON', () => {
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

test('uniqueItems takes linear time at each level of a recursive schema', () => {
  const schema = { $id: 'levels', type: ['array', 'string'], uniqueItems: true, items: { $ref: '#' } };
  let deep: unknown = 'x'.repeat(100_000);
  for (let depth = 0; depth < 900; depth++) deep = [deep, ['y']];
  expect(issuesOf(schema, deep)).toEqual([]);
  expect(issuesOf(schema, [[deep, 'z'], deep, structuredClone(deep)])).toMatchObject([
    { location: 'body', keyword: 'uniqueItems' },
  ]);
});

test('the format url takes linear time and has the verdicts of ajv-formats', () => {
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

test('a list that has changed is compared again', () => {
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

test('the representation of an error has no characters of HTML', () => {
  const error = new ValidationError(400, [{ location: 'body', message: '<b>&\u2028', keyword: 'x' }]);
  const represent = Reflect.get(error, Symbol.for('nextpress.representation'));
  const { contentType, body } = represent.call(error);
  expect(contentType).toBe('application/problem+json');
  expect(body).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(body).errors[0].message).toBe('<b>&\u2028');
});

test('a long location is cut', () => {
  const schema = { type: 'object', additionalProperties: { $ref: '#' } };
  let value: unknown = 'x';
  for (let depth = 0; depth < 100; depth++) value = { ['k'.repeat(100)]: value };
  expect(issuesOf(schema, value)[0]?.location.length).toBeLessThan(3_000);
});
