/**
 * @module The keyword `uniqueItems` in linear time. Ajv compares each pair of items, which takes seconds for a body of 100 kB.
 *
 * Equal objects and arrays have the same text. A long text is replaced by a number in the text of what contains it. With a
 * recursive schema the keyword applies at each level of a value, so the numbers are kept until the whole value has been validated.
 */

/** Characters of a text that is repeated at each level. */
const MAX_REPEATED = 64;

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

/** Ends the validation of a value, which may change before it is validated again. */
export function forgetItems(): void {
  numbers = undefined;
}
