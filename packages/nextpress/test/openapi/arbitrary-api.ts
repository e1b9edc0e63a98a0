/** @module Generated JSON Schemas, and values that mostly match them. */

import fc from 'fast-check';

export type Schema = Readonly<Record<string, unknown>>;

/** The schemas of one route. */
export interface GeneratedRoute {
  readonly query: Schema | undefined;
  readonly headers: Schema | undefined;
  readonly body: Schema | undefined;
  readonly response: Schema;
}

const scalar: fc.Arbitrary<Schema> = fc.oneof(
  fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: -5, max: 5 }) }),
  fc.record({ type: fc.constant('number'), maximum: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ type: fc.constant('string'), minLength: fc.integer({ min: 0, max: 3 }) }),
  fc.constant({ type: 'boolean' }),
  fc.constant({ enum: ['a', 'b', 'c'] }),
  fc.constant({ type: 'string', pattern: '^[a-c]+$' }),
  fc.constant({ anyOf: [{ type: 'integer' }, { type: 'string', minLength: 2 }] }),
);

const name = fc.constantFrom('a', 'b', 'kind', 'value');

/** An object, with as many of its properties required as its generator says. */
function objectOf(property: fc.Arbitrary<Schema>, others: object = {}): fc.Arbitrary<Schema> {
  return fc
    .tuple(fc.dictionary(name, property, { minKeys: 1, maxKeys: 3, noNullPrototype: true }), fc.boolean())
    .map(([properties, isRequired]) => ({
      type: 'object',
      properties,
      ...(isRequired ? { required: Object.keys(properties) } : {}),
      ...others,
    }));
}

/** Alternatives that a property tells apart, inline or as definitions. */
const union: fc.Arbitrary<Schema> = fc
  .tuple(objectOf(scalar), objectOf(scalar), fc.boolean())
  .map(([one, other, isDefined]) => {
    const [first, second] = [one, other].map((each, at) => ({
      ...each,
      properties: { ...(each.properties as object), kind: { const: at === 0 ? 'one' : 'two' } },
      required: ['kind'],
    }));
    const discriminator = { propertyName: 'kind' };
    return isDefined
      ? {
          oneOf: [{ $ref: '#/$defs/One' }, { $ref: '#/$defs/Two' }],
          discriminator: { ...discriminator, mapping: { one: '#/$defs/One', two: '#/$defs/Two' } },
          $defs: { One: first, Two: second },
        }
      : { oneOf: [first, second], discriminator };
  });

const nested: fc.Arbitrary<Schema> = fc.oneof(
  scalar,
  objectOf(scalar, { additionalProperties: false }),
  fc.record({ type: fc.constant('array'), items: scalar, maxItems: fc.constant(3) }),
  fc.constant({ type: 'string', enum: ['a', 'b'], nullable: true }),
  fc.constant({ type: 'integer', nullable: true }),
);

const body: fc.Arbitrary<Schema> = fc.oneof(
  objectOf(nested),
  objectOf(nested, { type: ['object', 'null'] }),
  objectOf(nested, { nullable: true }),
  union,
  fc.record({ type: fc.constant('array'), items: objectOf(scalar) }),
);

const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });

export const route: fc.Arbitrary<GeneratedRoute> = fc.record({
  query: optional(fc.oneof(objectOf(scalar), union)),
  headers: optional(objectOf(scalar).map(withHeaderNames)),
  body: optional(body),
  response: fc.oneof(objectOf(nested), union),
});

function withHeaderNames(schema: Schema): Schema {
  const rename = (each: string): string => `x-${each}`;
  const entries = Object.entries(schema.properties as object).map(([key, each]) => [rename(key), each]);
  const required = (schema.required as string[] | undefined)?.map(rename);
  return { ...schema, properties: Object.fromEntries(entries), ...(required && { required }) };
}

/** A scalar of JSON that can be sent in a URL and in a header. */
export const scalarValue: fc.Arbitrary<string | number | boolean> = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'one', 'two', 'abc', 'x y', '', 'true', '12'),
  fc.integer({ min: -9, max: 9 }),
  fc.constantFrom(true, false, 1.5),
);

/** Values for a body or a response. */
export const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalarValue,
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'kind', 'value', 'other'), tie('value'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
})).value;

/** Values of a schema of this module; the caller checks whether they are valid. */
export function valueFor(schema: Schema, root: Schema = schema): fc.Arbitrary<unknown> {
  const { $ref, oneOf, anyOf, type, properties, items, enum: values } = schema;
  if (typeof $ref === 'string') {
    const definition = (root.$defs as Record<string, Schema>)[$ref.replace('#/$defs/', '')];
    return valueFor(definition as Schema, root);
  }
  const alternatives = (oneOf ?? anyOf) as Schema[] | undefined;
  if (alternatives !== undefined) return fc.oneof(...alternatives.map((each) => valueFor(each, root)));
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(values)) return fc.constantFrom(...values);
  switch ([type].flat()[0]) {
    case 'object': {
      const entries = Object.entries(properties as Record<string, Schema>);
      const values = Object.fromEntries(entries.map(([key, each]) => [key, valueFor(each, root)]));
      return fc.record(values, {
        requiredKeys: (schema.required as string[] | undefined) ?? [],
        noNullPrototype: true,
      });
    }
    case 'array':
      return fc.array(valueFor(items as Schema, root), { maxLength: 3 });
    case 'integer':
      return fc.integer({ min: 5, max: 20 });
    case 'number':
      return fc.constantFrom(0, -1.5, -3);
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constantFrom('abc', 'cab', 'aaaa');
  }
}
