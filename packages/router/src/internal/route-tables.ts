/** @module Hot: chooses the table of a method in every lookup. */
import type { MethodTable } from './method-table.ts';

/** The table of each method that has routes of its own, and the one that all others share. */
export class RouteTables<T> {
  /** The methods that have routes of their own, `'*'` among them. */
  readonly methods: readonly string[];
  readonly #tables: ReadonlyMap<string, MethodTable<T>>;
  readonly #others: MethodTable<T>;
  #latest: string;
  #latestTable: MethodTable<T>;

  constructor(tables: ReadonlyMap<string, MethodTable<T>>, others: MethodTable<T>) {
    this.methods = [...tables.keys()];
    this.#tables = tables;
    this.#others = others;
    this.#latest = '*';
    this.#latestTable = others;
  }

  of(method: string): MethodTable<T> {
    // Requests of one method tend to follow each other.
    if (method === this.#latest) return this.#latestTable;
    return this.#change(method);
  }

  #change(method: string): MethodTable<T> {
    this.#latest = method;
    this.#latestTable = this.#tables.get(method) ?? this.#others;
    return this.#latestTable;
  }
}
