/** @module Hot: runs first in every lookup. Bench: `node bench/find.mjs`. */
import type { RouteMatch } from '../router-types.ts';
import { foldCode, foldedTextStandsAt } from './same-text.ts';

/**
 * A step in telling apart paths of one length: either the one path that is left, or a position and what
 * follows for each character there. Both kinds have one shape.
 */
export class StaticNode<T> {
  /** The path that is left; it still has to be compared. */
  readonly path: string;
  readonly match: RouteMatch<T> | undefined;
  readonly position: number;
  /** First character code of {@link next}. */
  readonly low: number;
  readonly next: readonly (StaticNode<T> | undefined)[];
  /** What follows for characters with higher codes than {@link next} has places for. */
  readonly others: ReadonlyMap<number, StaticNode<T>> | undefined;

  constructor(
    path: string,
    match: RouteMatch<T> | undefined,
    position: number,
    low: number,
    next: readonly (StaticNode<T> | undefined)[],
    others: ReadonlyMap<number, StaticNode<T>> | undefined,
  ) {
    this.path = path;
    this.match = match;
    this.position = position;
    this.low = low;
    this.next = next;
    this.others = others;
  }
}

/**
 * Paths without captures. The length of a path and a few of its characters leave one candidate, which is
 * compared once; a hash would have to read all of a new string (docs/decisions/0002-static-route-table.md).
 */
export class StaticTable<T> {
  readonly #byLength: readonly (StaticNode<T> | undefined)[];
  readonly #fold: boolean;

  constructor(byLength: readonly (StaticNode<T> | undefined)[], fold: boolean) {
    this.#byLength = byLength;
    this.#fold = fold;
  }

  find(path: string): RouteMatch<T> | undefined {
    const { length } = path;
    if (length >= this.#byLength.length) return undefined;
    let node = this.#byLength[length];
    while (node !== undefined) {
      if (node.match !== undefined) {
        const same = path === node.path || (this.#fold && foldedTextStandsAt(path, node.path, 0));
        return same ? node.match : undefined;
      }
      const code = path.charCodeAt(node.position);
      const index: number = (this.#fold ? foldCode(code) : code) - node.low;
      if (index < 0) return undefined;
      node = index < node.next.length ? node.next[index] : node.others?.get(code);
    }
    return undefined;
  }
}
