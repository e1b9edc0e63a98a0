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

/** Returns the JSON text of a value. */
export type Serialize = (value: unknown) => string;

/** Compiles response schemas. */
export class ResponseCompiler {
  readonly #compiler: SchemaCompiler;
  readonly #mode: ResponseMode;

  constructor(compiler: SchemaCompiler, mode: ResponseMode) {
    this.#compiler = compiler;
    this.#mode = mode;
  }

  /** @param what - names the schema in errors, such as `response schema 200 of GET /payments` */
  compile(schema: object, what: string): Serialize {
    const place = { location: 'response', unknownKeys: 'keep', maxErrors: 5 } as const;
    const compiled = this.#compiler.compile(schema, place, what);
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
      // A value that is valid stays valid, whatever is left out of it.
      if (!isValid(compiled, value)) outputOf(compiled, JSON.parse(text), what);
      return text;
    };
  }
}

/** The error that says what is wrong with a value. */
function mismatchOf(compiled: CompiledSchema, value: unknown, what: string): HttpError {
  try {
    outputOf(compiled, plainJson(value), what);
  } catch (error) {
    return error instanceof HttpError ? error : invalidResponse(what, thrownText(error), error);
  }
  return invalidResponse(what, 'response is of a kind that no schema declares');
}

/** Properties that are left out may be without a text. */
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

/** The output of a schema, of which a handler may have the decoded value: `res.json(req.body)` behind a `z.codec`. */
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

/** The output of a schema. */
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

/** Without a text the server would serialize the value that has not been validated. */
function textOf(value: unknown, write: (value: unknown) => string | undefined, what: string): string {
  let text: string | undefined;
  try {
    text = write(value);
  } catch (error) {
    if (error instanceof ShapeMismatch) throw error;
    throw invalidResponse(what, thrownText(error), error);
  }
  if (text !== undefined) return text;
  throw invalidResponse(what, `response becomes ${typeof value}, which JSON does not have,`);
}

/** The error for a response that does not match its schema. Its message is for logs, not for clients. */
function invalidResponse(what: string, problem: string, cause?: unknown): HttpError {
  const message = `Response does not match its schema: ${problem} in the ${what}`;
  return new HttpError(500, 'ERR_RESPONSE_SCHEMA', message, cause === undefined ? {} : { cause });
}
