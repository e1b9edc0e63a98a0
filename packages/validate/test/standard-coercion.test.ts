import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SchemaCompiler } from '../src/compile-schema.ts';
import { compileSchema } from '../src/index.ts';
import type { Encoding } from '../src/options.ts';

function validate(schema: object, value: unknown, encoding: Encoding = 'query'): unknown {
  const place = { location: encoding, encoding, unknownKeys: 'keep', maxErrors: 20 } as const;
  return new SchemaCompiler({}).compile(schema, place, 'schema').validate(value);
}

const tree = z.object({
  at: z.date(),
  get children() {
    return z.array(tree).optional();
  },
});

test.each<[string, object, unknown, unknown]>([
  [
    'a draft 7 tuple',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'array',
      items: [{ type: 'number' }],
      additionalItems: { type: 'boolean' },
    },
    ['1', 'true'],
    [1, true],
  ],
  ['z.coerce.boolean', z.coerce.boolean(), 'false', false],
  ['z.coerce.number', z.coerce.number(), '0x10', 16],
  ['z.stringbool', z.stringbool(), 'no', false],
  ['a string that is transformed', z.string().transform(Number), '5', 5],
  ['z.preprocess', z.preprocess((text) => String(text).split(','), z.array(z.string())), 'a,b', ['a', 'b']],
  ['a union with a string', z.union([z.number(), z.string()]), '5', '5'],
  ['a union without a string', z.union([z.number(), z.boolean()]), 'true', true],
  [
    'a discriminated union',
    z.discriminatedUnion('is', [z.object({ is: z.literal(1), list: z.array(z.int()) })]),
    { is: '1', list: '2' },
    { is: 1, list: [2] },
  ],
  [
    'an intersection',
    z.intersection(z.object({ a: z.number() }), z.object({ b: z.array(z.string()) })),
    { a: '1', b: 'x' },
    { a: 1, b: ['x'] },
  ],
  ['an enum of numbers', z.enum({ A: 1, B: 2 }), '2', 2],
  ['a tuple', z.tuple([z.number(), z.string()]), ['1', '2'], [1, '2']],
  ['a pattern', z.union([z.string().regex(/^a/), z.number()]), '5', 5],
  ['a leap day', z.date(), '2024-02-29T23:00:00-05:00', new Date('2024-03-01T04:00:00Z')],
  ['a pattern that is an error with the `u` flag', z.string().regex(/^\d-\d$/), '1-2', '1-2'],
  [
    'names with a pattern that is an error with the `u` flag',
    z.record(z.string().regex(/^\d-\d$/), z.number()),
    { '1-2': '5' },
    { '1-2': 5 },
  ],
  ['a brand', z.number().brand<'Id'>(), '5', 5],
  ['a default', z.array(z.string()).default(['x']), undefined, ['x']],
  ['a lazy schema', z.lazy(() => z.number()), '5', 5],
  ['a named schema', z.object({ id: z.int().meta({ id: 'Id' }) }), { id: '5' }, { id: 5 }],
  ['a type that metadata overrides', z.string().regex(/^\d+$/).meta({ type: 'integer' }), '5', '5'],
  ['any value', z.any(), '5', '5'],
  ['a custom check', z.custom((value) => value === 'a'), 'a', 'a'],
  ['arktype numbers', type('number[]'), '5', [5]],
  ['an arktype morph', type('string.numeric.parse'), '5', 5],
  ['valibot numbers', v.array(v.number()), '5', [5]],
  ['valibot with a JSON Schema converter', toStandardJsonSchema(v.array(v.number())), '5', [5]],
  ['a valibot transformation', v.pipe(v.string(), v.transform(Number)), '5', 5],
])('%s converts', (_name, schema, text, value) => {
  expect(validate(schema, text)).toMatchObject({ value });
});

test.each([
  ['z.number()', z.number(), 'x'],
  ['z.int()', z.int(), '9007199254740993'],
  ['z.boolean()', z.boolean(), '1'],
  ['z.date()', z.date(), '2026-13-01T00:00:00Z'],
  ['z.date() and a day that does not exist', z.date(), '2026-02-31T00:00:00Z'],
  ['z.date() before the first day of Date', z.date(), '-271821-04-19T23:00:00-05:00'],
  ['z.date() and a day', z.date(), '2026-01-01'],
  ['z.bigint()', z.bigint(), '1.5'],
  ['z.null()', z.null(), 'null'],
])('%s rejects a string of another type', (_name, schema, text) => {
  expect(validate(schema, text)).toHaveProperty('issues');
});

