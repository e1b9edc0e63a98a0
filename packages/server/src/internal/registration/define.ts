/** Defines a method that is enumerable, as those of Express are: libraries copy them with `for … in` and `Object.assign`. */
export function define(prototype: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true, enumerable: true });
}
