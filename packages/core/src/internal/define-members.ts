/** @module Cold: defines helpers on a prototype. */

export type Properties = Readonly<Record<PropertyKey, unknown>>;

interface Accessor {
  readonly get: (this: never) => unknown;
  readonly set: (this: never, value: never) => void;
}

/** Members of a prototype. They are not enumerable and can be replaced. */
export interface Members {
  /** Methods and initial values. */
  readonly values?: Properties;
  /** Getters. Assigning creates an own property, as middleware expects. */
  readonly getters?: Readonly<Record<string, (this: never) => unknown>>;
  /** Getters with a setter. */
  readonly accessors?: Readonly<Record<string, Accessor>>;
}

export function defineMembers(
  prototype: object,
  { values = {}, getters = {}, accessors = {} }: Members,
): void {
  for (const name of Reflect.ownKeys(values)) {
    Object.defineProperty(prototype, name, { value: values[name], writable: true, configurable: true });
  }
  for (const [name, get] of Object.entries(getters)) {
    Object.defineProperty(prototype, name, { get, set: ownPropertySetter(name), configurable: true });
  }
  for (const [name, accessor] of Object.entries(accessors)) {
    Object.defineProperty(prototype, name, { ...accessor, configurable: true });
  }
}

function ownPropertySetter(name: string): (this: object, value: unknown) => void {
  return function setOwn(value) {
    Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
  };
}
