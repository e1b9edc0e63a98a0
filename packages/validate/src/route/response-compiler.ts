/** @module Cold: compiles the response schemas of a route. */

import { HttpError } from '@nextpress/semantics/http-error';
import { thrownText } from '@nextpress/semantics/thrown-value';
import type { SchemaCompiler } from '../compile-schema.ts';
import type { ResponseMode } from '../options.ts';
import type { StandardSchema } from '../schema-types.ts';
import { isStandardSchema } from '../standard-schema.ts';
import type { CompiledSchema } from '../validation-error.ts';
import { encoded } from '../zod-validation.ts';
import { JsonWriter, plainJson, ShapeMismatch, stringify } from './json-writer.ts';

/** Returns the JSON of a value. */
export type Serialize = (value: unknown) => string;

/** Compiles response schemas. */
export class ResponseCompiler {
  readonly #compiler: SchemaCompiler;
  readonly #mode: ResponseMode;

  constructor(compiler: SchemaCompiler, mode: ResponseMode) {
    this.#compiler = compiler;
    this.#mode = mode;
  }

  /** @param what - names the schema in errors, such as `200 response schema of GET /payments` */
  compile(schema: object, what: string): Serialize {
    const use = { location: 'response', unknownKeys: 'keep', maxErrors: 5 } as const;
    const compiled = this.#compiler.compile(schema, use, what);
    if (isStandardSchema(schema)) {
      return (value) => textOf(outputOfStandard(schema, compiled, value, what), stringify, what);
    }
    const writer = new JsonWriter(this.#compiler.shapeOf(schema, what));
    const serialize: Serialize = (value) => {
      try {
        return textOf(value, (each) => writer.write(each), what);
      } catch (error) {
        throw error instanceof ShapeMismatch ? mismatchOf(compiled, value, what) : error;
      }
    };
    if (this.#mode !== 'check') return serialize;
    return (value) => {
      const text = serialize(value);
      // A valid value stays valid, whatever properties are left out.
      if (!isValid(compiled, value)) outputOf(compiled, JSON.parse(text), what);
      return text;
    };
  }
}

/** Creates the error that explains why a value does not match. */
function mismatchOf(compiled: CompiledSchema, value: unknown, what: string): HttpError {
  try {
    outputOf(compiled, plainJson(value), what);
  } catch (error) {
    return error instanceof HttpError ? error : invalidResponse(what, thrownText(error), error);
  }
  return invalidResponse(what, 'response has a type that the schema does not declare');
}

/** A property without a JSON representation is fine if it is left out. */
function isValid(compiled: CompiledSchema, value: unknown): boolean {
  let plain: unknown;
  try {
    plain = plainJson(value);
  } catch {
    return false;
  }
  const result = compiled.validate(plain);
  return !('then' in result) && result.issues === undefined;
}

/** Returns the output of a schema. Behind a `z.codec`, a handler may have the decoded value, as in `res.json(req.body)`. */
function outputOfStandard(
  schema: StandardSchema,
  compiled: CompiledSchema,
  value: unknown,
  what: string,
): unknown {
  try {
    return outputOf(compiled, value, what);
  } catch (error) {
    const input = encoded(schema, value);
    if (input === undefined) throw error;
    return outputOf(compiled, input.value, what);
  }
}

/** Returns the output of a schema. */
function outputOf(compiled: CompiledSchema, value: unknown, what: string): unknown {
  const result = compiled.validate(value);
  if ('then' in result) {
    result.catch(() => {});
    throw invalidResponse(what, 'asynchronous schemas cannot be used for responses');
  }
  if (result.issues === undefined) return result.value;
  throw invalidResponse(
    what,
    result.issues.map(({ location, message }) => `${location} ${message}`).join(', '),
  );
}

/** Never returns `undefined`: the server would then serialize the original, unvalidated value. */
function textOf(value: unknown, write: (value: unknown) => string | undefined, what: string): string {
  let text: string | undefined;
  try {
    text = write(value);
  } catch (error) {
    if (error instanceof ShapeMismatch) throw error;
    throw invalidResponse(what, thrownText(error), error);
  }
  if (text !== undefined) return text;
  throw invalidResponse(what, `response becomes ${typeof value}, which is not a JSON value`);
}

/** Creates the error for a response that does not match its schema. Its message is for logs, not for clients. */
function invalidResponse(what: string, problem: string, cause?: unknown): HttpError {
  const message = `Response does not match the ${what}: ${problem}`;
  return new HttpError(500, 'ERR_RESPONSE_SCHEMA', message, cause === undefined ? {} : { cause });
}
