/** @module Cold: finds the schemas that a schema refers to. */

import type { RegisteredSchema } from './ajv-registry.ts';
import type { SchemaLookup, SchemaPlace } from './declared-shape.ts';
import type { JsonSchema, JsonSchemaObject } from './json-schema.ts';
import {
  baseOf,
  isSchema,
  isSchemaObject,
  partUri,
  resolveUri,
  segmentsOf,
  withoutFragment,
} from './json-schema.ts';

type Registered = Pick<RegisteredSchema, 'uri' | 'find'>;

/** Resolves references within one schema by their pointers, and all others with ajv. */
export class SchemaResolver implements SchemaLookup {
  readonly root: SchemaPlace;
  readonly #registered: Registered;
  /** The schemas with an `$id` or an anchor, by their URI. */
  readonly #resources: Map<string, SchemaPlace> = new Map();
  /** The first schema with each `$dynamicAnchor`, which contains those that refer to it. */
  readonly #dynamicAnchors: Map<string, SchemaPlace> = new Map();
  /** What the references of each schema are relative to. */
  readonly #bases: WeakMap<object, string> = new WeakMap();

  constructor(schema: JsonSchemaObject, registered: Registered) {
    const base = withoutFragment(registered.uri);
    this.root = { schema, uri: `${base}#`, base };
    this.#registered = registered;
    this.#addResources(this.root, new Set());
    this.#resources.set(base, this.root);
    this.#noteBases(schema, base);
  }

  resolve(ref: string, from: SchemaPlace, isDynamic = false): SchemaPlace | undefined {
    const uri = resolveUri(ref, from.base);
    const base = withoutFragment(uri);
    if (!this.#resources.has(base)) this.#addDocument(base);
    const fragment = uri.slice(base.length + 1);
    const outermost = isDynamic ? this.#dynamicAnchors.get(fragment) : undefined;
    if (outermost !== undefined) return outermost;
    const resource = this.#resources.get(fragment.startsWith('/') || fragment === '' ? base : uri);
    if (resource !== undefined) {
      return fragment.startsWith('/') ? followFrom(resource, base, fragment) : resource;
    }
    const schema = this.#registered.find(uri)?.schema;
    return isSchema(schema) ? { schema, uri: uri.includes('#') ? uri : `${uri}#`, base } : undefined;
  }

  /** Adds another schema that is registered. */
  #addDocument(base: string): void {
    const schema = this.#registered.find(base)?.schema;
    if (!isSchemaObject(schema)) return;
    const document = { schema, uri: `${base}#`, base };
    this.#addResources(document, new Set());
    this.#resources.set(base, document);
  }

  /** The schema alone, for a reference of a schema that is part of the root, or that a reference has led to. */
  target(ref: string, from: JsonSchemaObject): JsonSchema | undefined {
    const base = this.#bases.get(from) ?? this.root.base;
    const place = this.resolve(ref, { ...this.root, base });
    if (place !== undefined) this.#noteBases(place.schema, place.base);
    return place?.schema;
  }

  test({ schema, uri }: SchemaPlace): ((value: unknown) => boolean) | undefined {
    if (typeof schema === 'boolean') return () => schema;
    const validate = this.#registered.find(uri);
    return validate && ((value) => validate(value) as boolean);
  }

  #noteBases(schema: unknown, base: string): void {
    if (typeof schema !== 'object' || schema === null || this.#bases.has(schema)) return;
    const inside = baseOf(schema as JsonSchemaObject, base);
    this.#bases.set(schema, inside);
    for (const content of Object.values(schema)) this.#noteBases(content, inside);
  }

  #addResources({ schema, uri, base }: SchemaPlace, seen: Set<unknown>): void {
    if (typeof schema !== 'object' || seen.has(schema)) return;
    seen.add(schema);
    const inside = baseOf(schema, base);
    if (inside !== base) this.#resources.set(inside, { schema, uri, base });
    for (const anchor of [schema.$anchor, schema.$dynamicAnchor]) {
      if (typeof anchor === 'string') this.#resources.set(`${inside}#${anchor}`, { schema, uri, base });
    }
    const { $dynamicAnchor } = schema;
    if (typeof $dynamicAnchor === 'string' && !this.#dynamicAnchors.has($dynamicAnchor)) {
      this.#dynamicAnchors.set($dynamicAnchor, { schema, uri, base });
    }
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
