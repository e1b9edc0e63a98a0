/**
 * @module Hot: validates each object only once. In a recursive schema, `anyOf`, `allOf` and the like may lead to the same function
 * and the same object twice, which would double the time with each level of a value.
 */

import type { ErrorObject, ValidateFunction } from 'ajv';

/** What a function leaves behind: its result, its errors, and which properties and items it has evaluated. */
interface Outcome {
  readonly isValid: boolean;
  readonly errors: readonly ErrorObject[];
  readonly props: unknown;
  readonly items: unknown;
}

/** Of the validation that is running. The same function may have another outcome for other dynamic anchors. */
const outcomes: Map<object | undefined, Map<ValidateFunction, Map<object, Outcome>>> = new Map();

/** Makes a function that validates each object once, and keeps so many errors: each level would also double these. */
export function validateOnce(validate: ValidateFunction, errorLimit: number): ValidateFunction {
  const once = ((value, context) => {
    if (typeof value !== 'object' || value === null) return validate(value, context);
    const known = outcomesOf(once, context?.dynamicAnchors);
    let outcome = known.get(value);
    if (outcome === undefined) {
      const isValid = validate(value, context);
      const { props, items } = once.evaluated ?? {};
      outcome = { isValid, errors: once.errors?.slice(0, errorLimit) ?? [], props: copyOf(props), items };
      known.set(value, outcome);
    }
    // The caller adds to the errors and the evaluated properties.
    once.errors = outcome.errors.length === 0 ? null : [...outcome.errors];
    if (once.evaluated !== undefined) {
      Object.assign(once.evaluated, { props: copyOf(outcome.props), items: outcome.items });
    }
    return outcome.isValid;
  }) as ValidateFunction;
  return once;
}

/** Ends a validation: a value may change before it is validated again. */
export function forgetOutcomes(): void {
  if (outcomes.size > 0) outcomes.clear();
}

function outcomesOf(validate: ValidateFunction, anchors: object = {}): Map<object, Outcome> {
  const scope = Object.keys(anchors).length === 0 ? undefined : anchors;
  const ofScope = outcomes.get(scope) ?? new Map<ValidateFunction, Map<object, Outcome>>();
  outcomes.set(scope, ofScope);
  const known = ofScope.get(validate) ?? new Map<object, Outcome>();
  ofScope.set(validate, known);
  return known;
}

function copyOf(props: unknown): unknown {
  return typeof props === 'object' ? Object.assign(Object.create(null), props) : props;
}
