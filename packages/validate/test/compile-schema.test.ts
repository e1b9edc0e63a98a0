import { type } from 'arktype';
import Type from 'typebox';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { CompileOptions, ValidationIssue } from '../src/index.ts';
import { compileSchema } from '../src/index.ts';

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';

function validate(schema: object, value: unknown, options?: CompileOptions): unknown {
  return compileSchema(schema, options).validate(value);
}

describe('a Standard Schema', () => {
  const schemas = {
    zod: z.object({ items: z.array(z.object({ price: z.number() })) }),
    valibot: v.object({ items: v.array(v.object({ price: v.number() })) }),
    arktype: type({ items: type({ price: 'number' }).array() }),
  };

  test.each(Object.entries(schemas))('of %s reports the location of an issue', (_library, schema) => {
    const result = validate(schema, { items: [{ price: 1 }, { price: '2' }] }) as { issues: object[] };
    expect(result.issues).toMatchObject([{ location: 'body.items[1].price' }]);
  });

  test.each(Object.entries(schemas))('of %s returns a valid value', (_library, schema) => {
    const value = { items: [{ price: 1 }] };
    expect(validate(schema, value)).toMatchObject({ value });
  });

  test('returns the output of a transformation and leaves the input unchanged', () => {
    const input = { on: '2024-01-01' };
    const toDate = z.object({ on: z.string().transform((text) => new Date(text)) });
    expect(validate(toDate, input)).toMatchObject({ value: { on: new Date('2024-01-01') } });
    expect(validate(type({ on: 'string.date.parse' }), input)).toMatchObject({
      value: { on: new Date('2024-01-01') },
    });
    expect(input).toEqual({ on: '2024-01-01' });
  });

  test('returns a promise when it is asynchronous', async () => {
    const isFree = z.string().refine(async (name) => name !== 'taken', 'is taken');
    const schema = compileSchema(z.object({ name: isFree }));
    await expect(schema.validate({ name: 'free' })).resolves.toMatchObject({ value: { name: 'free' } });
    await expect(schema.validate({ name: 'taken' })).resolves.toEqual({
      issues: [{ location: 'body.name', message: 'is taken', keyword: 'custom' }],
    });
  });

  test('reports no more issues than maxErrors', () => {
    const numbers = Array.from({ length: 50 }, () => 'x');
    for (const schema of [z.array(z.number()), v.array(v.number()), type('number[]')]) {
      const { issues } = validate(schema, numbers, { maxErrors: 3 }) as { issues: object[] };
      expect(issues).toHaveLength(3);
    }
  });

  test('shortens messages that quote a value', () => {
    const { issues } = validate(v.object({ id: v.number() }), { id: 'x'.repeat(10_000) }) as {
      issues: { message: string }[];
    };
    expect(issues[0]?.message.length).toBeLessThanOrEqual(256);
  });
});

