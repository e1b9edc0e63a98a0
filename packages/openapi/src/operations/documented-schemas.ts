/** @module Replaces library schemas, such as zod's, in hand-written OpenAPI documentation. */

import type { JsonSchema } from '../document-types.ts';
import type { SchemaRegistry } from '../schemas/schema-registry.ts';
import type { ScopedSchema } from '../schemas/schema-scope.ts';
import { isSchemaObject } from '../schemas/subschemas.ts';
import { isStandardSchema, type SchemaSide, toJsonSchema } from '../schemas/to-json-schema.ts';

/** Replaces library schemas with JSON Schemas. */
export class DocumentedSchemas {
  readonly #registry: SchemaRegistry;
  readonly #warn: (message: string) => void;
  /** Converts each schema once, so that it becomes one component. */
  readonly #converted: Record<SchemaSide, WeakMap<object, ScopedSchema | boolean>> = {
    input: new WeakMap(),
    output: new WeakMap(),
  };

  constructor(registry: SchemaRegistry, warn: (message: string) => void) {
    this.#registry = registry;
    this.#warn = warn;
  }

  /** Converts a part of a document; below `responses`, schemas describe their output. */
  write<Part>(part: Part, side: SchemaSide = 'input'): Part {
    return this.#write(part, side) as Part;
  }

  #write(value: unknown, side: SchemaSide): unknown {
    if (isStandardSchema(value)) return this.#writeSchema(value, side);
    if (Array.isArray(value)) return value.map((item) => this.#write(item, side));
    if (!isPlain(value)) return value;
    const entries = Object.entries(value).map(([name, each]) => [
      name,
      this.#write(each, name === 'responses' ? 'output' : side),
    ]);
    return Object.fromEntries(entries);
  }

  #writeSchema(schema: object, side: SchemaSide): JsonSchema {
    try {
      const known = this.#converted[side].get(schema) ?? this.#convert(schema, side);
      this.#converted[side].set(schema, known);
      return typeof known === 'boolean' ? known : this.#registry.write(known);
    } catch (error) {
      this.#warn(`A schema is omitted: ${error instanceof Error ? error.message : String(error)}`);
      return {};
    }
  }

  #convert(schema: object, side: SchemaSide): ScopedSchema | boolean {
    const json = toJsonSchema(schema, side);
    if (!isSchemaObject(json)) return true;
    return this.#registry.add(json, ['Schema'], side === 'input' ? 'Input' : 'Output');
  }
}

/** Class instances may have their own JSON form. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isSchemaObject(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
