/** @module Generates JSON Schemas, and values that nearly or fully match them. */

import fc from 'fast-check';

/** A subschema of a generated schema. */
export type GeneratedSchema = boolean | GeneratedObject;

export interface GeneratedObject {
  readonly [keyword: string]: unknown;
}

/** Some are inherited by every object, and some are special in JSON Pointers. */
const NAMES = ['a', 'b', 'c', 'a/b~', '', '__proto__', 'constructor', 'toString'];

const TEXTS = ['', 'a', 'ab', 'abc', '1', 'true', 'é', '😀', 'a\u2028', '2020-02-02'];

const name = fc.constantFrom(...NAMES);
const scalar = fc.constantFrom(...TEXTS, null, true, false, 0, -0, 1, 2, 1.5, -1, 1e21, 2 ** 53);
const size = fc.integer({ min: 0, max: 3 });

function dictionary<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Record<string, Value>> {
  return fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true });
}

/** Copies a value without the prototypes that fast-check gives some objects. */
export function asJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}

/** Any JSON value. */
export const jsonValue: fc.Arbitrary<unknown> = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      scalar,
      fc.array(tie('value'), { maxLength: 3 }),
      dictionary(tie('value')),
    ),
  }))
  .value.map(asJson);

const typeName = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object');

/** Keywords for one type each. */
const textKeywords = fc.oneof(
  fc.record({ minLength: size }),
  fc.record({ maxLength: size }),
  fc.record({ pattern: fc.constantFrom('^a', '^.$', 'b', '^\\p{L}+$', '\\d') }),
  fc.record({ format: fc.constantFrom('date', 'email', 'uuid') }),
);
const numberKeywords = fc.oneof(
  fc.record({ minimum: size }),
  fc.record({ exclusiveMaximum: size }),
  fc.record({ multipleOf: fc.constantFrom(1, 2, 0.5) }),
);

function arrayKeywords(schema: fc.Arbitrary<GeneratedSchema>): fc.Arbitrary<GeneratedObject> {
  return fc.oneof(
    fc.record({ items: schema }),
    fc.record({ uniqueItems: fc.boolean() }),
    fc.record({ minItems: size, maxItems: fc.integer({ min: 1, max: 4 }) }, { requiredKeys: [] }),
    fc.record(
      { prefixItems: fc.array(schema, { minLength: 1, maxLength: 2 }), items: schema },
      { requiredKeys: ['prefixItems'] },
    ),
    fc.record({ contains: schema, minContains: size, maxContains: size }, { requiredKeys: ['contains'] }),
    fc.record(
      { prefixItems: fc.array(schema, { minLength: 1, maxLength: 2 }), unevaluatedItems: schema },
      { requiredKeys: ['unevaluatedItems'] },
    ),
  );
}

function objectKeywords(schema: fc.Arbitrary<GeneratedSchema>): fc.Arbitrary<GeneratedObject> {
  const properties = dictionary(schema);
  const names = fc.uniqueArray(name, { maxLength: 2 });
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record(
        {
          properties,
          required: names,
          additionalProperties: fc.oneof(fc.boolean(), schema),
          patternProperties: fc.record({ '^[ab]': schema }),
        },
        { requiredKeys: ['properties'] },
      ),
    },
    fc.record({ minProperties: size }),
    fc.record({ maxProperties: size }),
    fc.record({ propertyNames: schema }),
    fc.record({ dependentRequired: dictionary(names) }),
    fc.record({ dependentSchemas: properties }),
    fc.record({ properties, unevaluatedProperties: schema }, { requiredKeys: ['unevaluatedProperties'] }),
  );
}

function combinations(schema: fc.Arbitrary<GeneratedSchema>): fc.Arbitrary<GeneratedObject> {
  const branches = fc.array(schema, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    fc.record({ anyOf: branches }),
    fc.record({ oneOf: branches }),
    fc.record({ allOf: branches }),
    fc.record({ not: schema }),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    fc.record({ if: schema, then: schema, else: schema }, { requiredKeys: ['if', 'then'] }),
  );
}

const constants = fc.oneof(
  fc.record({ const: jsonValue }),
  fc.record({ enum: fc.uniqueArray(jsonValue, { minLength: 1, maxLength: 3, selector: JSON.stringify }) }),
);