describe('a JSON Schema', () => {
  test('reports every error with its location, message and keyword', () => {
    const schema = {
      type: 'object',
      required: ['id', 'items'],
      properties: {
        items: {
          type: 'array',
          items: { type: 'object', properties: { price: { type: 'number', minimum: 0 } } },
        },
      },
    };
    expect(validate(schema, { items: [{}, { price: -1 }, { price: null }] })).toEqual({
      issues: [
        { location: 'body.id', message: 'is required', keyword: 'required' },
        { location: 'body.items[1].price', message: 'must be >= 0', keyword: 'minimum' },
        { location: 'body.items[2].price', message: 'must be number', keyword: 'type' },
      ],
    });
  });

  test('uses the dialect that $schema names, or 2020-12 by default', () => {
    const tuple = { type: 'array', items: [{ type: 'string' }], additionalItems: false };
    expect(validate({ $schema: DRAFT_7, ...tuple }, ['a', 'b'])).toHaveProperty('issues');
    expect(() => compileSchema(tuple)).toThrow('schema is invalid: data/items must be object,boolean');
    const newer = { type: 'array', prefixItems: [{ type: 'string' }], items: false };
    expect(validate(newer, ['a', 'b'])).toHaveProperty('issues');
    expect(validate({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...newer }, ['a'])).toEqual({
      value: ['a'],
    });
  });

  test.each([
    [
      { $schema: 'http://json-schema.org/draft-04/schema#' },
      'unknown $schema: expected draft 2020-12 or draft-07',
    ],
    [{ type: 'strin' }, 'schema is invalid: data/type'],
    [{ typ: 'string' }, 'unknown keyword: "typ"'],
    [{ type: 'string', format: 'emial' }, 'unknown format "emial"'],
    [{ $ref: '#/$defs/missing' }, "can't resolve reference #/$defs/missing"],
    [{ type: 'string', pattern: '(' }, 'Invalid regular expression'],
    [{ $async: true, type: 'string' }, '"$async"'],
    [Type.Tuple([Type.String()]), 'An array in "items" is draft 7 syntax: add $schema'],
  ])('throws for %j every time', (schema, message) => {
    for (const _ of [1, 2]) expect(() => compileSchema(schema)).toThrow(message);
  });

  test('from TypeBox may have draft 7 tuples', () => {
    const schema = Type.Object({ point: Type.Tuple([Type.Integer(), Type.Integer()]) }, { $schema: DRAFT_7 });
    expect(validate(schema, { point: [1, 2] })).toEqual({ value: { point: [1, 2] } });
    for (const point of [[1], [1, 2, 3], [1, 'x']])
      expect(validate(schema, { point })).toHaveProperty('issues');
  });

  test('checks formats', () => {
    expect(validate({ type: 'string', format: 'email' }, 'a@b.example')).toEqual({ value: 'a@b.example' });
    expect(validate({ type: 'string', format: 'email' }, 'a')).toMatchObject({
      issues: [{ keyword: 'format' }],
    });
  });

  test('may refer to itself where a "not" always fails', () => {
    for (const keyword of ['anyOf', 'oneOf']) {
      const schema = { [keyword]: [{ type: 'object' }, { allOf: [{ $ref: '#' }], not: {} }] };
      expect(validate(schema, { a: 1 })).toEqual({ value: { a: 1 } });
      expect(validate(schema, 1)).toHaveProperty('issues');
    }
  });

  test('accepts OpenAPI annotations', () => {
    const schema = {
      type: 'string',
      example: 'a',
      'x-internal': true,
      externalDocs: { url: 'https://example.com' },
    };
    expect(validate(schema, 'a')).toEqual({ value: 'a' });
    expect(validate({ ...schema, 'x-other': 1 }, 'a')).toEqual({ value: 'a' });
  });

  test('can be compiled several times, even with an $id', () => {
    const schema = { $id: 'https://example.com/pet', type: 'string' };
    expect(validate(schema, 'a')).toEqual({ value: 'a' });
    expect(validate(schema, 1)).toHaveProperty('issues');
    expect(validate(schema, 'a')).toEqual({ value: 'a' });
    expect(() => compileSchema({ ...schema })).toThrow('already exists');
    const withFragment = { $id: 'https://example.com/owner#', type: 'string' };
    for (const value of ['a', 'b']) expect(validate(withFragment, value)).toEqual({ value });
  });

  test.each(['https://example.com/plant', 'plant'])('can refer to an earlier one by the $id %s', ($id) => {
    compileSchema({ $id, type: 'string', 'x-latin': true });
    expect(validate({ $ref: $id }, 1)).toEqual({
      issues: [{ location: 'body', message: 'must be string', keyword: 'type' }],
    });
  });

  test('is validated together with all schemas of the `schemas` option', () => {
    const external = {
      $id: 'external',
      type: 'object',
      required: ['constructor'],
      properties: { page: { default: 1 } },
      'x-internal': true,
    };
    const ajv = { schemas: [external] };
    expect(validate({ $ref: 'external' }, {}, { ajv })).toMatchObject({
      issues: [{ location: 'body.constructor' }],
    });
    const value = { constructor: 1 };
    expect(validate({ $ref: 'external' }, value, { ajv })).toEqual({ value: { ...value, page: 1 } });
  });

  test('does not treat inherited properties as present', () => {
    const schema = {
      type: 'object',
      required: ['constructor'],
      properties: { toString: { type: 'string' } },
    };
    expect(validate(schema, {})).toMatchObject({
      issues: [{ location: 'body.constructor', keyword: 'required' }],
    });
    expect(validate(schema, { constructor: 1 })).toEqual({ value: { constructor: 1 } });
  });

  test('fills in defaults in a copy', () => {
    const schema = {
      type: 'object',
      properties: {
        page: { type: 'integer', default: 1 },
        sort: { type: 'object', properties: { by: { type: 'string', default: 'id' } } },
      },
    };
    const value = { sort: {} };
    expect(validate(schema, value)).toEqual({ value: { page: 1, sort: { by: 'id' } } });
    expect(value).toEqual({ sort: {} });
  });

  test('fills in a default that is not a JSON value', () => {
    const schema = { type: 'object', properties: { id: { default: 1n } } };
    expect(validate(schema, {})).toEqual({ value: { id: 1n } });
  });

  test('compiles the alternatives of defaults with the schema', () => {
    let count = 0;
    const regExp = (pattern: string, flags: string): RegExp => {
      count++;
      return new RegExp(pattern, flags);
    };
    const text = { type: 'string', pattern: '^x' };
    const schema = {
      type: 'object',
      properties: { a: { default: 1 } },
      anyOf: [{ properties: { b: text } }, { properties: { b: { type: 'integer' } } }],
    };
    const compiled = compileSchema(schema, { ajv: { regExp } });
    const before = count;
    expect(compiled.validate({ b: 'x' })).toEqual({ value: { a: 1, b: 'x' } });
    expect(count).toBe(before);
  });

  test('fills in defaults inside a default, however unknown keys are handled', () => {
    const schema = {
      type: 'object',
      properties: {
        sort: {
          type: 'object',
          default: { order: 'up', other: 1 },
          properties: {
            order: { type: 'string' },
            by: { type: 'object', default: {}, properties: { name: { type: 'string', default: 'id' } } },
          },
        },
      },
    };
    const value = { sort: { order: 'up', other: 1, by: { name: 'id' } } };
    for (const unknownKeys of ['keep', 'reject', 'strip'] as const) {
      expect(validate(schema, {}, { unknownKeys })).toEqual({ value });
    }
  });

  test('uses the keywords, formats, schemas and regular expressions of the `ajv` option', () => {
    const ajv = {
      keywords: [
        { keyword: 'even', type: 'number', validate: (_: unknown, value: number) => value % 2 === 0 },
      ],
      formats: { upper: /^[A-Z]*$/ },
      schemas: [{ $id: 'https://example.com/id', type: 'integer' }],
      regExp: (pattern: string, flags: string) => new RegExp(pattern, `${flags}i`),
    };
    const schema = {
      type: 'object',
      properties: {
        a: { type: 'number', even: true },
        b: { type: 'string', format: 'upper' },
        c: { $ref: 'https://example.com/id' },
        d: { type: 'string', pattern: '^a$' },
      },
    };
    const result = validate(schema, { a: 1, b: 'a', c: 'x', d: 'x' }, { ajv }) as {
      issues: { keyword: string }[];
    };
    expect(result.issues.map(({ keyword }) => keyword)).toEqual(['even', 'format', 'type', 'pattern']);
    expect(validate(schema, { a: 2, b: 'A', c: 1, d: 'A' }, { ajv })).toHaveProperty('value');
    expect(() => compileSchema({}, { ajv: { coerceTypes: true } as object })).toThrow(
      'Unknown option "ajv.coerceTypes" of compileSchema()',
    );
  });
});

