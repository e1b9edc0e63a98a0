/** @module Hot: every lookup of a router ends here. Bench: `npm run bench -- router`. */
import type { RouteMatch } from '../../router-types.ts';
import type { Decode } from '../pattern/matching-options.ts';
import type { Leaf, LeafRoute } from './leaf.ts';
import { readParams } from './params.ts';
import type { TreeSearch } from './tree-search.ts';

/** The routes of one method together with those of `'*'`, or all routes, compiled for lookup. */
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
    return this.#matches(path).map(([leaf, slots]) => {
      const { value, pattern } = leaf.route;
      return { value, params: readParams(leaf, path, slots, this.#decode), pattern };
    });
  }

  /** The matching routes without duplicates, best first. */
  routesFor(path: string): LeafRoute<T>[] {
    // Listing all matches costs more than finding one, and most paths have no match.
    if (this.#search.run(path) === undefined) return [];
    const routes: LeafRoute<T>[] = [];
    for (const [{ route }] of this.#matches(path)) if (!routes.includes(route)) routes.push(route);
    return routes;
  }

  #matches(path: string): [Leaf<T>, Int32Array][] {
    return [...this.#search.runAll(path)].sort((a, b) => a[0].rank - b[0].rank);
  }
}
