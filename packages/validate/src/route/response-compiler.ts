/** @module Cold: compiles the response schemas of a route. */

import type { ErrorObject } from 'ajv';
import type { AjvSettings } from '../json-schema/ajv-settings.ts';
import { pointerPath } from '../json-schema/json-pointer.ts';
import type { JsonSchemaObject } from '../json-schema/json-schema.ts';
import { printLocation } from '../location.ts';
import { loadPeer } from '../peer.ts';
import type { SchemaCompiler } from '../schema-compiler.ts';
import { isStandardSchema } from '../standard-schema.ts';
import type { CompiledSchema } from '../validation-issue.ts';
import type { ResponseMode } from './response-mode.ts';
import type { Serialize } from './response-serializer.ts';
import { invalidResponse } from './response-serializer.ts';
import { isSerializable, withTypes } from './serializable-schema.ts';

type FastJsonStringify = (schema: object, options: object) => Serialize;

/** Compiles response schemas. */
export class ResponseCompiler {
  readonly #compiler: SchemaCompiler;
  readonly #settings: AjvSettings;
  readonly #mode: ResponseMode;

  constructor(compiler: SchemaCompiler, settings: AjvSettings, mode: ResponseMode) {
    this.#compiler = compiler;
    this.#settings = settings;
    this.#mode = mode;
  }

  /** @param what - names the schema in errors, such as `response schema 200 of GET /payments` */
  compile(schema: object, what: string): Serialize {
    // Also compiled without `check`, so that a mistake is found in every environment.
    const place = { location: 'response', coerce: false, unknownKeys: 'keep', maxErrors: 5 } as const;
    const compiled = this.#compiler.compile(schema, place, what);
    if (isStandardSchema(schema)) return serializeOutput(compiled, what);
    if (!this.#areSerializable(schema)) {
      const strip = { ...place, unknownKeys: 'strip', closesObjects: true } as const;
      const stripping = this.#compiler.compile(schema, strip, what);
      return serializeOutput(stripping, what, plainJson);
    }
    const serialize = this.#stringifier(schema, what);
    if (this.#mode !== 'check') return serialize;
    const { explain } = this.#compiler.registry.add(schema as JsonSchemaObject);
    return (value) => {
      const plain = plainJson(value);
      const check = explain(place.maxErrors);
      if (!check(plain)) reportErrors(check.errors ?? [], plain, what);
      return serialize(value);
    };
  }

  /** Those to which it may refer included. */
  #areSerializable(schema: object): boolean {
    return [schema, ...(this.#settings.schemas ?? [])].every((each) =>
      isSerializable(each as JsonSchemaObject),
    );
  }

  #stringifier(schema: object, what: string): Serialize {
    const build = loadPeer<FastJsonStringify>('fast-json-stringify', 'serialization with JSON Schema');
    const { formats, schemas = [] } = this.#settings;
    const external = Object.fromEntries(schemas.map((other) => [String(other.$id), withTypes(other)]));
    const options = {
      schema: external,
      objectMechanism: 'native',
      ajv: { strict: false, ...(formats === undefined ? undefined : { formats }) },
    };
    try {
      const stringify = build(withTypes(schema as JsonSchemaObject) as object, options);
      return (value) => {
        try {
          return stringify(value);
        } catch (error) {
          throw invalidResponse(what, error instanceof Error ? error.message : String(error), error);
        }
      };
    } catch (cause) {
      throw new Error(`Invalid ${what}: ${(cause as Error).message}`, { cause });
    }
  }
}

/** Serializes what a schema returns, which has no property that the schema does not allow. */
function serializeOutput(
  compiled: CompiledSchema,
  what: string,
  prepare: (value: unknown) => unknown = (value) => value,
): Serialize {
  return (value) => {
    const result = compiled.validate(prepare(value));
    if ('then' in result) {
      result.catch(() => {});
      throw invalidResponse(what, 'asynchronous schemas cannot be used for responses');
    }
    if (result.issues === undefined) return textOf(result.value, what);
    throw invalidResponse(
      what,
      result.issues.map(({ location, message }) => `${location} ${message}`).join(', '),
    );
  };
}

/** Without a text the server would serialize the value that has not been validated. */
function textOf(output: unknown, what: string): string {
  const text = JSON.stringify(output);
  if (text !== undefined) return text;
  throw invalidResponse(what, `response becomes ${typeof output}, which JSON does not have,`);
}

/** The value that a client will read: dates are strings, and `toJSON` has been called. */
function plainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null');
}

/** Properties that are not allowed are stripped, so they are no mismatch. */
function reportErrors(errors: readonly ErrorObject[], value: unknown, what: string): void {
  const [first] = errors.filter(
    ({ keyword }) => keyword !== 'additionalProperties' && keyword !== 'unevaluatedProperties',
  );
  if (first === undefined) return;
  const location = printLocation('response', pointerPath(first.instancePath, value));
  throw invalidResponse(what, `${location} ${first.message ?? 'is invalid'}`);
}
