/** @module Cold: compiles the schemas of an application. */

import { printValue } from '@nextpress/semantics/options';
import { AjvRegistry } from './json-schema/ajv-registry.ts';
import type { AjvSettings } from './json-schema/ajv-settings.ts';
import { type MakePattern, makeRegExp } from './json-schema/ajv-settings.ts';
import { Coercion, type Encoding } from './json-schema/coercion.ts';
import { CompiledJsonSchema } from './json-schema/compiled-json-schema.ts';
import { type Shape, ShapeBuilder } from './json-schema/declared-shape.ts';
import { withFiles } from './json-schema/file-schemas.ts';
import type { JsonSchemaObject } from './json-schema/json-schema.ts';
import { isSchemaObject } from './json-schema/json-schema.ts';
import { SchemaResolver } from './json-schema/schema-resolver.ts';
import type { UnknownKeys } from './json-schema/shape-pass.ts';
import { standardCoercion } from './standard-coercion.ts';
import { CompiledStandardSchema, isStandardSchema } from './standard-schema.ts';
import type { CompiledSchema } from './validation-issue.ts';

/** How to validate the values of one place. */
export interface PlaceOptions {
  /** The start of the locations in issues, such as `body`. */
  readonly location: string;
  /** How the values arrive, if they come from a request: what is text is converted. */
  readonly encoding?: Encoding;
  readonly unknownKeys: UnknownKeys;
  /**
   * Whether `format: 'binary'` means a file, as in a body of `multipart/form-data`.
   * @defaultValue `false`
   */
  readonly hasFiles?: boolean;
  readonly maxErrors: number;
}

/** Compiles schemas with shared settings, so that schemas can refer to each other. */
export class SchemaCompiler {
  readonly registry: AjvRegistry;
  readonly #makePattern: MakePattern;

  constructor(settings: AjvSettings) {
    this.#makePattern = settings.regExp ?? makeRegExp;
    this.registry = new AjvRegistry(settings);
  }

  /**
   * Compiles a Standard Schema or a JSON Schema.
   *
   * @param what - names the schema in errors, such as `body schema of POST /payments`
   * @throws {Error} when the schema is invalid
   */
  compile(schema: unknown, options: PlaceOptions, what: string): CompiledSchema {
    if (isStandardSchema(schema)) {
      const { location, encoding, maxErrors } = options;
      const coercion = encoding && (() => standardCoercion(schema, encoding));
      return new CompiledStandardSchema(schema, location, maxErrors, coercion);
    }
    return this.#compileJson(schema, what, (object) => {
      return this.#validation(options.hasFiles ? withFiles(object) : object, options);
    });
  }

  /**
   * Finds out what a JSON Schema declares, with those to which it refers.
   *
   * @throws {Error} when the schema is invalid
   */
  shapeOf(schema: unknown, what: string): Shape {
    return this.#compileJson(schema, what, (object) => {
      const resolver = new SchemaResolver(object, this.registry.add(object));
      return new ShapeBuilder(resolver, { isComplete: true, makePattern: this.#makePattern }).build(
        resolver.root,
      );
    });
  }

  #compileJson<Result>(schema: unknown, what: string, compile: (schema: JsonSchemaObject) => Result): Result {
    if (!isSchemaObject(schema)) {
      throw new TypeError(
        `Invalid ${what}: expected a Standard Schema or a JSON Schema object, got ${printValue(schema)}`,
      );
    }
    if (Object.keys(schema).length > 0 && Object.values(schema).every(isStandardSchema)) {
      throw new TypeError(
        `Invalid ${what}: expected a Standard Schema or a JSON Schema object, got an object of schemas: write z.object({ … }), or the same of your library`,
      );
    }
    try {
      return compile(schema);
    } catch (cause) {
      const { message } = cause as Error;
      throw new Error(`Invalid ${what}: ${message}${hintFor(message)}`, { cause });
    }
  }

  #validation(schema: JsonSchemaObject, options: PlaceOptions): CompiledSchema {
    const { encoding = 'json', unknownKeys, maxErrors, location } = options;
    const registered = this.registry.add(schema);
    const resolver = new SchemaResolver(schema, registered);
    const builder = new ShapeBuilder(resolver, {
      isComplete: unknownKeys !== 'keep',
      makePattern: this.#makePattern,
    });
    const needsShape = unknownKeys !== 'keep' || registered.mentionsDefault;
    const shape = needsShape ? builder.build(resolver.root) : undefined;
    return new CompiledJsonSchema({
      registered,
      // In JSON, every value of a JSON Schema has its type.
      coercion:
        encoding === 'json'
          ? undefined
          : new Coercion([schema], {
              encoding,
              resolve: (ref, from) => resolver.target(ref, from),
              makePattern: this.#makePattern,
              findFormat: (name) => registered.findFormat(name),
            }),
      shape: unknownKeys !== 'keep' || builder.hasDefaults ? shape : undefined,
      hasRefusals: builder.hasRefusals,
      unknownKeys,
      root: location,
      maxErrors,
    });
  }
}

/** TypeBox writes tuples as draft 7 does. */
function hintFor(message: string): string {
  if (!message.includes('items must be object,boolean')) return '';
  return '. A list in "items" belongs to draft 7: add $schema: "http://json-schema.org/draft-07/schema#" to the schema';
}
