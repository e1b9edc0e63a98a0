/** @module Hot: chooses the table of a method in every lookup. */
import type { MethodTable } from './method-table.ts';

/** The table of each method that has routes of its own, and the one that all others share. */
export class RouteTables<T> {
  readonly #methods: readonly string[];
  readonly #tables: readonly MethodTable<T>[];
  readonly #others: MethodTable<T>;

  constructor(methods: readonly string[], tables: readonly MethodTable<T>[], others: MethodTable<T>) {
    this.#methods = methods;
    this.#tables = tables;
    this.#others = others;
  }

  of(method: string): MethodTable<T> {
    const methods = this.#methods;
    // The few methods of an application are found faster by comparing than by hashing.
    for (let i = 0; i < methods.length; i++) {
      if (methods[i] === method) return this.#tables[i] as MethodTable<T>;
    }
    return this.#others;
  }
}
