/** @module Hot: runs once per lookup that the static table does not answer. */
import type { Leaf } from './leaf.ts';
import { COMPOSITE, REST, type RouteNode, TEXT, UNTIL } from './route-node.ts';

const NONE = Number.POSITIVE_INFINITY;

/** Finds the leaf of the lowest rank on any way through the tree that a path can go. */
export class TreeSearch<T> {
  /** Start and end of each capture of `leaf`. */
  readonly slots: Int32Array;
  leaf: Leaf<T> | undefined;
  /** Length of the path that was matched; shorter than the path only for a prefix. */
  length = 0;
  /** Every leaf that matches with its captures, when asked for. */
  all: Map<Leaf<T>, Int32Array> | undefined;
  readonly #root: RouteNode<T>;
  readonly #strict: boolean;
  readonly #prefix: boolean;
  readonly #current: Int32Array;
  readonly #wildcards: RouteNode<T>[] = [];
  #path = '';
  #best = NONE;

  constructor(root: RouteNode<T>, captures: number, strict: boolean, prefix: boolean) {
    this.#root = root;
    this.#strict = strict;
    this.#prefix = prefix;
    this.slots = new Int32Array(2 * captures);
    this.#current = new Int32Array(2 * captures);
    this.#listWildcards(root);
  }

  #listWildcards(node: RouteNode<T>): void {
    if (node.kind > COMPOSITE) this.#wildcards.push(node);
    for (const child of node.texts) this.#listWildcards(child);
    for (const child of node.captures) this.#listWildcards(child);
  }

  run(path: string): Leaf<T> | undefined {
    this.#path = path;
    this.#best = NONE;
    this.leaf = undefined;
    for (const node of this.#wildcards) node.triedFrom = NONE;
    this.#children(this.#root, 0);
    return this.leaf;
  }

  #enter(node: RouteNode<T>, at: number): void {
    if (node.lowest >= this.#best) return;
    if (node.kind === TEXT) {
      if (this.#path.startsWith(node.text, at)) this.#children(node, at + node.text.length);
    } else if (node.kind === REST) {
      const end = this.#segmentEnd(at);
      if (end > at && (node.constraints[0]?.accepts(this.#path, at, end) ?? true)) {
        this.#capture(node.slot, at, end);
        this.#children(node, end);
      }
    } else if (node.kind === UNTIL) {
      this.#until(node, at);
    } else if (node.kind === COMPOSITE) {
      const end = this.#segmentEnd(at);
      if (this.#composite(node, at, end)) this.#children(node, end);
    } else {
      this.#wildcard(node, at);
    }
  }

  #children(node: RouteNode<T>, at: number): void {
    this.#end(node, at);
    const index = node.codes.indexOf(this.#path.charCodeAt(at));
    if (index !== -1) this.#enter(node.texts[index] as RouteNode<T>, at);
    for (const child of node.captures) this.#enter(child, at);
  }

  #end(node: RouteNode<T>, at: number): void {
    if (node.rank >= this.#best) return;
    const path = this.#path;
    const slash = path.charCodeAt(at) === 0x2f;
    const loose = !this.#strict && slash && at === path.length - 1;
    if (at !== path.length && !loose && !(this.#prefix && slash)) return;
    if (this.all !== undefined) {
      for (const leaf of node.leaves) if (!this.all.has(leaf)) this.all.set(leaf, this.#current.slice());
      return;
    }
    this.#best = node.rank;
    this.leaf = node.leaves[0];
    this.length = loose ? path.length : at;
    this.slots.set(this.#current);
  }

  #segmentEnd(at: number): number {
    const slash = this.#path.indexOf('/', at);
    return slash === -1 ? this.#path.length : slash;
  }

  #capture(slot: number, start: number, end: number): void {
    this.#current[2 * slot] = start;
    this.#current[2 * slot + 1] = end;
  }

  #until(node: RouteNode<T>, at: number): void {
    const path = this.#path;
    let end = at;
    while (end < path.length && path.charCodeAt(end) !== 0x2f && !path.startsWith(node.text, end)) end++;
    if (end === at || !path.startsWith(node.text, end)) return;
    if (!(node.constraints[0]?.accepts(path, at, end) ?? true)) return;
    this.#capture(node.slot, at, end);
    this.#children(node, end + node.text.length);
  }

  #composite(node: RouteNode<T>, start: number, segmentEnd: number): boolean {
    const path = this.#path;
    const { separators, constraints } = node;
    const last = separators.length - 1;
    const tail = separators[last] as string;
    let end = segmentEnd - tail.length;
    if (end <= start || !path.startsWith(tail, end)) return false;
    for (let i = last; i >= 0; i--) {
      const separator = i === 0 ? '' : (separators[i - 1] as string);
      const before = i === 0 ? start : separatorBefore(path, separator, start, end);
      const from = before + separator.length;
      if (before < start || from >= end || !(constraints[i]?.accepts(path, from, end) ?? true)) return false;
      this.#capture(node.slot + i, from, end);
      end = before;
    }
    return true;
  }

  #wildcard(node: RouteNode<T>, at: number): void {
    const path = this.#path;
    let limit = Math.min(path.length, node.triedFrom);
    if (node.text !== '') {
      for (let i = at; i < limit; i++) {
        if (path.startsWith(node.text, i)) limit = i;
      }
    }
    for (let end = limit; end >= at + node.least && node.lowest < this.#best; end--) {
      this.#capture(node.slot, at, end);
      this.#children(node, end);
    }
    node.triedFrom = Math.min(node.triedFrom, at + node.least - 1);
  }
}

/** Where the separator before the value that ends at `end` begins, or -1. */
function separatorBefore(path: string, separator: string, start: number, end: number): number {
  const { length } = separator;
  let at = end - length - 1;
  while (at >= start && !path.startsWith(separator, at)) at--;
  if (at < start) return -1;
  for (let i = Math.max(at + length, end - length); i < end; i++) {
    if (!path.startsWith(separator, i)) continue;
    // The value holds the separator: it may do so only by being it.
    const twice = path.startsWith(separator, end - length) && path.startsWith(separator, end - 2 * length);
    return twice && end - 2 * length >= start ? end - 2 * length : -1;
  }
  return at;
}
