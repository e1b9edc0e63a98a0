/**
 * @module Hot: limits how often a value is validated. `anyOf`, `allOf` and the like may lead to the same function and the same value
 * by several ways, and each schema on the way can double their number: with the levels of a value, or with a chain of references.
 */

import type { ErrorObject, ValidateFunction } from 'ajv';

/** What a function leaves behind: its result, its errors, and which properties and items it has evaluated. */
interface Outcome {
  readonly isValid: boolean;
  readonly errors: readonly ErrorObject[] | undefined;
  /** The dynamic anchors, with which the same function may have another outcome. */
  readonly scope: object | undefined;
  readonly props: unknown;
  readonly items: unknown;
}

type Context = Parameters<ValidateFunction>[1];

/** Calls before results are remembered, which takes longer than to validate a small value again. */
const FREE_CALLS = 2_000;

/** Further calls for each value inside a large one, such as a list, which a schema without several ways to a value does not exceed. */
const CALLS_PER_VALUE = 2;

/** More values are not counted. */
const MAX_VALUES = 1_000_000;

/** Of the validation that is running. */
let calls = 0;
let limit = FREE_CALLS;
let root: unknown;
const remembered: Set<Map<unknown, Outcome>> = new Set();

/** Makes a function that remembers its results in long validations, with so many errors: each way would also double these. */
export function validateOnce(validate: ValidateFunction, errorLimit: number): ValidateFunction {
  const known = new Map<unknown, Outcome>();
  const once = ((value, context) => {
    if (calls === 0) root = value;
    if (calls === FREE_CALLS) limit += CALLS_PER_VALUE * countValues(root);
    if (calls < limit) {
      calls++;
      return validate(value, context);
    }
    const key = typeof value === 'object' && value !== null ? value : scalarKey(value, context);
    let outcome = known.get(key);
    if (outcome === undefined || outcome.scope !== scopeOf(context)) {
      const isValid = validate(value, context);
      const { props, items } = once.evaluated ?? {};
      const errors = once.errors?.slice(0, errorLimit);
      outcome = { isValid, errors, props: copyOf(props), items, scope: scopeOf(context) };
      known.set(key, outcome);
      remembered.add(known);
    }
    // The caller adds to the errors and the evaluated properties.
    once.errors = outcome.errors === undefined ? null : [...outcome.errors];
    if (once.evaluated !== undefined) {
      Object.assign(once.evaluated, { props: copyOf(outcome.props), items: outcome.items });
    }
    return outcome.isValid;
  }) as ValidateFunction;
  return once;
}

/** Ends a validation: a value may change before it is validated again. */
export function forgetOutcomes(): void {
  calls = 0;
  limit = FREE_CALLS;
  root = undefined;
  if (remembered.size === 0) return;
  for (const known of remembered) known.clear();
  remembered.clear();
}

/** The number of values in a value, up to a limit: the objects of a response may contain themselves. */
function countValues(root: unknown): number {
  const objects: unknown[] = [];
  let count = 0;
  const add = (value: unknown): void => {
    count++;
    if (typeof value === 'object' && value !== null) objects.push(value);
  };
  add(root);
  while (objects.length > 0 && count < MAX_VALUES) {
    const object = objects.pop() as Readonly<Record<string, unknown>>;
    if (Array.isArray(object)) object.forEach(add);
    // Four times as fast as `Object.values()`.
    else for (const name in object) add(object[name]);
  }
  return count;
}

/** The dynamic anchors around a value, if there are any. */
function scopeOf(context: Context): object | undefined {
  for (const _ in context?.dynamicAnchors) return context?.dynamicAnchors;
  return undefined;
}

/** The errors of equal strings or numbers at two places differ. */
function scalarKey(value: unknown, context: Context): string {
  return JSON.stringify([context?.instancePath, typeof value, String(value)]);
}

function copyOf(props: unknown): unknown {
  return typeof props === 'object' ? Object.assign(Object.create(null), props) : props;
}
