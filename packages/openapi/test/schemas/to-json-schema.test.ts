import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { toJsonSchema } from '../../src/schemas/to-json-schema.ts';
import { describeRoutes } from '../validated.ts';

const payment = z.object({ amount: z.number().default(1), paidAt: z.coerce.date(), id: z.bigint() });

const same = {
  zod: z.object({ amount: z.number().default(1), paidAt: z.date(), note: z.string().optional() }),
  valibot: v.object({ amount: v.optional(v.number(), 1), paidAt: v.date(), note: v.optional(v.string()) }),
  arktype: type({ amount: 'number = 1', paidAt: 'Date', 'note?': 'string' }),
  'valibot with Standard JSON Schema': toStandardJsonSchema(
    v.object({ amount: v.optional(v.number(), 1), paidAt: v.string(), note: v.optional(v.string()) }),
  ),
};

describe.each(Object.entries(same))('%s', (_library, schema) => {
  test('is converted for input and for output, with dates as strings', () => {
    const input = toJsonSchema(schema, 'input') as { properties: Record<string, object>; required: string[] };
    const output = toJsonSchema(schema, 'output') as typeof input;
    expect(input.required).toEqual(['paidAt']);
    expect(output.required).toContain('paidAt');
    expect(input.properties.amount).toMatchObject({ type: 'number' });
    expect(input.properties.paidAt).toMatchObject({ type: 'string' });
    expect(output.properties.paidAt).toMatchObject({ type: 'string' });
    expect(input.properties.note).toMatchObject({ type: 'string' });
  });
});

test.each(['zod', 'arktype'] as const)(
  'a property with a %s default is required in the output',
  (library) => {
    expect(toJsonSchema(same[library], 'output')).toMatchObject({
      required: expect.arrayContaining(['amount']),
    });
  },
);

test('a bigint becomes an integer, and a type that JSON lacks becomes any value', () => {
  expect(toJsonSchema(payment, 'input')).toMatchObject({ properties: { id: { type: 'integer' } } });
  expect(toJsonSchema(z.object({ a: z.map(z.string(), z.string()) }), 'input')).toMatchObject({
    properties: { a: {} },
  });
});

test('readonly() is not converted to readOnly, which means that requests omit the property', () => {
  const schemas = [
    z
      .object({ a: z.string().readonly(), b: z.array(z.object({ c: z.string() }).readonly()).readonly() })
      .readonly(),
    z.object({ a: z.string().readonly().optional().describe('a'), b: z.string().describe('b').readonly() }),
    v.pipe(v.object({ a: v.pipe(v.string(), v.readonly()) }), v.readonly()),
    type({ a: 'string', b: 'string[]' }).readonly(),
  ];
  for (const schema of schemas) {
    for (const side of ['input', 'output'] as const)
      expect(JSON.stringify(toJsonSchema(schema, side))).not.toContain('readOnly');
  }
  const described = z.object({
    id: z.string().readonly().meta({ readOnly: true }),
    at: z.string().meta({ readOnly: true }),
  });
  expect(toJsonSchema(described, 'input')).toMatchObject({
    properties: { id: { readOnly: true }, at: { readOnly: true } },
  });
});

test('the error names the library if it cannot convert schemas', () => {
  const schema = { '~standard': { version: 1, vendor: 'superstruct', validate: () => ({ value: 1 }) } };
  expect(() => toJsonSchema(schema, 'input')).toThrow(/Standard JSON Schema.*got superstruct/);
});

test('a route whose schema cannot be converted is documented without it', async () => {
  const lazy = { '~standard': { version: 1, vendor: 'x', validate: () => ({ value: 1 }) } };
  const { document, warnings } = await describeRoutes([
    { methods: ['POST'], path: '/x', options: { schema: { body: lazy } } },
  ]);
  expect(document.paths['/x']?.post?.requestBody?.content).toEqual({ 'application/json': { schema: {} } });
  expect(warnings).toEqual([expect.stringMatching(/^POST \/x: The body schema is omitted: .*got x$/)]);
});

test('a named zod schema becomes one component for requests, and another for responses if they differ', async () => {
  const Money = z.object({ amount: z.number().default(1) }).meta({ id: 'Money' });
  const Order = z
    .object({
      price: Money,
      get parts() {
        return z.array(Order);
      },
    })
    .meta({ id: 'Order', title: 'An order' });
  const { document, warnings } = await describeRoutes([
    { methods: ['POST'], path: '/orders', options: { schema: { body: Order, response: { 200: Order } } } },
    {
      methods: ['PUT'],
      path: '/orders',
      options: { schema: { body: z.array(Order), response: { 200: Money } } },
    },
  ]);
  expect(Object.keys(document.components?.schemas ?? {})).toEqual([
    'Order',
    'Money',
    'OrderOutput',
    'MoneyOutput',
    'ValidationProblem',
    'HttpError',
  ]);
  expect(document.paths['/orders']?.put?.requestBody?.content['application/json']?.schema).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Order' },
  });
  expect(warnings).toEqual([]);
});
