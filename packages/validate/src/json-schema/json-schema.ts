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
  if (prototype === Object.prototype) return { ...value };
  const copy = isBare(prototype) ? new Bare() : Object.create(prototype);
  const source = value as Record<string, unknown>;
  for (const name of Object.keys(source)) setProperty(copy, name, source[name]);
  return copy;
}

/** The last prototype without properties: that of parsed queries and of params. */
let bare: object | null = null;

/** Whether a prototype has nothing to inherit. */
function isBare(prototype: object | null): boolean {
  if (prototype === null || prototype === bare) return true;
  const hasNothing =
    Object.isFrozen(prototype) &&
    Object.getPrototypeOf(prototype) === null &&
    Reflect.ownKeys(prototype).length === 0;
  if (hasNothing) bare = prototype;
  return hasNothing;
}

/** Sets a property of a copy. A plain assignment to `__proto__` would change the prototype. */
export function setProperty(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Objects without inherited properties that V8 keeps in fast mode, unlike those of `Object.create(null)`. */
function BareConstructor(this: object): void {}
BareConstructor.prototype = Object.freeze(Object.create(null));
const Bare = BareConstructor as unknown as new () => Record<string, unknown>;
