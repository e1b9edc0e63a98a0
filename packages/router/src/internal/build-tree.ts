import type { Leaf } from './leaf.ts';
import type { PatternStep } from './pattern-step.ts';
import { COMPOSITE, REST, RouteNode, TEXT, UNTIL, WILDCARD } from './route-node.ts';

/** A tree without routes. */
export function emptyTree<T>(): RouteNode<T> {
  return new RouteNode<T>(TEXT, '', 0, [], [], 0);
}

/** Adds a form's way to the tree and its leaf at the end. */
export function plant<T>(root: RouteNode<T>, steps: readonly PatternStep[], leaf: Leaf<T>): RouteNode<T> {
  let node = root;
  let slot = 0;
  for (const step of steps) {
    if (step.kind === 'text') {
      node = textChild(node, step.text, slot);
    } else {
      node = captureChild(node, step, slot);
      slot += step.kind === 'composite' ? step.separators.length : 1;
    }
  }
  node.leaves.push(leaf);
  return node;
}

function textChild<T>(parent: RouteNode<T>, text: string, slot: number): RouteNode<T> {
  const index = parent.codes.indexOf(text.charCodeAt(0));
  if (index === -1) {
    const child = new RouteNode<T>(TEXT, text, slot, [], [], 0);
    parent.codes.push(text.charCodeAt(0));
    parent.texts.push(child);
    return child;
  }
  let child = parent.texts[index] as RouteNode<T>;
  const shared = sharedLength(child.text, text);
  if (shared < child.text.length) {
    const upper = new RouteNode<T>(TEXT, text.slice(0, shared), slot, [], [], 0);
    child.text = child.text.slice(shared);
    upper.codes.push(child.text.charCodeAt(0));
    upper.texts.push(child);
    parent.texts[index] = upper;
    child = upper;
  }
  return shared === text.length ? child : textChild(child, text.slice(shared), slot);
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

function captureChild<T>(
  parent: RouteNode<T>,
  step: Exclude<PatternStep, { kind: 'text' }>,
  slot: number,
): RouteNode<T> {
  const child = captureNode<T>(step, slot);
  const known = parent.captures.find((other) => sameCapture(other, child));
  if (known !== undefined) return known;
  const index = parent.captures.findIndex((other) => compareCaptures(child, other) < 0);
  parent.captures.splice(index === -1 ? parent.captures.length : index, 0, child);
  return child;
}

function captureNode<T>(step: Exclude<PatternStep, { kind: 'text' }>, slot: number): RouteNode<T> {
  switch (step.kind) {
    case 'rest':
      return new RouteNode<T>(REST, '', slot, [], [step.constraint], 0);
    case 'until':
      return new RouteNode<T>(UNTIL, step.text, slot, [], [step.constraint], step.beforeWildcard ? 1 : 0);
    case 'composite':
      return new RouteNode<T>(COMPOSITE, '', slot, step.separators, step.constraints, 0);
    case 'wildcard':
      return new RouteNode<T>(WILDCARD, step.stop, slot, [], [], step.least);
  }
}

function sameCapture<T>(a: RouteNode<T>, b: RouteNode<T>): boolean {
  return captureKey(a) === captureKey(b);
}

function captureKey<T>(node: RouteNode<T>): string {
  const constraints = node.constraints.map((constraint) => constraint?.source ?? null);
  return JSON.stringify([node.kind, node.text, node.least, node.separators, constraints]);
}

/** Sorts the more specific first; equals stay in the order in which they were added. */
function compareCaptures<T>(a: RouteNode<T>, b: RouteNode<T>): number {
  return (
    captureClass(a) - captureClass(b) ||
    literalLength(b) - literalLength(a) ||
    constrained(b) - constrained(a)
  );
}

function captureClass<T>(node: RouteNode<T>): number {
  if (node.kind === COMPOSITE || (node.kind === UNTIL && node.least === 0)) return 0;
  if (node.kind === REST) return 1;
  return node.kind === UNTIL ? 2 : 3 - node.least;
}

function literalLength<T>(node: RouteNode<T>): number {
  return node.text.length + node.separators.join('').length;
}

function constrained<T>(node: RouteNode<T>): number {
  return node.constraints.filter((constraint) => constraint !== undefined).length;
}

/** Ranks the leaves in the order of the tree, the more specific first, beginning with `from`. */
export function rankBySpecificity<T>(root: RouteNode<T>, from: number): void {
  let rank = from;
  const visit = (node: RouteNode<T>): void => {
    const children = (): void => {
      for (const child of node.texts) visit(child);
      for (const child of node.captures) visit(child);
    };
    // What goes on behind a wildcard says more than its end; everywhere else the nearer end does.
    if (node.kind === WILDCARD) children();
    for (const leaf of node.leaves) leaf.rank = rank++;
    if (node.kind !== WILDCARD) children();
  };
  visit(root);
}

/** Works out what a search prunes by, once the leaves have their ranks. */
export function summarize<T>(node: RouteNode<T>): number {
  node.leaves.sort((a, b) => a.rank - b.rank);
  node.rank = node.leaves[0]?.rank ?? Number.POSITIVE_INFINITY;
  node.lowest = Math.min(node.rank, ...node.texts.map(summarize), ...node.captures.map(summarize));
  return node.lowest;
}