describe('the errors of a union', () => {
  const branch = (kind: string, properties: object) => ({
    type: 'object',
    properties: { kind: { const: kind }, ...properties },
    required: ['kind', ...Object.keys(properties)],
  });
  const [a, b] = [branch('a', { n: { type: 'number' } }), branch('b', { s: { type: 'string' } })];
  const value = { kind: 'b', s: 5 };

  test.each([
    ['anyOf', { anyOf: [a, b] }, value, 'body.s'],
    ['oneOf', { oneOf: [a, b] }, value, 'body.s'],
    [
      'references',
      { oneOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }], $defs: { a, b } },
      value,
      'body.s',
    ],
    ['a property', { properties: { x: { anyOf: [a, b] } } }, { x: value }, 'body.x.s'],
    ['items', { items: { oneOf: [a, b] } }, [{ kind: 'a', n: 1 }, value], 'body[1].s'],
    ['unions', { anyOf: [{ type: 'string' }, { oneOf: [a, b] }] }, value, 'body.s'],
    [
      'types',
      { anyOf: [{ type: 'integer' }, { type: 'array', items: { type: 'integer' } }] },
      ['x'],
      'body[0]',
    ],
    [
      'required properties',
      { anyOf: [{ required: ['a', 'b', 'c'] }, { required: ['d', 'e'] }] },
      { d: 1 },
      'body.e',
    ],
  ])('come from the best matching branch with %s', (_name, schema, body, location) => {
    const { issues } = compileSchema(schema).validate(body) as { issues: ValidationIssue[] };
    const others = issues.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'oneOf');
    expect(others.map((issue) => issue.location)).toEqual([location]);
  });

  test('come from all branches when none fits', () => {
    expect(validate({ anyOf: [a, b] }, { kind: 'c' })).toMatchObject({
      issues: [
        { location: 'body.n' },
        { location: 'body.kind' },
        { location: 'body.s' },
        { location: 'body.kind' },
        { location: 'body', keyword: 'anyOf' },
      ],
    });
  });

  test.each([
    ['if', { if: { oneOf: [a, b] }, else: { minProperties: 3 } }],
    ['not', { not: { not: { anyOf: [a, b] } } }],
  ])('are not reported when the union is a condition of %s', (keyword, schema) => {
    const { issues } = validate(schema, value) as { issues: ValidationIssue[] };
    expect(issues.map((issue) => issue.keyword)).toContain(keyword);
    expect(issues.map((issue) => issue.location)).toEqual(issues.map(() => 'body'));
  });

  test('come from no branch when several match', () => {
    expect(validate({ oneOf: [{ required: ['a'] }, { required: ['b'] }] }, { a: 1, b: 1 })).toMatchObject({
      issues: [{ location: 'body', keyword: 'oneOf' }],
    });
  });
});

