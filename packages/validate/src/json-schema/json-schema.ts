/** @module Helpers for JSON Schemas, their URIs and their JSON Pointers (RFC 6901). */

/** A JSON Schema of draft 2020-12 or 7. */
export interface JsonSchemaObject {
  readonly [keyword: string]: unknown;
}

/** A schema may also be `true` or `false`. */
export type JsonSchema = JsonSchemaObject | boolean;

export function isSchemaObject(value: unknown): value is JsonSchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isSchemaObject(value);
}

/** The schemas in a keyword such as `anyOf`. */
export function schemaList(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** The names and schemas in a keyword such as `properties`. */
export function schemaEntries(value: unknown): readonly (readonly [string, JsonSchema])[] {
  if (!isSchemaObject(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]));
}

/** Splits a pointer. Segments are numbers where the value is an array. */
export function pointerPath(pointer: string, root: unknown): PropertyKey[] {
  const path: PropertyKey[] = [];
  let value = root;
  for (const name of segmentsOf(pointer)) {
    path.push(Array.isArray(value) ? Number(name) : name);
    value = Object(value)[name];
  }
  return path;
}

/** The segments of a pointer. */
export function segmentsOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeSegment);
}

function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescapeSegment(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Resolves a reference. A relative base only supports fragments. */
export function resolveUri(ref: string, base: string): string {
  try {
    return new URL(ref, base).href;
  } catch {
    return ref.startsWith('#') ? `${withoutFragment(base)}${ref}` : ref;
  }
}

export function withoutFragment(uri: string): string {
  const [base] = uri.split('#') as [string];
  return base;
}

/** The base URI of a schema's references. */
export function baseOf(schema: JsonSchema, base: string): string {
  const { $id } = Object(schema);
  return typeof $id === 'string' ? withoutFragment(resolveUri($id, base)) : base;
}

/** The URI of a subschema. */
export function partUri(uri: string, ...names: readonly string[]): string {
  return `${uri}${names.map((name) => `/${encodeURIComponent(escapeSegment(name))}`).join('')}`;
}
