/** @module Cold: finds the schemas that a schema refers to. */

import type { RegisteredSchema } from './ajv-registry.ts';
import type { SchemaLookup, SchemaPlace } from './declared-shape.ts';
import { segmentsOf } from './json-pointer.ts';
import type { JsonSchema, JsonSchemaObject } from './json-schema.ts';
import { isSchema } from './json-schema.ts';
import { baseOf, partUri, resolveUri, withoutFragment } from './schema-uri.ts';

/** Resolves references within one schema by their pointers, and all others with ajv. */
export class SchemaResolver implements SchemaLookup {
  readonly root: SchemaPlace;
  readonly #registered: RegisteredSchema;
  /** The schemas with an `$id`, by their URI. */
  readonly #resources: Map<string, SchemaPlace> = new Map();

  constructor(schema: JsonSchemaObject, registered: RegisteredSchema) {
    const base = withoutFragment(registered.uri);
    this.root = { schema, uri: `${base}#`, base };
    this.#registered = registered;
    this.#addResources(this.root, new Set());
    this.#resources.set(base, this.root);
  }

  resolve(ref: string, from: SchemaPlace): SchemaPlace | undefined {
    const uri = resolveUri(ref, from.base);
    const base = withoutFragment(uri);
    const fragment = uri.slice(base.length + 1);
    const resource = this.#resources.get(base);
    if (resource !== undefined && fragment === '') return resource;
    if (resource !== undefined && fragment.startsWith('/')) {
      return followFrom(resource, base, fragment);
    }
    const schema = this.#registered.find(uri)?.schema;
    return isSchema(schema) ? { schema, uri: uri.includes('#') ? uri : `${uri}#`, base } : undefined;
  }

  /** The schema alone, for references in the schema itself. */
  target(ref: string): JsonSchema | undefined {
    return this.resolve(ref, this.root)?.schema;
  }

  test({ schema, uri }: SchemaPlace): ((value: unknown) => boolean) | undefined {
    if (typeof schema === 'boolean') return () => schema;
    const validate = this.#registered.find(uri);
    return validate && ((value) => validate(value) as boolean);
  }

  #addResources({ schema, uri, base }: SchemaPlace, seen: Set<unknown>): void {
    if (typeof schema !== 'object' || seen.has(schema)) return;
    seen.add(schema);
    const inside = baseOf(schema, base);
    if (inside !== base) this.#resources.set(inside, { schema, uri, base });
    for (const [name, content] of Object.entries(schema)) {
      if (typeof content !== 'object' || content === null) continue;
      const place = { schema: content as JsonSchemaObject, uri: partUri(uri, name), base: inside };
      this.#addResources(place, seen);
    }
  }
}

/** Follows a pointer. An `$id` on the way changes what references are relative to. */
function followFrom(resource: SchemaPlace, base: string, pointer: string): SchemaPlace | undefined {
  let schema: unknown = resource.schema;
  let inside = base;
  for (const name of segmentsOf(decodeURIComponent(pointer))) {
    if (schema !== resource.schema && isSchema(schema)) inside = baseOf(schema, inside);
    schema = Object.hasOwn(Object(schema), name) ? Object(schema)[name] : undefined;
  }
  return isSchema(schema) ? { schema, uri: `${resource.uri}${pointer}`, base: inside } : undefined;
}