describe('in JSON', () => {
  test('only dates and bigints, which JSON lacks, are converted', () => {
    const at = new Date(0);
    expect(
      validate(z.object({ at: z.date(), n: z.bigint() }), { at: at.toISOString(), n: 5 }, 'json'),
    ).toEqual({
      value: { at, n: 5n },
    });
    expect(validate(tree, { at: at.toISOString(), children: [{ at: at.toISOString() }] }, 'json')).toEqual({
      value: { at, children: [{ at }] },
    });
    expect(validate(z.array(z.number()), 5, 'json')).toHaveProperty('issues');
    expect(
      validate(z.object({ a: z.number(), at: z.date() }), { a: '5', at: at.toISOString() }, 'json'),
    ).toHaveProperty('issues');
    expect(validate(z.union([z.string(), z.date()]), at.toISOString(), 'json')).toEqual({
      value: at.toISOString(),
    });
  });

  test('a value is not changed in place', () => {
    const value = Object.freeze({ at: new Date(0).toISOString() });
    expect(validate(z.object({ at: z.date() }), value, 'json')).toEqual({ value: { at: new Date(0) } });
  });
});

test('a required list that is not sent is empty in a query, a form and headers', () => {
  const schema = z.object({ list: z.array(z.string()) });
  for (const encoding of ['query', 'form', 'headers'] as const)
    expect(validate(schema, {}, encoding)).toEqual({ value: { list: [] } });
  expect(validate(schema, {}, 'json')).toHaveProperty('issues');
  expect(validate(z.object({ list: z.array(z.string()).min(1) }), {})).toHaveProperty('issues');
  expect(validate(z.object({ list: z.array(z.string()).optional() }), {})).toEqual({ value: {} });
  const alternatives = z.union([z.strictObject({ a: z.string() }), z.object({ list: z.array(z.string()) })]);
  expect(validate(alternatives, { a: 'x' })).toEqual({ value: { a: 'x' } });
});

test('headers and params carry arrays in one string', () => {
  const schema = z.object({ list: z.array(z.number()) });
  expect(validate(schema, { list: '1, 2' }, 'headers')).toEqual({ value: { list: [1, 2] } });
  expect(validate(schema, { list: '1,2' }, 'params')).toEqual({ value: { list: [1, 2] } });
  expect(validate(schema, { list: ['1', '2'] }, 'params')).toEqual({ value: { list: [1, 2] } });
  expect(validate(schema, { list: '1,2' }, 'query')).toHaveProperty('issues');
});

test('a single file in a form becomes an array of files', () => {
  const file = new File([], 'a');
  expect(validate(z.object({ files: z.array(z.file()) }), { files: file }, 'form')).toEqual({
    value: { files: [file] },
  });
  expect(
    validate(z.object({ files: z.union([z.file(), z.array(z.file())]) }), { files: file }, 'form'),
  ).toEqual({ value: { files: file } });
  const json = {
    type: 'object',
    properties: { files: { type: 'array', items: { type: 'string', format: 'binary' } } },
  };
  const place = {
    location: 'body',
    encoding: 'form',
    unknownKeys: 'keep',
    hasFiles: true,
    maxErrors: 20,
  } as const;
  expect(new SchemaCompiler({}).compile(json, place, 'schema').validate({ files: file })).toEqual({
    value: { files: [file] },
  });
});

test('a library without a conversion to JSON Schema validates the strings', () => {
  const schema = {
    '~standard': { version: 1, vendor: 'x', validate: (value: unknown) => ({ value }) },
  } as const;
  expect(validate(schema, { a: '5' })).toEqual({ value: { a: '5' } });
});

test('an asynchronous schema gets the converted values', async () => {
  const schema = z.number().refine(async (value) => value > 1);
  expect(await validate(schema, '5')).toEqual({ value: 5 });
  expect(await validate(schema, '1')).toMatchObject({ issues: [{ message: 'Invalid input' }] });
});

test('compileSchema() converts only with the `coerce` option', () => {
  expect(compileSchema(z.date()).validate(new Date(0).toISOString())).toHaveProperty('issues');
  expect(compileSchema(z.number(), { coerce: true }).validate('5')).toEqual({ value: 5 });
});
