import { describe, expect, test } from 'vitest';
import { AjvRegistry } from '../src/json-schema/ajv-registry.ts';

const LIMIT = 5;
const VALUES = 10_000;
const list = Array.from({ length: VALUES }, () => ({ n: 'x' }));
const record = Object.fromEntries(list.map((item, index) => [`key${index}`, item]));
const item = { type: 'object', properties: { n: { type: 'number' } } };

describe('the errors of ajv are limited', () => {
  test.each([
    ['items', { type: 'array', items: item }, list],
    [
      'draft 7 items',
      { $schema: 'http://json-schema.org/draft-07/schema#', type: 'array', items: item },
      list,
    ],
    ['items with a $ref', { type: 'array', items: { $ref: '#/$defs/item' }, $defs: { item } }, list],
    ['items after prefixItems', { type: 'array', prefixItems: [{}], items: item }, list],
    ['unevaluatedItems', { type: 'array', unevaluatedItems: item }, list],
    ['additionalProperties', { type: 'object', additionalProperties: item }, record],
    ['additionalProperties false', { type: 'object', additionalProperties: false }, record],
    [
      'additionalProperties alongside an inherited name',
      { type: 'object', properties: { constructor: true }, additionalProperties: item },
      record,
    ],
    ['patternProperties', { type: 'object', patternProperties: { '^key': item } }, record],
    ['propertyNames', { type: 'object', propertyNames: { maxLength: 3 } }, record],
    ['unevaluatedProperties', { type: 'object', unevaluatedProperties: false }, record],
    [
      'unevaluatedProperties after anyOf',
      { type: 'object', anyOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      record,
    ],
    [
      'a recursive schema',
      { anyOf: [{ type: 'number' }, { type: 'array', items: { $ref: '#' } }] },
      [list, list],
    ],
    [
      'items that require an inherited name',
      { type: 'array', items: { type: 'object', required: ['constructor'] } },
      list,
    ],
  ])('for %s', (_name, schema, value) => {
    const { check, explain } = new AjvRegistry({}).add(schema);
    expect(check(value)).toBe(false);
    const explained = explain(LIMIT);
    expect(explained(value)).toBe(false);
    expect(explained.errors?.length).toBeLessThan(5 * LIMIT);
  });

  test('but not for a small value', () => {
    const { explain } = new AjvRegistry({}).add({ type: 'array', items: item });
    const explained = explain(LIMIT);
    explained(list.slice(0, LIMIT));
    expect(explained.errors).toHaveLength(LIMIT);
  });
});
