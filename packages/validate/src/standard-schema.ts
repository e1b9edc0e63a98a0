/** @module Validates schemas from zod, valibot, arktype and any other library that implements Standard Schema. */

import { type NativeSchemas, standardJsonSchema } from '@nextpress/semantics/standard-json-schema';
import { isThenable } from '@nextpress/semantics/thenable';
import { Coercion } from './json-schema/coercion.ts';
import { SchemaResolver, ShapeBuilder } from './json-schema/shape-builder.ts';
import type { Encoding, PatternTester, SchemaUse } from './options.ts';
import type { StandardIssue, StandardResult, StandardSchema } from './schema-types.ts';
import type { CompiledSchema, ValidationIssue, ValidationResult } from './validation-error.ts';
import {
  createIssue,
  firstValid,
  isStackOverflow,
  printLocation,
  tooDeeplyNested,
} from './validation-error.ts';
import { isZodSchema, ZodValidation } from './zod-validation.ts';

/** Whether a value implements the interface. arktype schemas are functions. */
export function isStandardSchema(schema: unknown): schema is StandardSchema {
  const standard = (Object(schema) as Partial<StandardSchema>)['~standard'];
  return typeof standard?.validate === 'function';
}

/** Validates with the library, and limits the issues it reports. */
export class CompiledStandardSchema<Output> implements CompiledSchema<Output> {
  readonly #validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  readonly #schema: StandardSchema;
  readonly #use: SchemaUse;
  /** Created for the first value, because recursive schemas refer to variables assigned later; `null` if values are not converted. */
  #coercion: Coercion | null | undefined;

  constructor(schema: StandardSchema<unknown, Output>, use: SchemaUse) {
    this.#validate = validateFunction(schema);
    this.#schema = schema;
    this.#use = use;
    if (use.encoding === undefined) this.#coercion = null;
  }

  validate(value: unknown): ValidationResult<Output> | Promise<ValidationResult<Output>> {
    if (this.#coercion === undefined) this.#coercion = coercionOf(this.#schema, this.#use.encoding ?? 'json');
    const converted = this.#coercion === null ? value : this.#coercion.convert(value);
    if (converted === value) return this.#validateOne(value);
    // A library may describe its schema wrongly, for example with `.meta({ type: 'integer' })`.
    return firstValid([converted, value], (each) => this.#validateOne(each));
  }

  #validateOne(value: unknown): ValidationResult<Output> | Promise<ValidationResult<Output>> {
    try {
      const result = this.#validate(value);
      if (isThenable(result)) return this.#wait(result);
      return result.issues === undefined ? result : this.#explain(result.issues);
    } catch (error) {
      if (isStackOverflow(error)) return tooDeeplyNested(this.#use.location);
      throw error;
    }
  }

  async #wait(pending: Promise<StandardResult<Output>>): Promise<ValidationResult<Output>> {
    try {
      const result = await pending;
      return result.issues === undefined ? result : this.#explain(result.issues);
    } catch (error) {
      if (isStackOverflow(error)) return tooDeeplyNested(this.#use.location);
      throw error;
    }
  }

  #explain(issues: readonly StandardIssue[]): ValidationResult<Output> {
    const explained: ValidationIssue[] = [];
    // Not `slice`: arktype returns an Array subclass whose constructor does not accept a length.
    for (let index = 0; index < issues.length && index < this.#use.maxErrors; index++) {
      const issue = issues[index] as StandardIssue;
      const location = printLocation(this.#use.location, pathOf(issue));
      explained.push(createIssue(location, String(issue.message), keywordOf(issue)));
    }
    return { issues: explained };
  }
}

function validateFunction<Output>(
  schema: StandardSchema<unknown, Output>,
): (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>> {
  if (isZodSchema<Output>(schema)) {
    const zod = new ZodValidation(schema);
    return (value) => zod.validate(value);
  }
  const { '~standard': standard } = schema;
  return (value) => standard.validate(value);
}

/** A path does not tell which values are arrays, so every number counts as an index. */
function pathOf({ path = [] }: StandardIssue): PropertyKey[] {
  const keys: PropertyKey[] = [];
  for (let index = 0; index < path.length && index < 100; index++) {
    const part = path[index] as PropertyKey | { readonly key: PropertyKey };
    keys.push(typeof part === 'object' ? part.key : part);
  }
  return keys;
}

/** The interface has no field for the kind of an issue; zod and arktype call it `code`, valibot `type`. */
function keywordOf(issue: StandardIssue): string {
  const { code, type } = issue as { code?: unknown; type?: unknown };
  return ([code, type].find((name) => typeof name === 'string') as string | undefined) ?? 'schema';
}

/** Library types that JSON lacks, by the names that the conversion uses. `z.preprocess` functions receive the string. */
const NATIVES: NativeSchemas = {
  date: { type: 'date' },
  bigint: { type: 'bigint' },
  file: { type: 'file' },
  preprocessed: {},
};

/** The conversion for a schema; `null` if its values are not converted, or if the library cannot produce a JSON Schema. */
function coercionOf(schema: StandardSchema, encoding: Encoding): Coercion | null {
  let json: Record<string, unknown>;
  try {
    json = standardJsonSchema(schema, 'input', NATIVES, [import.meta.url]);
  } catch {
    return null;
  }
  if (encoding === 'json' && !mentionsNative(json)) return null;
  const resolver = new SchemaResolver(json, '', () => undefined);
  const builder = new ShapeBuilder(resolver, { isComplete: false, makePattern: patternOf });
  return new Coercion(builder.build(), encoding);
}

/** A pattern from the library, whose flags are unknown: `\-` is an error with the `u` flag, and `\p{L}` matches letters only with it. */
function patternOf(source: string): PatternTester {
  try {
    return new RegExp(source, 'u');
  } catch {
    return new RegExp(source);
  }
}

function mentionsNative(schema: object): boolean {
  return Object.values(schema).some(
    (value) =>
      value === 'date' ||
      value === 'bigint' ||
      (typeof value === 'object' && value !== null && mentionsNative(value)),
  );
}
