/** @module Hot: one per method; answers every lookup. Bench: `node bench/find.mjs`. */
import type { RouteMatch } from '../router-types.ts';
import { foldAsciiCase } from './fold-case.ts';
import type { Leaf } from './leaf.ts';
import { type Decode, NO_PARAMS, readParams } from './params.ts';
import type { StaticTable } from './static-table.ts';
import type { TreeSearch } from './tree-search.ts';

/** What a method table is made of. */
export interface MethodTableParts<T> {
  /** Leaves without captures that no better leaf with captures hides. */
  readonly statics: StaticTable<T>;
  /** Leaves with captures. */
  readonly search: TreeSearch<T>;
  /** Every leaf without captures, by the path that it matches; in lower case when case does not matter. */
  readonly literals: ReadonlyMap<string, readonly Leaf<T>[]>;
  readonly fold: boolean;
  readonly decode: Decode;
}

/** The routes of one method together with those of every method, compiled for lookup. */
export class MethodTable<T> {
  readonly #statics: StaticTable<T>;
  readonly #search: TreeSearch<T>;
  readonly #literals: ReadonlyMap<string, readonly Leaf<T>[]>;
  readonly #fold: boolean;
  readonly #decode: Decode;

  constructor(parts: MethodTableParts<T>) {
    this.#statics = parts.statics;
    this.#search = parts.search;
    this.#literals = parts.literals;
    this.#fold = parts.fold;
    this.#decode = parts.decode;
  }

  find(path: string): RouteMatch<T> | undefined {
    const match = this.#statics.find(path);
    return match === undefined ? this.#findDynamic(path) : match;
  }

  #findDynamic(path: string): RouteMatch<T> | undefined {
    const search = this.#search;
    const leaf = search.run(path);
    if (leaf === undefined) return undefined;
    const { match } = leaf;
    match.params = readParams(leaf, path, search.slots, this.#decode);
    return match;
  }

  /** Whether anything matches: what a list of them costs is saved where there is none. */
  matches(path: string): boolean {
    return this.#statics.find(path) !== undefined || this.#search.run(path) !== undefined;
  }

  /** Lists every leaf that matches, the best first, with the starts and ends of its captures. */
  leavesFor(path: string): [Leaf<T>, Int32Array | undefined][] {
    const literals = this.#literals.get(this.#fold ? foldAsciiCase(path) : path) ?? [];
    const leaves: [Leaf<T>, Int32Array | undefined][] = literals.map((leaf) => [leaf, undefined]);
    leaves.push(...this.#search.runAll(path));
    return leaves.sort((a, b) => a[0].rank - b[0].rank);
  }

  findAll(path: string): RouteMatch<T>[] {
    return this.leavesFor(path).map(([leaf, slots]) => {
      const { value, pattern } = leaf.match;
      const params = slots === undefined ? NO_PARAMS : readParams(leaf, path, slots, this.#decode);
      return { value, params, pattern };
    });
  }
}
