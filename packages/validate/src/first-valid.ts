/** @module Validates several values that a request may stand for. */

import type { ValidationResult } from './validation-issue.ts';

type Result<Output> = ValidationResult<Output> | Promise<ValidationResult<Output>>;

/** The result for the first value that is valid, or the issues of the first one. */
export function firstValid<Output>(
  [value, ...others]: readonly unknown[],
  validate: (value: unknown) => Result<Output>,
): Result<Output> {
  const decide = (result: ValidationResult<Output>): Result<Output> => {
    if (result.issues === undefined || others.length === 0) return result;
    const next = firstValid(others, validate);
    return 'then' in next ? next.then((each) => validOf(each, result)) : validOf(next, result);
  };
  const result = validate(value);
  return 'then' in result ? result.then(decide) : decide(result);
}

function validOf<Output>(
  result: ValidationResult<Output>,
  fallback: ValidationResult<Output>,
): ValidationResult<Output> {
  return result.issues === undefined ? result : fallback;
}
