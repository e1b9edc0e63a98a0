import { expect, test } from 'vitest';
import type { JsonSchema } from '../../src/index.ts';
import { SchemaRegistry } from '../../src/schemas/schema-registry.ts';
import type { SchemaObject } from '../../src/schemas/subschemas.ts';

function writeAll(...schemas: SchemaObject[]): {
  written: JsonSchema[];
  components: object;
  warnings: string[];
} {
  const warnings: string[] = [];
  const registry = new SchemaRegistry([], (message) => warnings.push(message));
  const scoped = schemas.map((schema, at) => registry.add(schema, [`Schema${at}`]));
  const written = scoped.map((each) => registry.write(each));
  return { written, components: registry.components(), warnings };
}

test('draft 7 keywords become draft 2020-12 keywords', () => {
  const { written } = writeAll({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'array',
    items: [{ type: 'string' }, { type: 'array', items: [true], additionalItems: false }],
    additionalItems: { type: 'integer', nullable: true },
    contains: {
      dependencies: {
        card: ['number'],
        bank: { required: ['iban'], properties: { iban: { type: 'string' } } },
      },
    },
    const: { items: [1], nullable: true, $ref: '#/unchanged' },
    examples: [{ items: [1], $id: 'unchanged' }],
  });
  expect(written).toEqual([
    {
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'array', prefixItems: [true], items: false }],
      items: { type: ['integer', 'null'] },
      contains: {
        dependentRequired: { card: ['number'] },
        dependentSchemas: { bank: { required: ['iban'], properties: { iban: { type: 'string' } } } },
      },
      const: { items: [1], nullable: true, $ref: '#/unchanged' },
      examples: [{ items: [1], $id: 'unchanged' }],
    },
  ]);
});

test('definitions from all drafts become components, and unreferenced ones are dropped', () => {
  const { written, components } = writeAll({
    definitions: { money: { type: 'integer' }, unused: {} },
    $defs: { name: { type: 'string', $comment: 'dropped' } },
    properties: {
      price: { $ref: '#/definitions/money' },
      name: { $ref: '#/$defs/name', description: 'kept' },
    },
  });
  expect(written).toEqual([
    {
      properties: {
        price: { $ref: '#/components/schemas/money' },
        name: { $ref: '#/components/schemas/name', description: 'kept' },
      },
    },
  ]);
  expect(components).toEqual({ money: { type: 'integer' }, name: { type: 'string' } });
});

test('a schema with $id becomes a component, regardless of which schema references it and in what order', () => {
  const user = {
    $id: 'https://api.example/schemas/user.json',
    type: 'object',
    properties: { boss: { $ref: '#' } },
  };
  const { written, components, warnings } = writeAll(
    { $ref: 'https://api.example/schemas/user.json#/properties/boss' },
    { type: 'array', items: user },
    {
      $id: 'https://api.example/schemas/team.json',
      properties: { members: { items: { $ref: 'user.json' } } },
    },
    structuredClone(user),
  );
  expect(written).toEqual([
    { $ref: '#/components/schemas/user/properties/boss' },
    { type: 'array', items: { $ref: '#/components/schemas/user' } },
    { $ref: '#/components/schemas/team' },
    { $ref: '#/components/schemas/user' },
  ]);
  expect(components).toEqual({
    user: { type: 'object', properties: { boss: { $ref: '#/components/schemas/user' } } },
    team: { properties: { members: { items: { $ref: '#/components/schemas/user' } } } },
  });
  expect(warnings).toEqual([]);
});

test('a schema that references itself or a part of itself becomes a component', () => {
  const { written, components } = writeAll({
    title: 'Node',
    properties: {
      children: { type: 'array', items: { $ref: '#' } },
      next: { $ref: '#/properties/children/items' },
    },
  });
  // The route's schema is also written inline.
  expect(written[0]).toMatchObject({
    properties: { next: { $ref: '#/components/schemas/Schema0/properties/children/items' } },
  });
  expect(components).toEqual({
    Schema0: {
      title: 'Node',
      properties: {
        children: { type: 'array', items: { $ref: '#/components/schemas/Schema0' } },
        next: { $ref: '#/components/schemas/Schema0/properties/children/items' },
      },
    },
  });
});

test('anchors and escaped pointers resolve to their schemas', () => {
  const { written, components, warnings } = writeAll({
    $defs: {
      'a/b c': { $anchor: 'there', type: 'string' },
      list: { $id: '#old', items: [{ type: 'null' }] },
    },
    allOf: [
      { $ref: '#there' },
      { $ref: '#/$defs/a~1b%20c' },
      { $ref: '#old' },
      { $ref: '#/$defs/list/items/0' },
    ],
  });
  expect(written).toEqual([
    {
      allOf: [
        { $ref: '#/components/schemas/a_b_c' },
        { $ref: '#/components/schemas/a_b_c' },
        { $ref: '#/components/schemas/old' },
        { $ref: '#/components/schemas/old/prefixItems/0' },
      ],
    },
  ]);
  expect(components).toEqual({ a_b_c: { type: 'string' }, old: { prefixItems: [{ type: 'null' }] } });
  expect(warnings).toEqual([]);
});

test('a reference to a boolean schema is replaced by the boolean', () => {
  const { written, components } = writeAll({
    definitions: { any: true, none: false },
    properties: { a: { $ref: '#/definitions/any', title: 'A' }, b: { $ref: '#/definitions/none' } },
  });
  expect(written).toEqual([{ properties: { a: { title: 'A' }, b: false } }]);
  expect(components).toEqual({});
});

test('equal definitions share a component, but different ones with the same name do not', () => {
  const withMoney = (money: object, unit: object = {}): SchemaObject => ({
    $defs: { money: { properties: { unit: { $ref: '#/$defs/unit' } }, ...money }, unit },
    $ref: '#/$defs/money',
  });
  const { written } = writeAll(
    withMoney({}),
    withMoney({}),
    withMoney({ title: 'x' }),
    withMoney({}, { type: 'null' }),
  );
  expect(written).toEqual([
    { $ref: '#/components/schemas/money' },
    { $ref: '#/components/schemas/money' },
    { $ref: '#/components/schemas/money2' },
    { $ref: '#/components/schemas/money3' },
  ]);
});

test('two schemas with the same $id but different content are reported', () => {
  const { warnings } = writeAll(
    { $id: 'urn:x:money', type: 'integer' },
    { $id: 'urn:x:money', type: 'string' },
  );
  expect(warnings).toEqual([
    'Duplicate schema $id urn:x:money: expected equal schemas, got different ones. References use the first',
  ]);
});
