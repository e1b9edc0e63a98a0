/** @module Hot: one per method; runs once per lookup. */
import type { Params, RouteMatch } from '../router-types.ts';
import { foldAsciiCase } from './fold-case.ts';
import type { Leaf } from './leaf.ts';
import { type Decode, NO_PARAMS, readParams } from './params.ts';
import type { TreeSearch } from './tree-search.ts';

/** What a method table is made of. */
export interface MethodTableParts<T> {
  /** Paths of which only one leaf can be the answer. */
  readonly answers: ReadonlyMap<string, Leaf<T>>;
  /** Every leaf without captures, by the path it matches, the best first. */
  readonly literals: ReadonlyMap<string, readonly Leaf<T>[]>;
  readonly search: TreeSearch<T>;
  readonly caseSensitive: boolean;
  readonly decode: Decode;
}

/** The routes of one method, with those of every method, compiled for lookup. */
export class MethodTable<T> {
  readonly #parts: MethodTableParts<T>;

  constructor(parts: MethodTableParts<T>) {
    this.#parts = parts;
  }

  find(path: string): Leaf<T> | undefined {
    const { answers, caseSensitive, search, decode } = this.#parts;
    const folded = caseSensitive ? path : foldAsciiCase(path);
    const answer = answers.get(folded);
    if (answer !== undefined) return answer;
    const leaf = search.run(folded);
    if (leaf !== undefined) leaf.params = readParams(leaf, path, search.slots, decode);
    return leaf;
  }

  /** Lists every leaf that matches, the best first. */
  leavesFor(path: string): Leaf<T>[] {
    return this.#matches(path).map(([leaf]) => leaf);
  }

  findAll(path: string): RouteMatch<T>[] {
    const { decode } = this.#parts;
    return this.#matches(path).map(([leaf, slots]) => {
      const params: Params = slots === undefined ? NO_PARAMS : readParams(leaf, path, slots, decode);
      return { value: leaf.value, params, pattern: leaf.pattern };
    });
  }

  #matches(path: string): [Leaf<T>, Int32Array | undefined][] {
    const { literals, caseSensitive, search } = this.#parts;
    const folded = caseSensitive ? path : foldAsciiCase(path);
    const captured = new Map<Leaf<T>, Int32Array>();
    search.all = captured;
    search.run(folded);
    search.all = undefined;
    const plain = (literals.get(folded) ?? []).map((leaf): [Leaf<T>, undefined] => [leaf, undefined]);
    return [...plain, ...captured].sort((a, b) => a[0].rank - b[0].rank);
  }
}
