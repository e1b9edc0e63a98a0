/** Defines an enumerable method, as in Express: libraries copy methods with `for … in` and `Object.assign`. */
export function define(prototype: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true, enumerable: true });
}
