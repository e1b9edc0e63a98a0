/** @module Node's own classes, even if a program replaces the globals later. */

export const NativeRequest: typeof Request = originOf(globalThis.Request);
export const NativeResponse: typeof Response = originOf(globalThis.Response);
export const NativeHeaders: typeof Headers = originOf(globalThis.Headers);
export const nativeFetch: typeof fetch = globalThis.fetch;

/** The arguments of `Response` and `Request`, named as in the standard: Node's types do not export them. */
export type BodyInit = NonNullable<ConstructorParameters<typeof Response>[0]>;
export type HeadersInit = NonNullable<ConstructorParameters<typeof Headers>[0]>;
export type RequestInput = ConstructorParameters<typeof Request>[0];

type Class = (abstract new (...args: never) => unknown) & { readonly prototype: object };

/** If a package replaced a global earlier, its class inherits from Node's. */
function originOf<T extends object>(Class: T): T {
  const parent = Object.getPrototypeOf(Class);
  // `Function.prototype` has no prototype. In a context of `node:vm`, such as Jest's, it is that of another realm.
  return Object.hasOwn(parent, 'prototype') ? originOf(parent) : Class;
}

/** Makes a class inherit from a native one. Its members become enumerable, like the native ones. */
export function inheritFrom(native: Class, own: Class): void {
  Object.setPrototypeOf(own.prototype, native.prototype);
  for (const name of Object.getOwnPropertyNames(own.prototype)) {
    if (Object.hasOwn(native.prototype, name) && name !== 'constructor')
      Object.defineProperty(own.prototype, name, { enumerable: true });
  }
}

/** Makes `instanceof` also accept instances of the native class. Subclasses accept only their own. */
export function standFor(native: Class, own: Class): void {
  const hasInstance = Function.prototype[Symbol.hasInstance];
  Object.defineProperty(own, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      return hasInstance.call((this === own ? native : this) as () => void, value);
    },
  });
}
