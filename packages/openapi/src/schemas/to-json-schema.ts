import {
  type NativeSchemas,
  type SchemaSide,
  standardJsonSchema,
} from '@nextpress/semantics/standard-json-schema';
import type { JsonSchema } from '../document-types.ts';
import type { SchemaObject } from './subschemas.ts';
import { isSchemaObject } from './subschemas.ts';

export type { SchemaSide };

/** How types that JSON lacks are sent. A file is sent as a part of `multipart/form-data`. */
const NATIVES: NativeSchemas = {
  date: { type: 'string', format: 'date-time' },
  bigint: { type: 'integer' },
  file: { type: 'string', format: 'binary' },
};

/** Whether a schema belongs to a library, so that its input and output can differ. */
export function isStandardSchema(
  schema: unknown,
): schema is { readonly '~standard': { readonly vendor: string } } {
  return (
    (typeof schema === 'object' || typeof schema === 'function') && schema !== null && '~standard' in schema
  );
}

/**
 * Converts a schema from any library to JSON Schema.
 *
 * @throws Error if the schema cannot be converted
 */
export function toJsonSchema(schema: unknown, side: SchemaSide): JsonSchema {
  if (!isStandardSchema(schema)) {
    if (isSchemaObject(schema) || typeof schema === 'boolean') return schema;
    throw new TypeError(
      `expected a Standard Schema or a JSON Schema, got ${schema === null ? 'null' : typeof schema}`,
    );
  }
  const converted = standardJsonSchema(schema, side, NATIVES, [import.meta.url]);
  return schema['~standard'].vendor === 'zod' ? nameRoot(schema, converted) : converted;
}

/** Moves a named root schema to `$defs`, where zod 4.5 and later put it. */
export function nameRoot(schema: object, converted: SchemaObject): SchemaObject {
  const id = converted.id ?? (schema as { meta?(): { id?: unknown } | undefined }).meta?.()?.id;
  if (typeof id !== 'string' || '$ref' in converted) return converted;
  const { $schema, $defs, ...root } = converted;
  const ref = `#/$defs/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return { $schema, $ref: ref, $defs: redirect({ ...Object($defs), [id]: root }, ref) };
}

/** Replaces references to the whole schema. */
function redirect(value: unknown, ref: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redirect(item, ref));
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    name === '$ref' && each === '#' ? ref : redirect(each, ref),
  ]);
  return Object.fromEntries(entries);
}
