import { linkText } from './link-text.ts';
import { REST, RouteNode, TEXT, UNRANKED, WILDCARD } from './route-node.ts';

/** A slice of a string is a copy up to this length, and beyond it a view, which takes much longer to compare. */
const LONGEST_TEXT = 12;

/** Text that several ways have in common is not compared by itself when it is no longer than this. */
const SHORTEST_TEXT = 5;

/**
 * Makes a tree ready to be searched, once all is planted and the leaves have their ranks. With `prefix`, a
 * leaf matches wherever a segment ends.
 */
export function finishTree<T>(root: RouteNode<T>, prefix: boolean): void {
  summarize(root, false);
  arrange(root, prefix);
}

/** Works out what a search prunes by. */
function summarize<T>(node: RouteNode<T>, isInner: boolean): void {
  node.leaves.sort((a, b) => a.rank - b.rank);
  node.leaf = node.leaves[0];
  node.rank = node.leaf?.rank ?? UNRANKED;
  if (node.rule !== undefined) node.rule.isInner = isInner;
  node.isTail = node.kind === WILDCARD && node.rule?.text === '' && childrenOf(node).length === 0;
  node.lowest = node.rank;
  for (const child of childrenOf(node)) {
    summarize(child, isInner || node.kind === WILDCARD);
    node.lowest = Math.min(node.lowest, child.lowest);
  }
}

/** Cuts literals to the lengths that are compared fastest, and marks where a search has to branch. */
function arrange<T>(node: RouteNode<T>, prefix: boolean): void {
  absorb(node);
  node.texts = node.texts.map((child) => child && cut(child));
  for (const [code, child] of node.others ?? []) node.others?.set(code, cut(child));
  node.only = node.texts.length === 1 && node.others === undefined ? node.texts[0] : undefined;
  node.isFork = (prefix && node.leaf !== undefined) || !hasPlainCapture(node);
  for (const child of childrenOf(node)) arrange(child, prefix);
}

/** Whether a node has no capture below it, or one that the path alone decides. */
function hasPlainCapture<T>({ captures }: RouteNode<T>): boolean {
  if (captures === undefined) return true;
  const isPlain = captures.isTail || (captures.kind === REST && captures.constraint === undefined);
  return isPlain && captures.sibling === undefined;
}

/** Lets the ways behind a short literal begin with it, so that it is compared together with what follows. */
function absorb<T>(node: RouteNode<T>): void {
  const [only] = node.texts;
  if (only === undefined || node.texts.length > 1 || only.length >= SHORTEST_TEXT) return;
  if (node.others !== undefined || only.others !== undefined) return;
  if (only.texts.length < 2 || only.captures !== undefined || only.leaf !== undefined) return;
  for (const child of only.texts) if (child !== undefined) setText(child, only.text + child.text);
  node.texts = only.texts;
  node.low = only.low;
  node.telling = only.length;
}

/** Divides a literal that is too long among two nodes. */
function cut<T>(node: RouteNode<T>): RouteNode<T> {
  if (node.length <= LONGEST_TEXT) return node;
  const upper = new RouteNode<T>(TEXT, node.text.slice(0, LONGEST_TEXT), undefined);
  setText(node, node.text.slice(LONGEST_TEXT));
  linkText(upper, node);
  upper.lowest = node.lowest;
  return upper;
}

function setText<T>(node: RouteNode<T>, text: string): void {
  node.text = text;
  node.length = text.length;
}

/** Lists the wildcards that a search may start more than once, as they stand behind another. */
export function innerWildcards<T>(node: RouteNode<T>): RouteNode<T>[] {
  const below = childrenOf(node).flatMap(innerWildcards);
  return node.kind === WILDCARD && node.rule?.isInner ? [node, ...below] : below;
}

/** Lists the nodes right below one, the more specific before the less. */
export function childrenOf<T>(node: RouteNode<T>): RouteNode<T>[] {
  const children = node.texts.filter((child) => child !== undefined);
  if (node.others !== undefined) children.push(...node.others.values());
  for (let child = node.captures; child !== undefined; child = child.sibling) children.push(child);
  return children;
}
