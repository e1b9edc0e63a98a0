/**
 * @module Hot: keeps a validation linear. `anyOf`, `allOf` and the like may lead to the same function and the same value by several
 * ways, and each schema on the way can double their number: with the levels of a value, or with a chain of references. `uniqueItems`
 * compares each pair of items in ajv, which takes seconds for a body of 100 kB. What has been found out is kept until the whole value
 * has been validated.
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
export function forgetValidation(): void {
  numbers = undefined;
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

/** Characters of a text that is repeated at each level. */
const MAX_REPEATED = 64;

/**
 * Equal objects and arrays have the same text. A long text is replaced by a number in the text of what contains it: with a recursive
 * schema the keyword applies at each level of a value.
 */
class ValueNumbers {
  readonly #byObject: Map<object, string> = new Map();
  readonly #byText: Map<string, string> = new Map();

  /** The same scalar for equal values of JSON. The first character tells strings, objects and numbers of objects apart. */
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

  /** The same text for equal values, whatever the order of their keys. */
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

/** Whether all items are different values of JSON. */
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