const inner = fc.letrec<{ schema: GeneratedSchema }>((tie) => {
  const schema = tie('schema');
  const keywords: fc.Arbitrary<GeneratedObject> = fc.oneof(
    textKeywords,
    numberKeywords,
    arrayKeywords(schema),
    objectKeywords(schema),
    combinations(schema),
  );
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.record({ type: typeName }),
      fc.boolean(),
      constants,
      fc.record({ type: fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 }) }),
      { weight: 3, arbitrary: keywords },
      { weight: 3, arbitrary: fc.tuple(keywords, keywords).map(([one, other]) => ({ ...one, ...other })) },
      fc.constantFrom({ $ref: '#/$defs/leaf' }, { $ref: '#/$defs/tree' }),
    ),
  };
}).schema;

const leaf = fc.oneof(
  fc.record({ type: typeName }),
  constants,
  textKeywords,
  objectKeywords(fc.record({ type: typeName })),
);

/** A draft 2020-12 schema with definitions, one of which is recursive. */
export const jsonSchema: fc.Arbitrary<GeneratedObject> = fc
  .record({ root: inner, leaf, other: leaf })
  .map(({ root, leaf, other }) => ({
    ...(typeof root === 'boolean' ? { allOf: [root] } : root),
    $defs: {
      leaf,
      tree: {
        anyOf: [
          other,
          { type: 'object', properties: { a: { $ref: '#/$defs/tree' }, b: { $ref: '#/$defs/leaf' } } },
        ],
      },
    },
  }))
  .map(asJson);

/** Values, many of which match a schema; the others nearly do. */
export function valuesNear(schema: GeneratedObject): fc.Arbitrary<unknown> {
  return near(schema, schema, 4).map(asJson);
}

function near(schema: unknown, root: GeneratedObject, depth: number): fc.Arbitrary<unknown> {
  if (typeof schema !== 'object' || schema === null || depth === 0) return jsonValue;
  const found = directed(schema as GeneratedObject, root, depth - 1);
  return fc.oneof(
    { weight: 1, arbitrary: jsonValue },
    ...found.map((arbitrary) => ({ weight: 3, arbitrary })),
  );
}

/** A source of values for each keyword that constrains them. */
function directed(schema: GeneratedObject, root: GeneratedObject, depth: number): fc.Arbitrary<unknown>[] {
  const child = (value: unknown): fc.Arbitrary<unknown> => near(value, root, depth);
  const { type, $ref, properties, items, prefixItems } = schema;
  const found: fc.Arbitrary<unknown>[] = [];
  for (const keyword of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(schema[keyword])) found.push(...(schema[keyword] as unknown[]).map(child));
  for (const keyword of ['then', 'else']) if (keyword in schema) found.push(child(schema[keyword]));
  if ('const' in schema) found.push(fc.constant(schema.const));
  if (Array.isArray(schema.enum)) found.push(fc.constantFrom(...(schema.enum as unknown[])));
  if (typeof $ref === 'string')
    found.push(child((root.$defs as GeneratedObject)[$ref.slice('#/$defs/'.length)]));
  if (typeof properties === 'object') found.push(nearObject(properties as GeneratedObject, schema, child));
  if (items !== undefined) found.push(fc.array(child(items), { maxLength: 4 }));
  if (Array.isArray(prefixItems)) found.push(fc.tuple(...prefixItems.map(child)));
  if (type === 'integer') found.push(fc.integer({ min: -2, max: 12 }));
  if (type === 'number') found.push(fc.double({ min: -2, max: 4, noNaN: true }));
  if (type === 'string') found.push(fc.constantFrom(...TEXTS));
  if (type === 'boolean') found.push(fc.boolean());
  if (type === 'null') found.push(fc.constant(null));
  return found;
}

function nearObject(
  properties: GeneratedObject,
  { additionalProperties }: GeneratedObject,
  child: (value: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const declared = Object.entries(properties).map(([key, schema]) =>
    fc.oneof(
      { weight: 3, arbitrary: child(schema).map((value) => [[key, value] as const]) },
      fc.constant([]),
    ),
  );
  const others = fc.array(fc.tuple(name, child(additionalProperties)), { maxLength: 1 });
  return fc.tuple(others, ...declared).map((entries) => Object.fromEntries(entries.flat()));
}
