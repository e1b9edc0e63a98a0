import {
  type CaptureRule,
  childrenOf,
  REST,
  type RouteNode,
  TEXT,
  UNRANKED,
  WILDCARD,
} from './route-node.ts';

/** V8 copies slices up to this length. A longer slice is a view of the path, which takes much longer to compare. */
const MAX_COPIED = 12;

/**
 * Prepares a complete tree for searching, and returns the node to start at: the text that all paths begin with, if there is
 * any. With `prefix`, a leaf matches wherever a segment ends.
 */
export function finishTree<T>(root: RouteNode<T>, prefix: boolean): RouteNode<T> {
  summarize(root, false);
  arrange(root, prefix, 0, 0);
  const [child = root, ...others] = childrenOf(root);
  return child.kind === TEXT && others.length === 0 && root.leaf === undefined ? child : root;
}

/** Computes the data with which a search leaves a branch early. */
function summarize<T>(node: RouteNode<T>, isInner: boolean): void {
  if (node.leaves.length > 1) node.leaves.sort((a, b) => a.rank - b.rank);
  node.leaf = node.leaves[0];
  node.rank = node.leaf?.rank ?? UNRANKED;
  if (node.kind === WILDCARD && node.rule !== undefined) node.rule.isInner = isInner;
  const children = childrenOf(node);
  node.isTail = node.kind === WILDCARD && node.rule?.text === '' && children.length === 0;
  node.lowest = node.rank;
  for (const child of children) {
    summarize(child, isInner || node.kind === WILDCARD);
    node.lowest = Math.min(node.lowest, child.lowest);
  }
}

/**
 * Marks where a search must branch, and gives each node the text that the search compares there. `above` is where the parent
 * ends in the text of a step, `from` where the text begins that has not been compared before.
 */
function arrange<T>(node: RouteNode<T>, prefix: boolean, above: number, from: number): void {
  const end = node.length;
  node.isFork = (prefix && node.leaf !== undefined) || !hasPlainCapture(node);
  const isBranch = node.isFork || node.captures !== undefined;
  setText(node, from, isBranch);
  node.length = end - above;
  // The copy drops the spare capacity of the array.
  if (node.texts.length > 0) node.texts = node.texts.slice();
  for (const child of childrenOf(node)) {
    if (child.kind === TEXT) arrange(child, prefix, end, isBranch ? end : from);
    else arrange(child, prefix, 0, 0);
  }
}

function setText<T>(node: RouteNode<T>, from: number, isBranch: boolean): void {
  const { text, length: end, leaf } = node;
  // Text that is the whole path is compared with it, without a slice.
  const isPath = leaf?.names.length === 0 && from === 0 && !isBranch;
  const middle = isPath ? from : Math.max(from, end - MAX_COPIED);
  const isCompared = isBranch || leaf !== undefined;
  node.head = isCompared ? text.slice(from, middle) : '';
  node.text = isCompared ? text.slice(middle, end) : '';
}

/** Whether a node has no capturing child, or only one that always has the same end. */
function hasPlainCapture<T>({ captures }: RouteNode<T>): boolean {
  if (captures === undefined) return true;
  const isPlain = captures.isTail || (captures.kind === REST && captures.rule?.constraints[0] === undefined);
  return isPlain && captures.sibling === undefined;
}

/** Lists the rules of the wildcards that a search may reach more than once, because they are below another. */
export function innerWildcards<T>(node: RouteNode<T>): CaptureRule[] {
  const below = childrenOf(node).flatMap(innerWildcards);
  return node.kind === WILDCARD && node.rule?.isInner ? [node.rule, ...below] : below;
}
