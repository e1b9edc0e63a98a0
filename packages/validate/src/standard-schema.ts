/** @module Schemas of zod, valibot, arktype and every other library with the Standard Schema interface. */

import { isThenable } from '@nextpress/semantics/thenable';
import { firstValid } from './first-valid.ts';
import type { Coercion } from './json-schema/coercion.ts';
import type { StandardIssue, StandardResult, StandardSchema } from './standard-schema-types.ts';
import type { CompiledSchema, ValidationIssue, ValidationResult } from './validation-issue.ts';
import { createIssue, isStackOverflow, printLocation, tooDeeplyNested } from './validation-issue.ts';
import { isZodSchema, ZodValidation } from './zod-validation.ts';

/** Whether a value has the interface. Schemas of arktype are functions. */
export function isStandardSchema(schema: unknown): schema is StandardSchema {
  const standard = (Object(schema) as Partial<StandardSchema>)['~standard'];
  return typeof standard?.validate === 'function';
}

/** Validates with the library, and limits what it reports. */
export class CompiledStandardSchema<Output> implements CompiledSchema<Output> {
  readonly #validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  readonly #root: string;
  readonly #maxErrors: number;
  #findCoercion: (() => Coercion | undefined) | undefined;
  #coercion: Coercion | undefined;

  /** @param findCoercion - called with the first value, because recursive schemas refer to variables that are assigned later */
  constructor(
    schema: StandardSchema<unknown, Output>,
    root: string,
    maxErrors: number,
    findCoercion?: () => Coercion | undefined,
  ) {
    this.#validate = validateFunction(schema);
    this.#root = root;
    this.#maxErrors = maxErrors;
    this.#findCoercion = findCoercion;
  }

  validate(value: unknown): ValidationResult<Output> | Promise<ValidationResult<Output>> {
    if (this.#findCoercion !== undefined) {
      this.#coercion = this.#findCoercion();
      this.#findCoercion = undefined;
    }
    if (this.#coercion === undefined) return this.#validateOne(value);
    const converted = this.#coercion.convert(value);
    if (converted === value) return this.#validateOne(value);
    // What the library says about its schema may differ from what it accepts, such as with `.meta({ type: 'integer' })`.
    return firstValid([converted, value], (each) => this.#validateOne(each));
  }

  #validateOne(value: unknown): ValidationResult<Output> | Promise<ValidationResult<Output>> {
    try {
      const result = this.#validate(value);
      if (isThenable(result)) return this.#wait(result);
      return result.issues === undefined ? result : this.#explain(result.issues);
    } catch (error) {
      if (isStackOverflow(error)) return tooDeeplyNested(this.#root);
      throw error;
    }
  }

  async #wait(pending: Promise<StandardResult<Output>>): Promise<ValidationResult<Output>> {
    try {
      const result = await pending;
      return result.issues === undefined ? result : this.#explain(result.issues);
    } catch (error) {
      if (isStackOverflow(error)) return tooDeeplyNested(this.#root);
      throw error;
    }
  }

  #explain(issues: readonly StandardIssue[]): ValidationResult<Output> {
    const explained: ValidationIssue[] = [];
    // Not `slice`, because arktype's list is a subclass of Array whose constructor takes no length.
    for (let index = 0; index < issues.length && index < this.#maxErrors; index++) {
      const issue = issues[index] as StandardIssue;
      const location = printLocation(this.#root, pathOf(issue));
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

/** Arrays are not recognizable from a path, so every number is an index. */
function pathOf({ path = [] }: StandardIssue): PropertyKey[] {
  const keys: PropertyKey[] = [];
  for (let index = 0; index < path.length && index < 100; index++) {
    const part = path[index] as PropertyKey | { readonly key: PropertyKey };
    keys.push(typeof part === 'object' ? part.key : part);
  }
  return keys;
}

/** The interface has no name for the kind of an issue; zod and arktype call it `code`, valibot `type`. */
function keywordOf(issue: StandardIssue): string {
  const { code, type } = issue as { code?: unknown; type?: unknown };
  return ([code, type].find((name) => typeof name === 'string') as string | undefined) ?? 'schema';
}
