import { caseCount } from '@nextpress-internal/test-kit';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDocument } from '../../src/index.ts';

type Schema = Record<string, unknown> | boolean;

/** Names used in schemas and in values, so that they match. */
const name = fc.constantFrom('a', 'b', '$ref', '__proto__', 'items');
/** ajv ignores `__proto__` in `dependencies`, but not in the keywords of draft 2020-12. */
const plainName = fc.constantFrom('a', 'b', 'items');
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, 0, 1, 1.5, '', 'a', 'longer'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

/** The types that most keywords constrain. */
const collection = fc.oneof(
  fc.array(value, { maxLength: 4 }),
  fc.dictionary(name, value, { noNullPrototype: true }),
  value,
);

/** References that every generated schema resolves. */
const ref = fc.constantFrom(
  ...[
    '#',
    '#/definitions/one',
    '#/definitions/a~1b%20c',
    '#anchor',
    'other.json',
    'other.json#/definitions/one',
  ],
  ...['https://api.example/schemas/other.json#/properties/a', '#/definitions/list/items/0'],
);

/** Draft 7 schemas, with keywords that draft 2020-12 renames or redefines. */
const schema = fc.letrec<{ schema: Schema }>((tie) => {
  const inner = tie('schema');
  const byName = fc.dictionary(name, inner, { maxKeys: 2, noNullPrototype: true });
  return {
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.boolean(),
      fc.record({ $ref: ref }),
      fc.record({ type: fc.constantFrom('string', 'integer', 'array', 'object', 'null') }),
      fc.record({ const: value }),
      fc.record({
        enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3, selector: (each) => JSON.stringify(each) }),
      }),
      fc.record({ properties: byName, additionalProperties: inner }),
      fc.record({ items: inner, additionalItems: inner }),
      fc.record({ items: fc.array(inner, { minLength: 1, maxLength: 2 }), additionalItems: inner }),
      fc.record({
        dependencies: fc.dictionary(plainName, fc.oneof(inner, fc.uniqueArray(plainName)), {
          maxKeys: 2,
          noNullPrototype: true,
        }),
      }),
      fc.record({ allOf: fc.array(inner, { minLength: 1, maxLength: 2 }), not: inner }),
      fc.record({ anyOf: fc.array(inner, { minLength: 1, maxLength: 2 }) }),
    ),
  };
}).schema;

/** A schema with the definitions that {@link ref} references, and a second one. */
const schemas = fc
  .tuple(schema, schema, schema, schema, schema)
  .map(([root, one, spaced, listed, other]) => ({
    root: {
      $id: 'https://api.example/schemas/root.json',
      allOf: [root],
      definitions: {
        one,
        'a/b c': spaced,
        anchored: { $id: '#anchor', type: ['string', 'object'] },
        list: { items: [listed] },
      },
    },
    other: {
      $id: 'https://api.example/schemas/other.json',
      properties: { a: other },
      definitions: {
        one: { maxLength: 3 },
        'a/b c': true,
        list: { items: [{ type: 'integer' }] },
        anchored: { $id: '#anchor' },
      },
    },
  }));

const settings = {
  strict: false,
  logger: false,
  validateFormats: false,
  validateSchema: false,
  // When optimizing, ajv drops the declaration of a variable that it still reads if `not` fails before a recursive
  // `$ref`.
  code: { optimize: false },
} as const;

/** The error name for infinite recursion. */
const ENDLESS = 'RangeError';

/** Returns the result of the check, or the name of the error that it throws. */
function outcome(check: (value: unknown) => unknown, of: unknown): unknown {
  try {
    return check(of);
  } catch (error) {
    return (error as Error).name;
  }
}

/** Skips schemas that only reference themselves. */
function compileOrSkip<Check>(compile: () => Check): Check {
  try {
    return compile();
  } catch (error) {
    fc.pre(!(error instanceof RangeError));
    throw error;
  }
}

test('a draft 7 schema and its converted form accept the same values', () => {
  fc.assert(
    fc.property(
      schemas,
      fc.array(collection, { minLength: 10, maxLength: 20 }),
      ({ root, other }, values) => {
        const original = compileOrSkip(() => new Ajv(settings).addSchema(other).compile(root));
        const document = createDocument(
          [{ methods: ['POST'], path: '/', options: { schema: { body: root } } }],
          {
            info: { title: 'x', version: '1' },
            schemas: [other],
            onWarning: (message) => expect.unreachable(message),
          },
        );
        const { schema: written } = document.paths['/']?.post?.requestBody?.content['application/json'] ?? {};
        const { $ref } = written as { $ref: string };
        const ajv = new Ajv2020(settings).addSchema(document, 'openapi');
        const converted = ajv.compile({ $ref: `openapi${$ref}` });
        for (const each of values) {
          const [actual, expected] = [outcome(converted, each), outcome(original, each)];
          // An infinitely recursive schema has no meaning. Whether ajv detects that depends on keyword order.
          if (actual !== ENDLESS && expected !== ENDLESS) expect(actual).toBe(expected);
        }
      },
    ),
    { numRuns: caseCount(250) },
  );
});
