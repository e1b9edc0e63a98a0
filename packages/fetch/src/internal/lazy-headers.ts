/** @module A request's headers, read from Node's objects until something needs a real `Headers`. */

import type { IncomingMessage } from 'node:http';
import { inspect } from 'node:util';
import { inheritFrom, NativeHeaders } from './native.ts';
import { headersOf } from './request-source.ts';

/** Names that are looked up without Node's validation, which throws for invalid ones. */
const NAME = /^[\w-]+$/;

/**
 * Stands in for the `Headers` of a request. Most handlers read one or two headers, and building them all takes longer
 * than such a handler.
 */
export class LazyHeaders {
  readonly #incoming: IncomingMessage;
  #native: Headers | undefined;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  get(name: string): string | null {
    const value = this.#find(name);
    return value === undefined ? this.native().get(name) : value;
  }

  has(name: string): boolean {
    const value = this.#find(name);
    return value === undefined ? this.native().has(name) : value !== null;
  }

  forEach(callback: (value: string, name: string, headers: Headers) => void, thisArg?: unknown): void {
    for (const [name, value] of this.native()) callback.call(thisArg, value, name, this as never);
  }

  /** Returns Node's object, which owns the headers from now on. */
  native(): Headers {
    this.#native ??= headersOf(this.#incoming);
    return this.#native;
  }

  /** Redirects changes to the headers of a real request. */
  adopt(native: Headers): void {
    this.#native = native;
  }

  /** `null` for a missing header, `undefined` if Node must look it up. */
  #find(name: string): string | null | undefined {
    if (this.#native !== undefined || typeof name !== 'string' || !NAME.test(name)) return undefined;
    const value: unknown = this.#incoming.headers[name.toLowerCase()];
    if (typeof value === 'string') return value;
    return value === undefined ? null : undefined;
  }
}

for (const name of ['append', 'delete', 'set', 'getSetCookie', 'keys', 'values', 'entries'] as const) {
  Object.defineProperty(LazyHeaders.prototype, name, {
    value(this: LazyHeaders, ...args: never[]): unknown {
      return Reflect.apply(NativeHeaders.prototype[name], this.native(), args);
    },
    writable: true,
    configurable: true,
  });
}
Object.defineProperty(LazyHeaders.prototype, Symbol.iterator, {
  value: (LazyHeaders.prototype as unknown as Headers).entries,
  writable: true,
  configurable: true,
});
// Node's own method reads private members.
Object.defineProperty(LazyHeaders.prototype, inspect.custom, {
  value(this: LazyHeaders, _depth: number, options: object): string {
    return inspect(this.native(), options);
  },
});
inheritFrom(NativeHeaders, LazyHeaders);
Reflect.deleteProperty(LazyHeaders.prototype, 'constructor');
