import { SLASH } from '../ascii.ts';
import type { PatternStep } from '../pattern/pattern-step.ts';
import type { Leaf } from './leaf.ts';
import {
  type CaptureRule,
  COMPOSITE,
  childrenOf,
  linkText,
  MAX_ARRAY_CODE,
  REST,
  RouteNode,
  TEXT,
  UNRANKED,
  UNTIL,
  WILDCARD,
} from './route-node.ts';

type CaptureStep = Exclude<PatternStep, { kind: 'text' }>;

/** A tree under construction. It can be searched after `finishTree`. */
export class TreeBuilder<T> {
  readonly root: RouteNode<T> = new RouteNode<T>(TEXT, '', 0, undefined);
  /** Of the nodes with several capturing children. */
  readonly #captures = new Map<RouteNode<T>, Captures<T>>();

  /** Adds the steps of a form, and its leaf at their end. */
  insert(steps: readonly PatternStep[], leaf: Leaf<T>): void {
    let node = this.root;
    let slot = 0;
    for (const step of steps) {
      if (step.kind === 'text') {
        node = textChild(node, step.text);
      } else {
        node = this.#captureChild(node, step, slot);
        slot += 2 * (step.kind === 'composite' ? step.separators.length : 1);
      }
    }
    if (node.leaves.length === 0) node.leaves = [leaf];
    else node.leaves.push(leaf);
  }

  #captureChild(parent: RouteNode<T>, step: CaptureStep, slot: number): RouteNode<T> {
    const child = captureNode<T>(step, slot);
    const { captures: first } = parent;
    if (first === undefined) {
      parent.captures = child;
      return child;
    }
    const key = captureKey(child);
    if (first.sibling === undefined && captureKey(first) === key) return first;
    const captures = this.#capturesOf(parent, first);
    const existing = captures.byKey.get(key);
    if (existing !== undefined) return existing;
    linkCapture(captures, parent, child);
    captures.byKey.set(key, child);
    return child;
  }

  #capturesOf(node: RouteNode<T>, first: RouteNode<T>): Captures<T> {
    const existing = this.#captures.get(node);
    if (existing !== undefined) return existing;
    const captures: Captures<T> = { byKey: new Map([[captureKey(first), first]]), ordered: [first] };
    this.#captures.set(node, captures);
    return captures;
  }
}

/** The node at which a step's text ends. `parent` ends after its first `parent.length` characters. */
function textChild<T>(parent: RouteNode<T>, text: string): RouteNode<T> {
  const code = text.charCodeAt(parent.length);
  const existing = code < MAX_ARRAY_CODE ? parent.texts[code - parent.low] : parent.others?.get(code);
  if (existing === undefined) {
    const child = new RouteNode<T>(TEXT, text, text.length, undefined);
    linkText(parent, child);
    return child;
  }
  const shared = sharedLength(existing, text, parent.length);
  const upper = shared < existing.length ? split(parent, existing, text, shared) : existing;
  return shared === text.length ? upper : textChild(upper, text);
}

/** Inserts a node for the first `length` characters of a text between a child and its parent. */
function split<T>(parent: RouteNode<T>, child: RouteNode<T>, text: string, length: number): RouteNode<T> {
  const upper = new RouteNode<T>(TEXT, text, length, undefined);
  linkText(upper, child);
  linkText(parent, upper);
  return upper;
}

function sharedLength<T>({ text, length }: RouteNode<T>, other: string, from: number): number {
  let shared = from;
  while (shared < length && text.charCodeAt(shared) === other.charCodeAt(shared)) shared++;
  return shared;
}

/** The capturing children of a node during construction. */
interface Captures<T> {
  readonly byKey: Map<string, RouteNode<T>>;
  /** In link order: most specific first. */
  readonly ordered: RouteNode<T>[];
}

function linkCapture<T>({ ordered }: Captures<T>, parent: RouteNode<T>, child: RouteNode<T>): void {
  const index = insertionIndex(ordered, (child.rule as CaptureRule).specificity);
  const before = ordered[index - 1];
  child.sibling = ordered[index];
  if (before === undefined) parent.captures = child;
  else before.sibling = child;
  ordered.splice(index, 0, child);
}