describe('coercion', () => {
  function convert(schema: object, text: unknown): unknown {
    const query = { type: 'object', properties: { value: schema } };
    const result = validate(query, { value: text }, { coerce: true, location: 'query' });
    const { value, issues } = result as { value?: { value: unknown }; issues?: object[] };
    return issues === undefined ? value?.value : 'invalid';
  }

  test.each([
    [{ type: 'integer' }, '42', 42],
    [{ type: 'integer' }, '-1', -1],
    [{ type: 'integer' }, '1.5', 'invalid'],
    [{ type: 'integer' }, '9007199254740993', 'invalid'],
    [{ type: 'integer' }, '', 'invalid'],
    [{ type: 'integer' }, ' 1', 'invalid'],
    [{ type: 'integer' }, '0x10', 'invalid'],
    [{ type: 'integer' }, '01', 'invalid'],
    [{ type: 'number' }, '1.5e3', 1500],
    [{ type: 'number' }, '1e999', 'invalid'],
    [{ type: 'number' }, 'NaN', 'invalid'],
    [{ type: 'boolean' }, 'true', true],
    [{ type: 'boolean' }, 'false', false],
    [{ type: 'boolean' }, '1', 'invalid'],
    [{ type: 'null' }, '', 'invalid'],
    [{ type: 'null' }, 'null', 'invalid'],
    [{ type: 'integer', nullable: true }, '', 'invalid'],
    [{ type: 'string' }, '42', '42'],
    [{ type: ['string', 'integer'] }, '42', '42'],
    [{ enum: [1, 2] }, '2', 2],
    [{ enum: ['1', 2] }, '1', '1'],
    [{ const: 7 }, '7', 7],
    [{ anyOf: [{ type: 'integer' }, { const: 'all' }] }, 'all', 'all'],
    [{ anyOf: [{ type: 'integer' }, { const: 'all' }] }, '3', 3],
    [{ oneOf: [{ type: 'boolean' }, { type: 'number' }] }, 'true', true],
    [{ allOf: [{ type: 'integer' }, { minimum: 3 }] }, '3', 3],
    [{ allOf: [{ type: 'number' }, { type: 'integer' }] }, '3', 3],
    [{ anyOf: [{ type: 'integer' }, { type: 'string', format: 'date' }] }, '5', 5],
    [{ anyOf: [{ type: 'integer' }, { type: 'string', format: 'date' }] }, '2020-01-02', '2020-01-02'],
    [{ anyOf: [{ type: 'string', pattern: '^[a-z]' }, { type: 'integer' }] }, '5', 5],
    [{ anyOf: [{ type: 'string', pattern: '^[a-z]' }, { type: 'integer' }] }, 'a5', 'a5'],
    [{ anyOf: [{ type: 'integer' }, { type: 'string', minLength: 2 }] }, '5', 5],
    [{ anyOf: [{ type: 'integer' }, { type: 'string', minLength: 2 }] }, '55', '55'],
    [{ anyOf: [{ type: 'boolean' }, { type: 'string', maxLength: 3 }] }, 'true', true],
    [
      { oneOf: [{ type: 'number' }, { allOf: [{ type: 'string' }, { type: 'string', minLength: 2 }] }] },
      '5',
      5,
    ],
    [{ type: ['integer', 'string'], minLength: 2 }, '5', 5],
    [{ type: ['array', 'string'], minLength: 2 }, '5', ['5']],
    [
      {
        anyOf: [
          { type: 'integer', maximum: 3 },
          { type: 'string', minLength: 2 },
        ],
      },
      '5',
      'invalid',
    ],
    [{ anyOf: [{ type: 'integer' }, { type: 'string', minLength: 2 }] }, '💶', 'invalid'],
    [{}, '3', '3'],
    [{ type: 'array', items: { type: 'integer' } }, '3', [3]],
    [{ type: 'array', items: { type: 'integer' } }, ['3', '4'], [3, 4]],
    [{ type: 'array', items: { type: 'integer' } }, ['3', 'x'], 'invalid'],
    [{ type: ['string', 'array'] }, '3', '3'],
    [{ type: 'integer' }, ['3'], 'invalid'],
    [{ type: 'string' }, ['3'], 'invalid'],
    [{ type: 'object', properties: { a: { type: 'integer' } } }, { a: '1' }, { a: 1 }],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { a: '1' }, { a: 1 }],
    [{ type: 'object', patternProperties: { '^a': { type: 'boolean' } } }, { a: 'true' }, { a: true }],
  ])('with %j converts %j to %j', (schema, text, expected) => {
    expect(convert(schema, text)).toEqual(expected);
  });

  test('follows dependentSchemas and unevaluatedItems', () => {
    const schema = {
      type: 'object',
      dependentSchemas: { page: { properties: { page: { type: 'integer' } } } },
      properties: {
        ids: { type: 'array', prefixItems: [{ type: 'string' }], unevaluatedItems: { type: 'integer' } },
      },
    };
    const input = { page: '1', ids: ['3', '4'] };
    expect(validate(schema, input, { coerce: true })).toEqual({
      value: { page: 1, ids: ['3', 4] },
    });
  });

  const tags = { type: 'array', items: { type: 'string' } };
  const filter = { type: 'object', properties: { tags }, required: ['tags'] };
  const other = { type: 'string' };
  test.each([
    { anyOf: [{ properties: { filter } }, { properties: { filter, other } }] },
    { properties: { filter }, dependentSchemas: { other: { properties: { filter } } } },
  ])('fills in the empty array of a schema that several parts of %j share', (schema) => {
    const query = { type: 'object', required: ['filter'], ...schema };
    expect(validate(query, {}, { coerce: true })).toEqual({ value: { filter: { tags: [] } } });
  });

  test('of a declared property ignores what other schemas say about undeclared ones', () => {
    const named = { properties: { id: { type: 'integer' } }, required: ['id'] };
    const text = { type: 'string' };
    for (const other of [{ additionalProperties: text }, { patternProperties: { '^i': text } }]) {
      const schema = { type: 'object', anyOf: [named, { properties: { name: text }, ...other }] };
      expect(validate(schema, { id: '5' }, { coerce: true })).toEqual({ value: { id: 5 } });
    }
  });

  test.each([
    [{ properties: { filter }, required: ['filter'] }, { additionalProperties: true }, {}],
    [
      { properties: { list: { type: 'array', items: filter } } },
      { properties: { list: { type: 'array', contains: { type: 'object' } } } },
      { list: [{}] },
    ],
  ])('follows %j, whatever %j allows', (schema, other, query) => {
    const expected = 'list' in query ? { list: [{ tags: [] }] } : { filter: { tags: [] } };
    expect(validate({ type: 'object', allOf: [schema, other] }, query, { coerce: true })).toEqual({
      value: expected,
    });
  });

  test('follows references, including recursive ones', () => {
    const schema = {
      type: 'object',
      properties: { filter: { $ref: '#/$defs/filter' } },
      $defs: {
        filter: {
          type: 'object',
          properties: { min: { type: 'integer' }, and: { $ref: '#/$defs/filter' } },
        },
      },
    };
    const query = { filter: { min: '1', and: { min: '2', and: { min: '3' } } } };
    expect(validate(schema, query, { coerce: true })).toEqual({
      value: { filter: { min: 1, and: { min: 2, and: { min: 3 } } } },
    });
    expect(query.filter.min).toBe('1');
  });

  test('converts a property by the patterns that match its name', () => {
    const schema = {
      type: 'object',
      properties: { own: { type: 'boolean' } },
      patternProperties: { '^n': { type: 'integer' }, '^s': { type: 'string' }, l$: { type: 'array' } },
      additionalProperties: { type: 'string' },
    };
    const input = { own: 'true', n1: '1', s1: '1', x: '1', list: '1', al: 'a' };
    const value = { own: true, n1: 1, s1: '1', x: '1', list: '1', al: ['a'] };
    expect(validate(schema, input, { coerce: true })).toEqual({ value });
  });

  test('follows references in other schemas, and those relative to an $id', () => {
    const common = {
      $id: 'https://example.com/common',
      type: 'object',
      properties: { page: { $ref: '#/$defs/page' }, size: { $ref: 'size' } },
      $defs: {
        page: { type: 'integer' },
        size: { $id: 'size', anyOf: [{ $ref: '#/$defs/page' }], $defs: { page: { type: 'number' } } },
      },
    };
    const options = { coerce: true, ajv: { schemas: [common] } };
    const input = { page: '2', size: '1.5', sort: 'true' };
    const all = {
      allOf: [{ $ref: common.$id }, { type: 'object', properties: { sort: { type: 'boolean' } } }],
    };
    const value = { page: 2, size: 1.5, sort: true };
    expect(validate(all, input, options)).toEqual({ value });
    expect(validate({ ...common, $id: 'https://example.com/own' }, input, { coerce: true })).toEqual({
      value: { ...value, sort: 'true' },
    });
  });

  test('is off by default', () => {
    expect(validate({ type: 'integer' }, '1')).toHaveProperty('issues');
    expect(validate({ type: 'integer' }, null)).toHaveProperty('issues');
    expect(validate({ type: 'array' }, 'a')).toHaveProperty('issues');
  });
});

