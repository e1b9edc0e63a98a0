/** @module The media type of request bodies. */

import type { SchemaRegistry } from '../schemas/schema-registry.ts';
import type { ScopedSchema } from '../schemas/schema-scope.ts';
import { type SchemaObject, subschemasOf } from '../schemas/subschemas.ts';

/** Returns `multipart/form-data` for a body with files, which JSON cannot carry. */
export function bodyMediaType(body: ScopedSchema | true, registry: SchemaRegistry): string {
  return body !== true && hasFile(body, registry, new Set()) ? 'multipart/form-data' : 'application/json';
}

/** @param seen - schemas visited so far, because they may be recursive */
function hasFile(scoped: ScopedSchema, registry: SchemaRegistry, seen: Set<SchemaObject>): boolean {
  const { schema, scope } = registry.follow(scoped);
  if (seen.has(schema)) return false;
  seen.add(schema);
  if (schema.format === 'binary') return true;
  return Object.entries(schema)
    .filter(([keyword]) => keyword !== '$defs' && keyword !== 'definitions')
    .flatMap(([keyword, value]) => subschemasOf(keyword, value))
    .some(([, inner]) => hasFile(registry.inside(inner, scope), registry, seen));
}
