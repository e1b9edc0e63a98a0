/** @module Cold: prepares JSON Schemas for fast-json-stringify, which sends some values that they do not allow. */

import type { JsonSchema, JsonSchemaObject } from '../json-schema/json-schema.ts';
import { isSchema, isSchemaObject, schemaEntries, schemaList } from '../json-schema/json-schema.ts';

/** Keywords that it does not know. */
const UNKNOWN = [
  'prefixItems',
  'dependencies',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  '$dynamicRef',
];

/** Keywords with schemas for a value or a part of it: one, several by name, or a list. */
const SINGLE = ['items', 'additionalProperties', 'additionalItems', 'if', 'then', 'else'];
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions'];
const LISTED = ['allOf', 'anyOf', 'oneOf'];

/** Whether it sends only what the schema allows. It sends any value where the schema is `false`. */
export function isSerializable(schema: JsonSchema): boolean {
  if (!isSchemaObject(schema)) return schema;
  if (UNKNOWN.some((name) => name in schema) || Array.isArray(schema.items)) return false;
  const singles = SINGLE.filter((name) => !(name.startsWith('additional') && schema[name] === false));
  return [
    ...singles.map((name) => schema[name]).filter(isSchema),
    ...NAMED.flatMap((name) => schemaEntries(schema[name]).map(([, each]) => each)),
    ...LISTED.flatMap((name) => schemaList(schema[name])),
  ].every(isSerializable);
}

/** Adds the types of the values of each `enum`. Without a type it sends any value. */
export function withTypes(schema: JsonSchema): JsonSchema {
  if (!isSchemaObject(schema)) return schema;
  const copy: Record<string, unknown> = { ...schema };
  for (const name of SINGLE) if (isSchema(copy[name])) copy[name] = withTypes(copy[name]);
  for (const name of NAMED) {
    const entries = schemaEntries(copy[name]).map(([key, each]) => [key, withTypes(each)]);
    if (isSchemaObject(copy[name])) copy[name] = Object.fromEntries(entries);
  }
  for (const name of LISTED)
    if (Array.isArray(copy[name])) copy[name] = schemaList(copy[name]).map(withTypes);
  const types = typesOf(schema);
  if (types !== undefined) copy.type = types.length === 1 ? types[0] : types;
  return copy;
}

/** The types of an `enum` of scalars without a type. */
function typesOf({ type, enum: values }: JsonSchemaObject): string[] | undefined {
  if (type !== undefined || !Array.isArray(values)) return undefined;
  const types = new Set<string>(values.map((value) => (value === null ? 'null' : typeof value)));
  return types.has('object') ? undefined : [...types];
}
