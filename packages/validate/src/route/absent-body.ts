/** @module Requests without a body, on a route with a schema of the body. */

import type { CompiledSchema, ValidationResult } from '../validation-issue.ts';

type Result = ValidationResult<unknown>;

/**
 * Validates a body that has no bytes. It is valid if the schema accepts what the parser has made of it (`undefined`, or `{}` for an
 * empty JSON body), or no value, or `null`, which is how JSON Schemas say that a body is optional.
 *
 * @returns the issues of the first of these if the schema accepts none
 */
export function validateAbsent(schema: CompiledSchema, parsed: unknown): Result | Promise<Result> {
  return validateFirst(schema, parsed === undefined ? [undefined, null] : [parsed, undefined, null]);
}

function validateFirst(
  schema: CompiledSchema,
  [value, ...others]: readonly unknown[],
): Result | Promise<Result> {
  const decide = (result: Result): Result | Promise<Result> => {
    if (result.issues === undefined || others.length === 0) return result;
    const next = validateFirst(schema, others);
    return 'then' in next ? next.then((each) => validOf(each, result)) : validOf(next, result);
  };
  const result = schema.validate(value);
  return 'then' in result ? result.then(decide) : decide(result);
}

function validOf(result: Result, fallback: Result): Result {
  return result.issues === undefined ? result : fallback;
}
