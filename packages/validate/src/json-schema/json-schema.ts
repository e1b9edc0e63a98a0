/** @module Helpers for the objects that JSON Schemas are. */

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

/** A copy of an object with the same prototype. Spread copies `__proto__` as a property. */
export function copyObject(value: object): Record<string, unknown> {
  const prototype = Object.getPrototypeOf(value);
  const copy: Record<string, unknown> = { ...value };
  return prototype === Object.prototype ? copy : Object.setPrototypeOf(copy, prototype);
}

/** Sets a property of a copy. A plain assignment to `__proto__` would change the prototype. */
export function setProperty(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
