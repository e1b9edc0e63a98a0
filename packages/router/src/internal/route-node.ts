import type { Constraint } from './constraint.ts';
import type { Leaf } from './leaf.ts';

/** What a node takes from the path before its children go on. */
export const TEXT = 0;
export const REST = 1;
export const UNTIL = 2;
export const COMPOSITE = 3;
export const WILDCARD = 4;

export type NodeKind = typeof TEXT | typeof REST | typeof UNTIL | typeof COMPOSITE | typeof WILDCARD;

/**
 * More than any rank, and any length of a path. A small integer, for V8 would box an `Infinity` in each
 * field that holds it.
 */
export const UNRANKED = 0x3fff_ffff;

/** What a capturing node captures by. */
export interface CaptureRule {
  /** What ends an `UNTIL`; what a wildcard must not hold. */
  readonly text: string;
  readonly separators: readonly string[];
  readonly constraints: readonly (Constraint | undefined)[];
  /** Fewest characters of a wildcard. */
  readonly least: 0 | 1;
  /** Whether this stands behind a wildcard, so that a search may come here more than once. */
  isInner: boolean;
  /** Where the start and the end of the node's first capture are kept. */
  readonly slot: number;
  /** Sorts the captures of one parent, the lowest first; equals stay in the order in which they were added. */
  readonly specificity: readonly number[];
}

/**
 * A node of the compressed radix tree. All kinds have one shape, so that a search stays monomorphic; what
 * every search reads comes first, in as few cache lines as can be.
 */
export class RouteNode<T> {
  /** Whether more than one way may go on from here, apart from one literal and one plain capture. */
  isFork = false;
  /** The child that begins with a literal, when there is only one. */
  only: RouteNode<T> | undefined = undefined;
  /** The children that begin with a literal, by the distance of its telling character from {@link low}. */
  texts: (RouteNode<T> | undefined)[] = [];
  /** Lowest telling character of {@link texts}. */
  low = 0;
  /** Index of the telling character in those literals: what stands before it they have in common. */
  telling = 0;
  /** First child that captures; the others are its siblings, the more specific before the less. */
  captures: RouteNode<T> | undefined = undefined;
  /** The literal of a text node, and its length. */
  text: string;
  length: number;
  /** Lowest rank here and below. */
  lowest: number = UNRANKED;
  /** Rank of the first leaf. */
  rank: number = UNRANKED;
  /** The first leaf. */
  leaf: Leaf<T> | undefined = undefined;
  /** Where the start and the end of this node's first capture are kept. */
  readonly slot: number;
  /** Whether this is a wildcard that nothing follows and no text stops. */
  isTail = false;

  readonly kind: NodeKind;
  sibling: RouteNode<T> | undefined = undefined;
  readonly rule: CaptureRule | undefined;
  /** The constraint of a node with one capture. */
  readonly constraint: Constraint | undefined;
  /** What matches when the path ends here, best rank first. */
  leaves: Leaf<T>[] = [];
  /** Ends of this wildcard beyond this one have been tried, in the search under way, and led to nothing better. */
  triedFrom: number = UNRANKED;
  /** The children whose telling character has a higher code than {@link texts} has places for. */
  others: Map<number, RouteNode<T>> | undefined = undefined;

  constructor(kind: NodeKind, text: string, rule: CaptureRule | undefined) {
    this.kind = kind;
    this.text = text;
    this.length = text.length;
    this.rule = rule;
    this.slot = rule === undefined ? 0 : rule.slot;
    this.constraint = rule?.constraints.length === 1 ? rule.constraints[0] : undefined;
  }
}