/** Where to insert a capture: after equally specific ones, which were added earlier. */
function insertionIndex(ordered: readonly RouteNode<unknown>[], specificity: readonly number[]): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { rule } = ordered[middle] as RouteNode<unknown>;
    if (compare((rule as CaptureRule).specificity, specificity) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const NONE: readonly never[] = [];
const UNCONSTRAINED = [undefined];
const UNCONSTRAINED_REST = [1, 0, 1];
const CONSTRAINED_REST = [1, 0, 0];

/** The rules of parameters without a constraint, by their slot. Searches only change those of wildcards. */
const PLAIN_RULES: CaptureRule[] = [];

/** More text in the segment comes first, then a constraint, then any parameter, then wildcards. */
function captureNode<T>(step: CaptureStep, slot: number): RouteNode<T> {
  switch (step.kind) {
    case 'rest': {
      const { constraint } = step;
      if (constraint === undefined) return new RouteNode<T>(REST, '', 0, plainRule(slot));
      return new RouteNode<T>(REST, '', 0, makeRule(slot, CONSTRAINED_REST, [constraint]));
    }
    case 'until': {
      const specificity = [step.beforeWildcard ? 2 : 0, -step.text.length, step.constraint ? 0 : 1];
      return new RouteNode<T>(UNTIL, '', 0, makeRule(slot, specificity, [step.constraint], step.text));
    }
    case 'composite': {
      const { separators, constraints } = step;
      const free = constraints.filter((constraint) => constraint === undefined).length;
      const specificity = [0, -separators.join('').length, free];
      return new RouteNode<T>(COMPOSITE, '', 0, makeRule(slot, specificity, constraints, '', separators));
    }
    case 'wildcard': {
      const specificity = [3, -step.least, -step.stop.length];
      return new RouteNode<T>(
        WILDCARD,
        '',
        0,
        makeRule(slot, specificity, NONE, step.stop, NONE, step.least),
      );
    }
  }
}

function plainRule(slot: number): CaptureRule {
  PLAIN_RULES[slot] ??= makeRule(slot, UNCONSTRAINED_REST, UNCONSTRAINED);
  return PLAIN_RULES[slot];
}

function makeRule(
  slot: number,
  specificity: CaptureRule['specificity'],
  constraints: CaptureRule['constraints'],
  text = '',
  separators: CaptureRule['separators'] = NONE,
  least: CaptureRule['least'] = 0,
): CaptureRule {
  return { text, separators, constraints, least, isInner: false, triedFrom: UNRANKED, slot, specificity };
}

/** Equal for captures that match the same texts. */
function captureKey<T>({ kind, rule }: RouteNode<T>): string {
  const { text, separators, constraints, least, specificity } = rule as CaptureRule;
  if (constraints === UNCONSTRAINED) return 'rest';
  const sources = constraints.map((constraint) => constraint?.source ?? null);
  return JSON.stringify([kind, text, separators, sources, least, specificity]);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Ranks the leaves in tree order, most specific first. */
export function rankBySpecificity<T>(root: RouteNode<T>): void {
  let rank = 0;
  const rankLeaves = (node: RouteNode<T>): void => {
    for (const leaf of node.leaves) leaf.rank = rank++;
  };
  // A path that ends in a slash matches exactly below the slash, and here only if the slash is ignored.
  const rankEnds = (node: RouteNode<T>): void => {
    const slash = slashBelow(node);
    if (slash !== undefined) rankEnds(slash);
    rankLeaves(node);
  };
  const visit = (node: RouteNode<T>, isRanked = false): void => {
    const isWildcard = node.kind === WILDCARD;
    if (!isRanked && !isWildcard) rankEnds(node);
    const slash = isWildcard ? undefined : slashBelow(node);
    for (const child of childrenOf(node)) visit(child, child === slash);
    // Text after a wildcard is more specific than its end; everywhere else the nearer end is.
    if (isWildcard) rankLeaves(node);
  };
  visit(root);
}

function slashBelow<T>(node: RouteNode<T>): RouteNode<T> | undefined {
  const child = node.texts[SLASH - node.low];
  return child?.length === node.length + 1 ? child : undefined;
}
