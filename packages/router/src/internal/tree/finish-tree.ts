import { childrenOf, linkText, REST, RouteNode, TEXT, UNRANKED, WILDCARD } from './route-node.ts';

/** V8 copies slices up to this length. A longer slice is a view of the path, which takes much longer to compare. */
const MAX_TEXT = 12;

/** A shared prefix shorter than this is compared together with the text that follows. */
const MIN_SHARED_TEXT = 5;

/** Prepares a complete tree for searching. With `prefix`, a leaf matches wherever a segment ends. */
export function finishTree<T>(root: RouteNode<T>, prefix: boolean): void {
  summarize(root, false);
  arrange(root, prefix);
}

/** Computes the data with which a search leaves a branch early. */
function summarize<T>(node: RouteNode<T>, isInner: boolean): void {
  if (node.leaves.length > 1) node.leaves.sort((a, b) => a.rank - b.rank);
  node.leaf = node.leaves[0];
  node.rank = node.leaf?.rank ?? UNRANKED;
  if (node.rule !== undefined) node.rule.isInner = isInner;
  const children = childrenOf(node);
  node.isTail = node.kind === WILDCARD && node.rule?.text === '' && children.length === 0;
  node.lowest = node.rank;
  for (const child of children) {
    summarize(child, isInner || node.kind === WILDCARD);
    node.lowest = Math.min(node.lowest, child.lowest);
  }
}

/** Splits literals into lengths that compare fastest, and marks where a search must branch. */
function arrange<T>(node: RouteNode<T>, prefix: boolean): void {
  absorbShortText(node);
  if (node.texts.length > 0) node.texts = node.texts.map((child) => child && splitLongText(child));
  if (node.others !== undefined) {
    for (const [code, child] of node.others) node.others.set(code, splitLongText(child));
  }
  node.only = node.texts.length === 1 && node.others === undefined ? node.texts[0] : undefined;
  node.isFork = (prefix && node.leaf !== undefined) || !hasPlainCapture(node);
  for (const child of childrenOf(node)) arrange(child, prefix);
}

/** Whether a node has no capturing child, or only one that always has the same end. */
function hasPlainCapture<T>({ captures }: RouteNode<T>): boolean {
  if (captures === undefined) return true;
  const isPlain = captures.isTail || (captures.kind === REST && captures.constraint === undefined);
  return isPlain && captures.sibling === undefined;
}

/** Replaces a short text child by its own children, whose texts then begin with it. */
function absorbShortText<T>(node: RouteNode<T>): void {
  const only = node.texts[0];
  if (only === undefined || node.texts.length > 1 || only.length >= MIN_SHARED_TEXT) return;
  if (node.others !== undefined || only.others !== undefined) return;
  if (only.texts.length < 2 || only.captures !== undefined || only.leaf !== undefined) return;
  for (const child of only.texts) if (child !== undefined) setText(child, only.text + child.text);
  node.texts = only.texts;
  node.low = only.low;
  node.discriminantIndex = only.length;
}

/** Splits a literal that is too long into two nodes. */
function splitLongText<T>(node: RouteNode<T>): RouteNode<T> {
  if (node.length <= MAX_TEXT) return node;
  const upper = new RouteNode<T>(TEXT, node.text.slice(0, MAX_TEXT), undefined);
  setText(node, node.text.slice(MAX_TEXT));
  linkText(upper, node);
  upper.lowest = node.lowest;
  return upper;
}

function setText<T>(node: RouteNode<T>, text: string): void {
  node.text = text;
  node.length = text.length;
}

/** Lists the wildcards that a search may reach more than once, because they are below another. */
export function innerWildcards<T>(node: RouteNode<T>): RouteNode<T>[] {
  const below = childrenOf(node).flatMap(innerWildcards);
  return node.kind === WILDCARD && node.rule?.isInner ? [node, ...below] : below;
}
