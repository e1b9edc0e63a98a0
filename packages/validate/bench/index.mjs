// Validates valid and invalid values, without requests.

import { compileSchema } from '@nextpress/validate';
import { bench } from '@nextpress-internal/bench-kit';
import { Ajv } from 'ajv';
import { z } from 'zod';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100 },
    amount: { type: 'integer', minimum: 1 },
    currency: { type: 'string', enum: ['EUR', 'GBP', 'USD'] },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: { sku: { type: 'string' }, count: { type: 'integer' } },
        required: ['sku', 'count'],
      },
    },
  },
  required: ['name', 'amount', 'currency', 'lines'],
};
const zodSchema = z.object({
  name: z.string().min(1).max(100),
  amount: z.int().min(1),
  currency: z.enum(['EUR', 'GBP', 'USD']),
  lines: z.array(z.object({ sku: z.string(), count: z.int() })),
});

const bySchema = compileSchema(schema);
const byZod = compileSchema(zodSchema);
const ajv = new Ajv({ allErrors: false }).compile(schema);

const accepts = (/** @type {any} */ result) => !('issues' in result);

const variants = {
  '@nextpress/validate': (/** @type {unknown} */ value) => accepts(bySchema.validate(value)),
  ajv: (/** @type {unknown} */ value) => ajv(value),
  '@nextpress/validate, zod': (/** @type {unknown} */ value) => accepts(byZod.validate(value)),
  zod: (/** @type {unknown} */ value) => zodSchema.safeParse(value).success,
};

/** @param {(index: number) => object} change */
const values = (change) =>
  Array.from({ length: 500 }, (_, index) => ({
    name: `Customer ${index}`,
    amount: 1 + index,
    currency: 'EUR',
    lines: Array.from({ length: 3 }, (_, at) => ({ sku: `SKU-${index + at}`, count: 1 + at })),
    ...change(index),
  }));

await bench(import.meta.dirname, {
  measures: 'time to validate a value with three lines',
  notes:
    'Schemas are compiled when routes are registered. For invalid values, the time includes describing the issues, which ajv leaves to the application.',
  functions: {
    'a valid value': { inputs: values(() => ({})), variants },
    'an invalid value': { inputs: values((index) => ({ amount: -index })), variants },
  },
});
