/** @module Cold: compiles the schemas of routes and those passed to `compileSchema()`. */

import { printValue } from '@nextpress/semantics/options';
import { AjvRegistry, type RegisteredSchema } from './json-schema/ajv-registry.ts';
import { Coercion } from './json-schema/coercion.ts';
import { CompiledJsonSchema } from './json-schema/compiled-json-schema.ts';
import { withFiles } from './json-schema/file-schemas.ts';
import { isSchemaObject, type JsonSchemaObject } from './json-schema/json-schema.ts';
import type { Shape } from './json-schema/shape.ts';
import { SchemaResolver, ShapeBuilder } from './json-schema/shape-builder.ts';
import {
  type AjvSettings,
  type CompileOptions,
  compileSettings,
  makeRegExp,
  type SchemaUse,
} from './options.ts';
import type { StandardSchema } from './schema-types.ts';
import { CompiledStandardSchema, isStandardSchema } from './standard-schema.ts';
import type { CompiledSchema } from './validation-error.ts';

/** Compiles schemas with shared settings, so that schemas can refer to each other. */
export class SchemaCompiler {
  readonly #settings: AjvSettings;
  readonly #registry: AjvRegistry;

  constructor(settings: AjvSettings) {
    this.#settings = settings;
    this.#registry = new AjvRegistry(settings);
  }

  /**
   * Compiles a Standard Schema or a JSON Schema.
   *
   * @param what - names the schema in errors, such as `body schema of POST /payments`
   * @throws {Error} when the schema is invalid
   */
  compile(schema: unknown, use: SchemaUse, what: string): CompiledSchema {
    if (isStandardSchema(schema)) return new CompiledStandardSchema(schema, use);
    return this.#compileJson(schema, what, (object) =>
      this.#validation(use.hasFiles ? withFiles(object) : object, use),
    );
  }

  /**
   * Reads which properties a JSON Schema declares, following its references.
   *
   * @throws {Error} when the schema is invalid
   */
  shapeOf(schema: unknown, what: string): Shape {
    return this.#compileJson(schema, what, (object) => {
      const builder = this.#builder(object, this.#registry.add(object), true);
      const shape = builder.build();
      builder.findTests();
      return shape;
    });
  }

  #compileJson<Result>(schema: unknown, what: string, compile: (schema: JsonSchemaObject) => Result): Result {
    const expected = `Invalid ${what}: expected a Standard Schema or a JSON Schema object, got`;
    if (!isSchemaObject(schema)) throw new TypeError(`${expected} ${printValue(schema)}`);
    if (Object.keys(schema).length > 0 && Object.values(schema).every(isStandardSchema)) {
      throw new TypeError(
        `${expected} an object of schemas: wrap it in z.object({ … }), or the equivalent of your library`,
      );
    }
    try {
      return compile(schema);
    } catch (cause) {
      const { message } = cause as Error;
      throw new Error(`Invalid ${what}: ${message}${hintFor(message)}`, { cause });
    }
  }

  #validation(schema: JsonSchemaObject, use: SchemaUse): CompiledSchema {
    const { encoding = 'json', unknownKeys } = use;
    const registered = this.#registry.add(schema);
    const builder = this.#builder(schema, registered, unknownKeys !== 'keep');
    const shape = builder.build();
    // In JSON, values already have the types of a JSON Schema, so nothing is converted.
    const coercion = encoding === 'json' ? undefined : new Coercion(shape, encoding);
    const declared = unknownKeys !== 'keep' || builder.hasDefaults ? shape : undefined;
    if (declared !== undefined) builder.findTests();
    return new CompiledJsonSchema(registered, coercion, declared, use);
  }

  #builder(
    schema: JsonSchemaObject,
    { uri, find, findFormat }: RegisteredSchema,
    isComplete: boolean,
  ): ShapeBuilder {
    const { regExp: makePattern = makeRegExp } = this.#settings;
    return new ShapeBuilder(new SchemaResolver(schema, uri, find), { isComplete, makePattern, findFormat });
  }
}

/** TypeBox writes tuples in draft 7 syntax. */
function hintFor(message: string): string {
  if (!message.includes('items must be object,boolean')) return '';
  return '. An array in "items" is draft 7 syntax: add $schema: "http://json-schema.org/draft-07/schema#" to the schema';
}

/** Shared by every schema without ajv options, because creating an ajv instance takes milliseconds. */
let sharedCompiler: SchemaCompiler | undefined;

/**
 * Compiles a Standard Schema (zod, valibot, arktype) or a JSON Schema of draft 2020-12 or 7.
 *
 * @throws {Error} when the schema is invalid
 *
 * @example
 * import { compileSchema } from '@nextpress/validate';
 *
 * const schema = { type: 'object', properties: { page: { type: 'integer' } } };
 * const query = compileSchema(schema, { location: 'query', coerce: true });
 * query.validate({ page: '2' }); // => { value: { page: 2 } }
 * query.validate({ page: 'x' }); // => { issues: [{ location: 'query.page', message: 'must be integer', keyword: 'type' }] }
 */
export function compileSchema<Input, Output>(
  schema: StandardSchema<Input, Output>,
  options?: CompileOptions,
): CompiledSchema<Output>;
export function compileSchema(schema: object, options?: CompileOptions): CompiledSchema;
export function compileSchema(schema: object, options: CompileOptions = {}): CompiledSchema {
  const { coerce, ajv, ...others } = compileSettings(options);
  sharedCompiler ??= new SchemaCompiler({});
  const compiler = options.ajv === undefined ? sharedCompiler : new SchemaCompiler(ajv);
  const use = coerce ? ({ ...others, encoding: 'query' } as const) : others;
  return compiler.compile(schema, use, 'schema of compileSchema()');
}
