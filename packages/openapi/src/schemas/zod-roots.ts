/** @module Schemas of zod with `.meta({ id })`. Until 4.4 zod defines those inside another schema under their name, but not the whole one. */

import type { SchemaObject } from './subschemas.ts';

/** The form of zod 4.5: the whole schema is also a definition. */
export function nameRoot(schema: object, converted: SchemaObject): SchemaObject {
  const id = converted.id ?? (schema as { meta?(): { id?: unknown } | undefined }).meta?.()?.id;
  if (typeof id !== 'string' || '$ref' in converted) return converted;
  const { $schema, $defs, ...root } = converted;
  const ref = `#/$defs/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return { $schema, $ref: ref, $defs: redirect({ ...Object($defs), [id]: root }, ref) };
}

/** Replaces the references to the whole schema. */
function redirect(value: unknown, ref: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redirect(item, ref));
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    name === '$ref' && each === '#' ? ref : redirect(each, ref),
  ]);
  return Object.fromEntries(entries);
}
