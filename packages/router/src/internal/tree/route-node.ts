/** @module The nodes of a compressed radix tree, in which the forms of many patterns share prefixes. */
import type { Constraint } from '../pattern/constraint.ts';
import type { Leaf } from './leaf.ts';

/** What a node consumes of the path before its children. */
export const TEXT = 0;
export const REST = 1;
export const UNTIL = 2;
export const COMPOSITE = 3;
export const WILDCARD = 4;

export type NodeKind = typeof TEXT | typeof REST | typeof UNTIL | typeof COMPOSITE | typeof WILDCARD;

/**
 * Larger than any rank and any path length. A small integer, because V8 would allocate a heap number for every
 * `Infinity` property.
 */
export const UNRANKED = 0x3fff_ffff;

/** Children whose character code is at least this are stored in a map instead of an array. */
export const MAX_ARRAY_CODE = 0x100;

/** How a capturing node reads its value. */
export interface CaptureRule {
  /** The text that ends an `UNTIL`, or that a wildcard must not contain. */
  readonly text: string;
  readonly separators: readonly string[];
  readonly constraints: readonly (Constraint | undefined)[];
  /** Minimum length of a wildcard. */
  readonly least: 0 | 1;
  /** Whether a wildcard is below another, so that a search may reach it more than once. */
  isInner: boolean;
  /** The current search has tried all ends of a wildcard beyond this position, and none led to a better match. */
  triedFrom: number;
  /** The slot for the start of the node's first capture; the next slot is for its end. */
  readonly slot: number;
  /** Sort key among the captures of a parent, lowest first. Equal captures stay in insertion order. */
  readonly specificity: readonly number[];
}

/** Shared by all nodes without children or leaves. It stays empty. */
const NONE: never[] = [];

/** All kinds have one shape, so that a search stays monomorphic. The properties that every search reads come first. */
export class RouteNode<T> {
  /** Whether a search can continue in more ways than one literal and one capture without a constraint. */
  isFork = false;
  /** The children that begin with a literal, by the distance of its first character from {@link low}. */
  texts: (RouteNode<T> | undefined)[] = NONE;
  /** Lowest first character of {@link texts}. */
  low = 0;
  /** First capturing child; the others are its siblings, most specific first. */
  captures: RouteNode<T> | undefined = undefined;
  /**
   * The text that a search compares at this node: all since the last node with captures, or `''` if this one has neither a leaf
   * nor captures. While the tree is built, the text of a step, of which this node ends after {@link length} characters.
   */
  text: string;
  /** The beginning of that text, if it is long: two short slices take less time to compare than one long slice. */
  head = '';
  /** How many characters of the path are between the parent and this node. */
  length: number;
  /** Lowest rank at or below this node. */
  lowest: number = UNRANKED;
  /** Rank of the first leaf. */
  rank: number = UNRANKED;
  /** The first leaf. */
  leaf: Leaf<T> | undefined = undefined;
  /** The slot of {@link rule}. */
  readonly slot: number;
  /** Whether this is a wildcard that nothing follows and no text stops. */
  isTail = false;

  readonly kind: NodeKind;
  sibling: RouteNode<T> | undefined = undefined;
  readonly rule: CaptureRule | undefined;
  /** Leaves that match if the path ends here, best rank first. */
  leaves: Leaf<T>[] = NONE;
  /** The children whose first character is at least {@link MAX_ARRAY_CODE}. */
  others: Map<number, RouteNode<T>> | undefined = undefined;

  constructor(kind: NodeKind, text: string, length: number, rule: CaptureRule | undefined) {
    this.kind = kind;
    this.text = text;
    this.length = length;
    this.rule = rule;
    this.slot = rule === undefined ? 0 : rule.slot;
  }
}

/** Adds a child that begins with a literal while the tree is built, or replaces the one with the same first character. */
export function linkText<T>(parent: RouteNode<T>, child: RouteNode<T>): void {
  const code = child.text.charCodeAt(parent.length);
  if (code >= MAX_ARRAY_CODE) {
    parent.others ??= new Map();
    parent.others.set(code, child);
    return;
  }
  const { texts } = parent;
  if (texts.length === 0) {
    parent.low = code;
    parent.texts = [child];
    return;
  }
  for (; parent.low > code; parent.low--) texts.unshift(undefined);
  while (texts.length <= code - parent.low) texts.push(undefined);
  texts[code - parent.low] = child;
}

/** Lists a node's children, most specific first. */
export function childrenOf<T>(node: RouteNode<T>): readonly RouteNode<T>[] {
  if (node.texts.length === 0 && node.others === undefined && node.captures === undefined) return NONE;
  const children = node.texts.filter((child) => child !== undefined);
  if (node.others !== undefined) children.push(...node.others.values());
  for (let child = node.captures; child !== undefined; child = child.sibling) children.push(child);
  return children;
}
