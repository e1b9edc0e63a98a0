/** @module Cold: compiles the response schemas of a route. */

import { thrownText } from '@nextpress/semantics/thrown-value';
import type { AjvSettings } from '../json-schema/ajv-settings.ts';
import type { JsonSchemaObject } from '../json-schema/json-schema.ts';
import { loadPeer } from '../peer.ts';
import type { SchemaCompiler } from '../schema-compiler.ts';
import { isStandardSchema } from '../standard-schema.ts';
import type { ResponseMode } from '../validate-options.ts';
import type { CompiledSchema } from '../validation-issue.ts';
import type { Serialize } from './response-checks.ts';
import { checkSent, invalidResponse, plainJson, requireProperties, stringify } from './response-checks.ts';
import { isSerializable, withTypes } from './serializable-schema.ts';

type FastJsonStringify = (schema: object, options: object) => Serialize;

/** How many errors are collected to find a missing property. */
const MAX_ERRORS = 100;

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
      return serializeOutput(stripping, what, (value) => plainJson(value, what));
    }
    const serialize = this.#stringifier(schema, what);
    const { check, explain } = this.#compiler.registry.add(schema as JsonSchemaObject);
    return this.#mode === 'check'
      ? checkSent(serialize, check, () => explain(MAX_ERRORS), what)
      : requireProperties(serialize, () => explain(MAX_ERRORS), what);
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
          throw invalidResponse(what, thrownText(error), error);
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
  const text = stringify(output, what);
  if (text !== undefined) return text;
  throw invalidResponse(what, `response becomes ${typeof output}, which JSON does not have,`);
}
