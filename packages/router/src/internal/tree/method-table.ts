/** @module Hot: every lookup of a router ends here. Bench: `npm run bench:micro -- router`. */
import type { RouteMatch } from '../../router-types.ts';
import type { Decode } from '../pattern/matching-options.ts';
import { readParams } from './params.ts';
import type { TreeSearch } from './tree-search.ts';

/** The routes of one method together with those of `'*'`, compiled for lookup. */
export class MethodTable<T> {
  readonly #search: TreeSearch<T>;
  readonly #decode: Decode;

  constructor(search: TreeSearch<T>, decode: Decode) {
    this.#search = search;
    this.#decode = decode;
  }

  find(path: string): RouteMatch<T> | undefined {
    const search = this.#search;
    const leaf = search.run(path);
    if (leaf === undefined) return undefined;
    const { value, pattern } = leaf.route;
    return { value, params: readParams(leaf, path, search.slots, this.#decode), pattern };
  }

  findAll(path: string): RouteMatch<T>[] {
    const found = [...this.#search.runAll(path)].sort((a, b) => a[0].rank - b[0].rank);
    return found.map(([leaf, slots]) => {
      const { value, pattern } = leaf.route;
      return { value, params: readParams(leaf, path, slots, this.#decode), pattern };
    });
  }

  /** Whether a route of this very method matches, rather than one of `'*'`. */
  hasOwnMatch(method: string, path: string): boolean {
    // Listing all matches costs more than finding one, and most paths have none.
    if (this.#search.run(path) === undefined) return false;
    return [...this.#search.runAll(path).keys()].some((leaf) => leaf.route.method === method);
  }
}
