/** @module Whether an operation's request body is optional. */

import type { SchemaRegistry } from '../schemas/schema-registry.ts';
import type { ScopedSchema } from '../schemas/schema-scope.ts';
import { isSchemaObject, type SchemaObject } from '../schemas/subschemas.ts';
import { isStandardSchema } from '../schemas/to-json-schema.ts';

/** Whether a body schema accepts `undefined` or `null`, which is what validators see when a request has no body. */
export function isOptionalBody(
  source: unknown,
  scoped: ScopedSchema | true,
  registry: SchemaRegistry,
): boolean {
  if (isStandardSchema(source)) return accepts(source, undefined) || accepts(source, null);
  return scoped === true || acceptsNull(scoped, registry, new Set());
}

/** Asks the library itself: JSON Schema cannot express that a whole value is optional. */
function accepts(schema: object, value: unknown): boolean {
  const { validate } = (schema as StandardValidation)['~standard'];
  try {
    const result = validate(value);
    if ('then' in result) result.then(undefined, () => {});
    else return result.issues === undefined;
  } catch {
    // A custom check threw, because it did not expect `undefined`.
  }
  return false;
}

interface StandardValidation {
  readonly '~standard': {
    validate(value: unknown): { readonly issues?: unknown } | PromiseLike<unknown>;
  };
}

function acceptsNull(
  scoped: ScopedSchema,
  registry: SchemaRegistry,
  entered: ReadonlySet<SchemaObject>,
): boolean {
  const { schema, scope } = registry.follow(scoped);
  if (entered.has(schema) || 'not' in schema || 'if' in schema) return false;
  const inside = new Set([...entered, schema]);
  const accepting = (each: unknown): boolean =>
    isSchemaObject(each) ? acceptsNull(registry.inside(each, scope), registry, inside) : each === true;
  const { type, nullable, enum: values, allOf, anyOf, oneOf } = schema;
  return (
    (type === undefined || nullable === true || [type].flat().includes('null')) &&
    (!('const' in schema) || schema.const === null) &&
    (!Array.isArray(values) || values.includes(null)) &&
    (!Array.isArray(allOf) || allOf.every(accepting)) &&
    [anyOf, oneOf].every((list) => !Array.isArray(list) || list.some(accepting))
  );
}
