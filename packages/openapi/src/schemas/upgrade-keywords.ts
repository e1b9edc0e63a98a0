import type { SchemaObject } from './subschemas.ts';

/** Keywords that identify a schema, or its dialect. All schemas of the document use the OpenAPI 3.1 dialect. */
const OMITTED = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$vocabulary',
  '$comment',
  // zod before 4.3 writes schema names here.
  'id',
]);

/**
 * Converts the keywords of one schema, without its subschemas, from draft 7 or OpenAPI 3.0 to draft 2020-12.
 * Definitions are dropped: referenced ones become components.
 */
export function upgradeKeywords(schema: SchemaObject): Record<string, unknown> {
  const entries = Object.entries(schema).filter(
    ([keyword, value]) =>
      !OMITTED.has(keyword) && value !== undefined && keyword !== '$defs' && keyword !== 'definitions',
  );
  const upgraded: Record<string, unknown> = Object.fromEntries(entries);
  upgradeItems(upgraded);
  upgradeDependencies(upgraded);
  upgradeNullable(upgraded);
  return upgraded;
}

/** In draft 7, an array in `items` is today's `prefixItems`, and `additionalItems` is today's `items`. */
function upgradeItems(schema: Record<string, unknown>): void {
  const { items, additionalItems } = schema;
  delete schema.additionalItems;
  if (!Array.isArray(items)) return;
  schema.prefixItems = items;
  delete schema.items;
  if (additionalItems !== undefined) schema.items = additionalItems;
}

function upgradeDependencies(schema: Record<string, unknown>): void {
  const { dependencies } = schema;
  if (typeof dependencies !== 'object' || dependencies === null) return;
  delete schema.dependencies;
  const entries = Object.entries(dependencies);
  const required = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => !Array.isArray(value));
  if (required.length > 0) {
    schema.dependentRequired = { ...Object.fromEntries(required), ...Object(schema.dependentRequired) };
  }
  if (schemas.length > 0) {
    schema.dependentSchemas = { ...Object.fromEntries(schemas), ...Object(schema.dependentSchemas) };
  }
}

/** `nullable` is an OpenAPI 3.0 keyword that ajv supports. It does not add `null` to `enum` and `const`. */
function upgradeNullable(schema: Record<string, unknown>): void {
  const { nullable, type, enum: values = 'const' in schema ? [schema.const] : undefined } = schema;
  delete schema.nullable;
  if (nullable !== true || type === undefined) return;
  if (Array.isArray(values) && !values.includes(null)) return;
  schema.type = [...new Set([type, 'null'].flat())];
}
