/**
 * @module Hot: keeps validation linear. Keywords such as `anyOf` and `allOf` can reach the same function and value along several
 * paths, and each schema on the way can double their number: per level of the value, or along a chain of references.
 * `uniqueItems` in ajv compares every pair of items, which takes seconds for a 100 kB body. Results are therefore remembered
 * until the whole value is validated.
 */

import type { ErrorObject, ValidateFunction } from 'ajv';

/** What a validation function produces: its result, its errors, and the properties and items it evaluated. */
interface Outcome {
  readonly isValid: boolean;
  readonly errors: readonly ErrorObject[] | undefined;
  /** The dynamic anchors in effect; with others, the same function may give another result. */
  readonly scope: object | undefined;
  readonly props: unknown;
  readonly items: unknown;
}

type Context = Parameters<ValidateFunction>[1];

/** Calls before results are remembered. For a small value, validating again is faster than remembering. */
const FREE_CALLS = 2_000;

/** Extra calls for each value inside a large one, such as an array. Schemas with a single path to each value stay below it. */
const CALLS_PER_VALUE = 2;

/** Counting stops here. */
const MAX_VALUES = 1_000_000;

/** State of the running validation. */
let calls = 0;
let limit = FREE_CALLS;
let root: unknown;
const remembered: Set<Map<unknown, Outcome>> = new Set();

/**
 * Wraps a function so that long validations remember its results, with at most `errorLimit` errors: each path would double these
 * as well.
 */
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
    // Copies, because the caller appends to the errors and the evaluated properties.
    once.errors = outcome.errors === undefined ? null : [...outcome.errors];
    if (once.evaluated !== undefined) {
      Object.assign(once.evaluated, { props: copyOf(outcome.props), items: outcome.items });
    }
    return outcome.isValid;
  }) as ValidateFunction;
  return once;
}

/** Forgets the results of a validation, because a value may change before it is validated again. */
export function forgetValidation(): void {
  numbers = undefined;
  calls = 0;
  limit = FREE_CALLS;
  root = undefined;
  if (remembered.size === 0) return;
  for (const known of remembered) known.clear();
  remembered.clear();
}

/** Counts the values nested in a value, up to a limit: objects of a response may be circular. */
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

/** The dynamic anchors in effect for a value, if any. */
function scopeOf(context: Context): object | undefined {
  for (const _ in context?.dynamicAnchors) return context?.dynamicAnchors;
  return undefined;
}

/** Errors of equal strings or numbers differ by location. */
function scalarKey(value: unknown, context: Context): string {
  return JSON.stringify([context?.instancePath, typeof value, String(value)]);
}

function copyOf(props: unknown): unknown {
  return typeof props === 'object' ? Object.assign(Object.create(null), props) : props;
}

/** Longest string that may be repeated at each level. */
const MAX_REPEATED = 64;

/**
 * Gives equal objects and arrays the same string. Inside the string of its container, a long string is replaced by a number:
 * a recursive schema applies `uniqueItems` at each level of a value, so the string would be repeated at each level.
 */
class ValueNumbers {
  readonly #byObject: Map<object, string> = new Map();
  readonly #byText: Map<string, string> = new Map();

  /** Gives equal scalars the same key. The first character distinguishes strings, objects and numbers of objects. */
  keyOf(value: unknown): unknown {
    if (typeof value === 'string') return `"${value}`;
    return isObject(value) ? this.#textOfObject(value) : value;
  }

  #textOfObject(value: object): string {
    const known = this.#byObject.get(value);
    if (known !== undefined) return known;
    const text = this.#describe(value);
    if (text.length <= MAX_REPEATED) return text;
    const number = this.#byText.get(text) ?? `#${this.#byText.size}`;
    this.#byText.set(text, number);
    this.#byObject.set(value, number);
    return number;
  }

  /** Returns the same string for equal values, regardless of key order. */
  #describe(value: object): string {
    if (Array.isArray(value)) return `[${value.map((item) => this.#textOf(item)).join()}]`;
    if (value instanceof Date) return `Date ${value.getTime()}`;
    const entries = Object.keys(value)
      .sort()
      .map((name) => `${JSON.stringify(name)}:${this.#textOf(Reflect.get(value, name))}`);
    return `{${entries.join()}}`;
  }

  #textOf(value: unknown): string {
    if (isObject(value)) return this.#textOfObject(value);
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

let numbers: ValueNumbers | undefined;

/** Whether all items are different JSON values. */
export function areUnique(items: readonly unknown[]): boolean {
  if (items.length < 2) return true;
  numbers ??= new ValueNumbers();
  const seen = new Set<unknown>();
  for (const item of items) {
    const key = numbers.keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}
