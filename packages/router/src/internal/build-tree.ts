import { childrenOf } from './finish-tree.ts';
import type { Leaf } from './leaf.ts';
import type { PatternStep } from './pattern-step.ts';
import { type CaptureRule, COMPOSITE, REST, RouteNode, TEXT, UNTIL, WILDCARD } from './route-node.ts';

type CaptureStep = Exclude<PatternStep, { kind: 'text' }>;

/** A tree without routes. */
export function emptyTree<T>(): RouteNode<T> {
  return new RouteNode<T>(TEXT, '', undefined);
}

/** Adds a form's way to the tree and its leaf at the end. */
export function plant<T>(root: RouteNode<T>, steps: readonly PatternStep[], leaf: Leaf<T>): void {
  let node = root;
  let slot = 0;
  for (const step of steps) {
    if (step.kind === 'text') {
      node = textChild(node, step.text);
    } else {
      node = captureChild(node, step, slot);
      slot += 2 * (step.kind === 'composite' ? step.separators.length : 1);
    }
  }
  node.leaves.push(leaf);
}

function textChild<T>(parent: RouteNode<T>, text: string): RouteNode<T> {
  const known = parent.texts[text.charCodeAt(0) - parent.low];
  if (known === undefined) {
    const child = new RouteNode<T>(TEXT, text, undefined);
    setText(parent, child);
    return child;
  }
  const shared = sharedLength(known.text, text);
  const upper = shared < known.text.length ? split(parent, known, shared) : known;
  return shared === text.length ? upper : textChild(upper, text.slice(shared));
}

/** Puts a node for the first `length` characters of `child` between it and its parent. */
function split<T>(parent: RouteNode<T>, child: RouteNode<T>, length: number): RouteNode<T> {
  const upper = new RouteNode<T>(TEXT, child.text.slice(0, length), undefined);
  child.text = child.text.slice(length);
  child.length = child.text.length;
  setText(upper, child);
  setText(parent, upper);
  return upper;
}

function setText<T>(parent: RouteNode<T>, child: RouteNode<T>): void {
  const code = child.text.charCodeAt(0);
  const { texts } = parent;
  if (texts.length === 0) parent.low = code;
  for (; parent.low > code; parent.low--) texts.unshift(undefined);
  while (texts.length <= code - parent.low) texts.push(undefined);
  texts[code - parent.low] = child;
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

function captureChild<T>(parent: RouteNode<T>, step: CaptureStep, slot: number): RouteNode<T> {
  const [kind, rule] = captureRule(step, slot);
  const key = captureKey(kind, rule);
  let before: RouteNode<T> | undefined;
  for (let node = parent.captures; node !== undefined; node = node.sibling) {
    if (captureKey(node.kind, node.rule as CaptureRule) === key) return node;
    if (compare((node.rule as CaptureRule).specificity, rule.specificity) <= 0) before = node;
  }
  const child = new RouteNode<T>(kind, '', rule);
  if (before === undefined) {
    child.sibling = parent.captures;
    parent.captures = child;
  } else {
    child.sibling = before.sibling;
    before.sibling = child;
  }
  return child;
}

/** Literal text in the segment comes first, then a constraint, then any parameter, then wildcards. */
function captureRule(step: CaptureStep, slot: number): [RouteNode<unknown>['kind'], CaptureRule] {
  const rule = { text: '', separators: [], constraints: [], least: 0, slot } as const;
  switch (step.kind) {
    case 'rest':
      return [
        REST,
        { ...rule, constraints: [step.constraint], specificity: [1, 0, step.constraint ? 0 : 1] },
      ];
    case 'until': {
      const specificity = [step.beforeWildcard ? 2 : 0, -step.text.length, step.constraint ? 0 : 1];
      return [UNTIL, { ...rule, text: step.text, constraints: [step.constraint], specificity }];
    }
    case 'composite': {
      const { separators, constraints } = step;
      const free = constraints.filter((constraint) => constraint === undefined).length;
      return [
        COMPOSITE,
        { ...rule, separators, constraints, specificity: [0, -separators.join('').length, free] },
      ];
    }
    case 'wildcard':
      return [
        WILDCARD,
        { ...rule, text: step.stop, least: step.least, specificity: [3, -step.least, -step.stop.length] },
      ];
  }
}

function captureKey(
  kind: number,
  { text, separators, constraints, least, specificity }: CaptureRule,
): string {
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

/** Ranks the leaves in the order of the tree, the more specific first, beginning with `from`. */
export function rankBySpecificity<T>(root: RouteNode<T>, from: number): void {
  let rank = from;
  const visit = (node: RouteNode<T>): void => {
    // What goes on behind a wildcard says more than its end; everywhere else the nearer end does.
    if (node.kind === WILDCARD) for (const child of childrenOf(node)) visit(child);
    for (const leaf of node.leaves) leaf.rank = rank++;
    if (node.kind !== WILDCARD) for (const child of childrenOf(node)) visit(child);
  };
  visit(root);
}
