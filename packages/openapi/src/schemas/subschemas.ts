/**
 * @module Finds the keywords that contain schemas, in all drafts of JSON Schema. In other keywords, such as `const`,
 * `enum` and `examples`, objects are data.
 */

/** An object used as a schema. */
export type SchemaObject = Readonly<Record<string, unknown>>;

const SINGLE = new Set([
  ...['additionalItems', 'additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'items', 'not'],
  ...['propertyNames', 'then', 'unevaluatedItems', 'unevaluatedProperties'],
]);
const LIST = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const BY_NAME = new Set([
  ...['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties'],
]);

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the subschemas of a keyword with their keys; an empty list if its value is data. */
export function subschemasOf(
  keyword: string,
  value: unknown,
): (readonly [key: string, schema: SchemaObject])[] {
  if (Array.isArray(value)) {
    return LIST.has(keyword) ? value.flatMap((each, at) => entry(String(at), each)) : [];
  }
  if (!isSchemaObject(value)) return [];
  if (BY_NAME.has(keyword)) return Object.entries(value).flatMap(([name, each]) => entry(name, each));
  return SINGLE.has(keyword) ? [['', value]] : [];
}

/** Replaces the subschemas of a keyword. */
export function mapSubschemas(
  keyword: string,
  value: unknown,
  map: (schema: SchemaObject) => unknown,
): unknown {
  const mapped = (each: unknown): unknown => (isSchemaObject(each) ? map(each) : each);
  if (Array.isArray(value)) return LIST.has(keyword) ? value.map(mapped) : value;
  if (!isSchemaObject(value)) return value;
  if (BY_NAME.has(keyword)) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapped(each)]));
  }
  return SINGLE.has(keyword) ? map(value) : value;
}

function entry(key: string, value: unknown): (readonly [string, SchemaObject])[] {
  return isSchemaObject(value) ? [[key, value]] : [];
}
