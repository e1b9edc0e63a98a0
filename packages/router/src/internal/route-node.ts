import type { Constraint } from './constraint.ts';
import type { Leaf } from './leaf.ts';

/** What a node takes from the path before its children go on. */
export const TEXT = 0;
export const REST = 1;
export const UNTIL = 2;
export const COMPOSITE = 3;
export const WILDCARD = 4;

export type NodeKind = typeof TEXT | typeof REST | typeof UNTIL | typeof COMPOSITE | typeof WILDCARD;

/** A node of the compressed radix tree. All kinds have one shape, so that a search stays monomorphic. */
export class RouteNode<T> {
  readonly kind: NodeKind;
  /** The literal of a text node; what ends an `UNTIL`; what a wildcard must not hold. */
  text: string;
  readonly separators: readonly string[];
  readonly constraints: readonly (Constraint | undefined)[];
  /** Fewest characters of a wildcard. */
  readonly least: number;
  /** Number of captures before this node's own. */
  readonly slot: number;
  /** Children that begin with a literal: their first characters, and the nodes. */
  codes: number[] = [];
  texts: RouteNode<T>[] = [];
  /** Children that capture, the most specific first. */
  captures: RouteNode<T>[] = [];
  /** What matches when the path ends here, best rank first. */
  leaves: Leaf<T>[] = [];
  /** Rank of the first leaf. */
  rank: number = Number.POSITIVE_INFINITY;
  /** Lowest rank here and below. */
  lowest: number = Number.POSITIVE_INFINITY;
  /** Lowest start from which this wildcard has been tried without a better match, in the search under way. */
  triedFrom: number = Number.POSITIVE_INFINITY;

  constructor(
    kind: NodeKind,
    text: string,
    slot: number,
    separators: readonly string[],
    constraints: readonly (Constraint | undefined)[],
    least: number,
  ) {
    this.kind = kind;
    this.text = text;
    this.slot = slot;
    this.separators = separators;
    this.constraints = constraints;
    this.least = least;
  }
}
