/** @module Cold: how a family of helpers gets onto a prototype. */

export type Properties = Readonly<Record<PropertyKey, unknown>>;

interface Accessor {
  readonly get: (this: never) => unknown;
  readonly set: (this: never, value: never) => void;
}

/** Helpers that belong together. */
export interface Family {
  /** Methods, and data that nobody has assigned yet, so that reading it never misses. */
  readonly values?: Properties;
  /** Getters. Other code assigns these: the first assignment gives the object a property of its own. */
  readonly accessors?: Readonly<Record<string, (this: never) => unknown>>;
  /** Accessors with a setter of their own. */
  readonly guarded?: Readonly<Record<string, Accessor>>;
}

/** Defines a family, not enumerable and replaceable. */
export function defineFamily(prototype: object, { values = {}, accessors = {}, guarded = {} }: Family): void {
  for (const name of Reflect.ownKeys(values)) {
    Object.defineProperty(prototype, name, { value: values[name], writable: true, configurable: true });
  }
  for (const [name, get] of Object.entries(accessors)) {
    Object.defineProperty(prototype, name, { get, set: ownDataSetter(name), configurable: true });
  }
  for (const [name, accessor] of Object.entries(guarded)) {
    Object.defineProperty(prototype, name, { ...accessor, configurable: true });
  }
}

function ownDataSetter(name: string): (this: object, value: unknown) => void {
  return function setOwn(value) {
    Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
  };
}