describe('unknown keys', () => {
  const person = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      tags: { type: 'object' },
      home: { type: 'object', properties: { city: { type: 'string' } } },
      list: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
    },
  };
  const value = {
    name: 'a',
    admin: true,
    tags: { any: 1 },
    home: { city: 'b', x: 1 },
    list: [{ id: 1, y: 2 }],
  };

  test('are kept by default', () => {
    const result = validate(person, value) as { value: unknown };
    expect(result.value).toBe(value);
  });

  test('are stripped from a copy', () => {
    const before = structuredClone(value);
    expect(validate(person, value, { unknownKeys: 'strip' })).toEqual({
      value: { name: 'a', tags: { any: 1 }, home: { city: 'b' }, list: [{ id: 1 }] },
    });
    expect(value).toEqual(before);
  });

  test.each([
    ['a schema', { properties: { a: {} }, additionalProperties: false }, { a: 1, b: 1 }, { a: 1 }],
    [
      'an inner schema',
      { properties: { a: { type: 'array', items: { properties: {}, additionalProperties: false } } } },
      { a: [{ b: 1 }] },
      { a: [{}] },
    ],
    ['a reference', { $ref: '#/$defs/a', $defs: { a: { additionalProperties: false } } }, { b: 1 }, {}],
    [
      'unevaluatedProperties',
      { allOf: [{ properties: { a: {} } }], properties: { c: {} }, unevaluatedProperties: false },
      { a: 1, b: 1, c: 1 },
      { a: 1, c: 1 },
    ],
    [
      'a pattern',
      { patternProperties: { '^x': {} }, additionalProperties: false },
      { xa: 1, a: 1 },
      { xa: 1 },
    ],
    [
      'unevaluatedProperties alongside an alternative',
      { anyOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      { a: 1, b: 1 },
      undefined,
    ],
    [
      'an alternative',
      { anyOf: [{ properties: { a: {} }, additionalProperties: false }] },
      { a: 1, b: 1 },
      undefined,
    ],
  ])('that %s rejects are stripped first', (_name, schema, input, output) => {
    const before = structuredClone(input);
    const result = validate({ type: 'object', ...schema }, input, { unknownKeys: 'strip' });
    expect((result as { value?: unknown }).value).toEqual(output);
    expect(input).toEqual(before);
    expect(validate({ type: 'object', ...schema }, input)).toHaveProperty('issues');
  });

  test('are stripped when their value is undefined', () => {
    const schema = { type: 'object', properties: { a: { type: 'integer' } } };
    for (const closed of [schema, { ...schema, additionalProperties: false }]) {
      const result = validate(closed, { a: 1, extra: undefined }, { unknownKeys: 'strip' });
      expect(result).toStrictEqual({ value: { a: 1 } });
    }
  });

  test('are rejected with their locations', () => {
    expect(validate(person, value, { unknownKeys: 'reject' })).toEqual({
      issues: ['body.admin', 'body.home.x', 'body.list[0].y'].map((location) => ({
        location,
        message: 'is not allowed',
        keyword: 'additionalProperties',
      })),
    });
  });

  test('are reported until there are maxErrors', () => {
    let reads = 0;
    const item = Object.defineProperty({}, 'x', { enumerable: true, get: () => reads++ });
    const list = Array.from({ length: 100 }, () => item);
    const items = { type: 'object', properties: { id: { type: 'integer' } } };
    const { issues } = validate({ type: 'array', items }, list, { unknownKeys: 'reject', maxErrors: 3 }) as {
      issues: object[];
    };
    expect(issues).toHaveLength(3);
    expect(reads).toBe(3);
  });

  test('include those of a branch that does not match', () => {
    const payment = {
      type: 'object',
      properties: { kind: { type: 'string' } },
      oneOf: [
        { properties: { kind: { const: 'card' }, number: { type: 'string' } } },
        { properties: { kind: { const: 'iban' }, iban: { type: 'string' } } },
      ],
    };
    const card = { kind: 'card', number: '1', iban: 5 };
    expect(validate(payment, card, { unknownKeys: 'strip' })).toEqual({
      value: { kind: 'card', number: '1' },
    });
  });

  test('are found through allOf, references, if and dependentSchemas', () => {
    const schema = {
      type: 'object',
      allOf: [{ $ref: '#/$defs/base' }, { properties: { b: {} } }],
      if: { properties: { b: { const: 1 } }, required: ['b'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { properties: { c: {} } },
      else: { properties: { d: {} } },
      dependentSchemas: { a: { properties: { e: {} } } },
      $defs: { base: { properties: { a: {} } } },
    };
    const all = { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 };
    expect(validate(schema, all, { unknownKeys: 'strip' })).toEqual({ value: { a: 1, b: 1, c: 1, e: 1 } });
    expect(validate(schema, { b: 2, c: 1, d: 1, e: 1 }, { unknownKeys: 'strip' })).toEqual({
      value: { b: 2, d: 1 },
    });
  });

  test('are found through references relative to an $id', () => {
    const schema = {
      $id: 'https://example.com/schemas/root',
      type: 'object',
      properties: {
        pet: { $id: 'pets/pet', type: 'object', properties: { owner: { $ref: 'owner' } } },
        other: { $ref: 'pets/owner#/$defs/name' },
      },
      $defs: {
        owner: {
          $id: 'pets/owner',
          type: 'object',
          properties: { id: {}, name: { $ref: '#/$defs/name' } },
          $defs: { name: { anyOf: [{ type: 'string' }, { properties: { first: {} }, type: 'object' }] } },
        },
      },
    };
    const owner = { id: 1, x: 1, name: { first: 'a', last: 'b' } };
    expect(validate(schema, { pet: { owner }, other: { last: 'b' } }, { unknownKeys: 'strip' })).toEqual({
      value: { pet: { owner: { id: 1, name: { first: 'a' } } }, other: {} },
    });
  });

  test('are kept where the schema has additionalProperties', () => {
    const open = { type: 'object', properties: { a: {} }, additionalProperties: true };
    expect(validate(open, { a: 1, b: 2 }, { unknownKeys: 'reject' })).toEqual({ value: { a: 1, b: 2 } });
    const closed = { ...open, additionalProperties: false };
    expect(validate(closed, { b: 2 }, { unknownKeys: 'strip' })).toEqual({ value: {} });
  });
});

test('a schema is found by its URI and by a different $id, with its declared properties', () => {
  const other = {
    $id: 'https://b.example/y',
    type: 'object',
    properties: { a: { $ref: '#/$defs/n' } },
    $defs: { n: { type: 'integer' } },
  };
  const schemas = { 'https://a.example/x': other, 'https://a.example/none': { type: 'string' } };
  const schema = {
    type: 'object',
    properties: {
      x: { $ref: 'https://a.example/x' },
      y: { $ref: 'https://b.example/y' },
      z: { $ref: 'https://a.example/none' },
    },
  };
  const compiled = compileSchema(schema, { unknownKeys: 'strip', coerce: true, ajv: { schemas } });
  expect(compiled.validate({ x: { a: '1', b: 2 }, y: { a: '2', b: 2 }, z: 'z' })).toEqual({
    value: { x: { a: 1 }, y: { a: 2 }, z: 'z' },
  });
  expect(compiled.validate({ x: { a: 'x' } })).toHaveProperty('issues');
});
