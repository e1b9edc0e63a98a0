/** @module Hot: runs once per lookup. Bench: `npm run bench -- router`. */

import { foldCode, SLASH } from '../ascii.ts';
import { innerWildcards } from './finish-tree.ts';
import type { Leaf } from './leaf.ts';
import { type CaptureRule, COMPOSITE, REST, type RouteNode, UNRANKED, UNTIL } from './route-node.ts';
import { foldedTextStandsAt, literalStandsAt, textStandsAt } from './same-text.ts';
import { splitComposite } from './split-composite.ts';

/** How a tree is searched. */
export interface SearchOptions {
  /** Whether an additional slash at the end of the path matters. */
  readonly strict: boolean;
  /** Whether the case of ASCII letters is ignored. */
  readonly fold: boolean;
  /** Whether a leaf matches wherever a segment ends. */
  readonly prefix: boolean;
}

/**
 * Finds the leaf with the lowest rank among those that match a path.
 *
 * A branch is abandoned once no leaf below it can beat the best rank so far. Inside a segment every capture has one
 * possible end, so only wildcards are tried more than once (docs/decisions/0003-route-matching.md).
 */
export class TreeSearch<T> {
  /** Start and end of each capture of the leaf found. */
  slots: Int32Array;
  /** Length of the match: that of the path, except for a prefix. */
  length = 0;
  /** Start and end of each capture in the branch being tried. */
  private readonly current: Int32Array;
  /** The captures of the best leaf, if another branch has been tried since. */
  private readonly saved: Int32Array;
  /** Position of a trailing slash that may be ignored, or -1. */
  private trailingSlash = -1;
  private all: Map<Leaf<T>, Int32Array> | undefined = undefined;
  private readonly root: RouteNode<T>;
  private readonly innerWildcards: readonly CaptureRule[];
  private readonly strict: boolean;
  private readonly fold: boolean;
  private readonly prefix: boolean;

  constructor(root: RouteNode<T>, captures: number, options: SearchOptions) {
    this.root = root;
    this.innerWildcards = innerWildcards(root);
    this.strict = options.strict;
    this.fold = options.fold;
    this.prefix = options.prefix;
    this.current = new Int32Array(2 * captures);
    this.saved = new Int32Array(2 * captures);
    this.slots = this.current;
  }

  /** Finds the leaf with the lowest rank. */
  run(path: string): Leaf<T> | undefined {
    const wildcards = this.innerWildcards;
    for (let i = 0; i < wildcards.length; i++) (wildcards[i] as CaptureRule).triedFrom = UNRANKED;
    if (!this.strict) this.trailingSlash = path.charCodeAt(path.length - 1) === SLASH ? path.length - 1 : -1;
    return this.walk(this.root, path, this.root.length, UNRANKED);
  }

  /** Finds every leaf, each with its captures. */
  runAll(path: string): ReadonlyMap<Leaf<T>, Int32Array> {
    const all = new Map<Leaf<T>, Int32Array>();
    this.all = all;
    try {
      this.run(path);
    } finally {
      this.all = undefined;
    }
    return all;
  }

  /** Finds the best leaf below a node with a rank under `bound`, for the path from `start`. */
  private walk(from: RouteNode<T>, path: string, start: number, bound: number): Leaf<T> | undefined {
    const { length } = path;
    let node = from;
    let at = start;
    while (at < length) {
      if (node.isFork || at === this.trailingSlash) return this.branch(node, path, at, bound);
      const next = this.textChild(node, path, at, bound);
      const capture = node.captures;
      if (capture === undefined) {
        if (next === undefined) return undefined;
        node = next;
        at += next.length;
        continue;
      }
      if (!this.hasText(node, path, at)) return undefined;
      if (next !== undefined) {
        const leaf = this.walk(next, path, at + next.length, bound);
        if (leaf !== undefined) return this.tryBetter(leaf, capture, path, at);
      }
      if (capture.lowest >= bound) return undefined;
      if (capture.isTail) return this.tail(capture, path, at, bound);
      const slash = path.indexOf('/', at);
      const end = slash === -1 ? length : slash;
      if (end === at) return undefined;
      this.current[capture.slot] = at;
      this.current[capture.slot + 1] = end;
      node = capture;
      at = end;
    }
    if (at > length) return undefined;
    if (node.captures !== undefined) return this.branch(node, path, length, bound);
    return this.hasText(node, path, length) ? this.accept(node, length, bound) : undefined;
  }

  /** Whether the path has the node's text before `at`. */
  private hasText({ head, text }: RouteNode<T>, path: string, at: number): boolean {
    const start = at - text.length;
    return (
      this.standsAt(path, text, start) && (head === '' || this.standsAt(path, head, start - head.length))
    );
  }

  private standsAt(path: string, text: string, at: number): boolean {
    return textStandsAt(path, text, at) || (this.fold && foldedTextStandsAt(path, text, at));
  }

  /** The child that begins with the next character. Its text is compared further down, where the search ends or branches. */
  private textChild(node: RouteNode<T>, path: string, at: number, bound: number): RouteNode<T> | undefined {
    const code = path.charCodeAt(at);
    const index = (this.fold ? foldCode(code) : code) - node.low;
    if (index < 0) return undefined;
    const child = index < node.texts.length ? node.texts[index] : node.others?.get(code);
    return child === undefined || child.lowest >= bound ? undefined : child;
  }

  /** Looks for a better leaf than `leaf` below a capture. */
  private tryBetter(leaf: Leaf<T>, capture: RouteNode<T>, path: string, at: number): Leaf<T> {
    if (capture.lowest >= leaf.rank) return leaf;
    this.saveSlots();
    return this.tryCapture(capture, path, at, leaf.rank) ?? leaf;
  }

  /** Like {@link walk}, for a node with more branches than it handles. */
  private branch(node: RouteNode<T>, path: string, at: number, bound: number): Leaf<T> | undefined {
    if (!this.hasText(node, path, at)) return undefined;
    const { length } = path;
    let found: Leaf<T> | undefined;
    let best = bound;
    if (at === length) found = this.accept(node, length, best);
    else if (this.mayEnd(path, at)) found = this.accept(node, at === this.trailingSlash ? length : at, best);
    if (found !== undefined) best = found.rank;
    const next = at < length ? this.textChild(node, path, at, best) : undefined;
    if (next !== undefined) {
      const leaf = this.walk(next, path, at + next.length, best);
      if (leaf !== undefined) {
        found = leaf;
        best = leaf.rank;
      }
    }
    for (let capture = node.captures; capture !== undefined; capture = capture.sibling) {
      if (capture.lowest >= best) continue;
      if (best !== UNRANKED) this.saveSlots();
      const leaf = this.tryCapture(capture, path, at, best);
      if (leaf !== undefined) {
        found = leaf;
        best = leaf.rank;
      }
    }
    return found;
  }

  private tryCapture(capture: RouteNode<T>, path: string, at: number, best: number): Leaf<T> | undefined {
    if (capture.kind > COMPOSITE) return this.wildcard(capture, path, at, best);
    const end = capture.kind === REST ? this.rest(capture, path, at) : this.parts(capture, path, at);
    return end === -1 ? undefined : this.walk(capture, path, end, best);
  }

  /** Saves the captures of the best leaf before another branch overwrites them. */
  private saveSlots(): void {
    if (this.slots === this.saved) return;
    this.saved.set(this.current);
    this.slots = this.saved;
  }

  /** Whether a match may end before the end of the path. */
  private mayEnd(path: string, at: number): boolean {
    return at === this.trailingSlash || (this.prefix && path.charCodeAt(at) === SLASH);
  }

  /** The leaf of a node at which a match of `length` characters ends. */
  private accept(node: RouteNode<T>, length: number, bound: number): Leaf<T> | undefined {
    if (node.rank >= bound) return undefined;
    if (this.all !== undefined) return this.collect(node, this.all);
    if (this.slots !== this.current) this.slots = this.current;
    this.length = length;
    return node.leaf;
  }

  private collect(node: RouteNode<T>, all: Map<Leaf<T>, Int32Array>): undefined {
    for (const leaf of node.leaves) if (!all.has(leaf)) all.set(leaf, this.current.slice());
  }

  /** Captures the rest of the segment; returns where it ends, or -1. */
  private rest(node: RouteNode<T>, path: string, at: number): number {
    const slash = path.indexOf('/', at);
    const end = slash === -1 ? path.length : slash;
    if (end === at || node.rule?.constraints[0]?.accepts(path, at, end) === false) return -1;
    this.current[node.slot] = at;
    this.current[node.slot + 1] = end;
    return end;
  }

  /** Captures parts of a segment; returns where they end, or -1. */
  private parts(node: RouteNode<T>, path: string, at: number): number {
    const rule = node.rule as CaptureRule;
    const slash = path.indexOf('/', at);
    const segmentEnd = slash === -1 ? path.length : slash;
    if (node.kind === UNTIL) return this.until(node, rule, path, at, segmentEnd);
    return splitComposite(path, at, segmentEnd, rule, this.fold, this.current) ? segmentEnd : -1;
  }

  private until(node: RouteNode<T>, rule: CaptureRule, path: string, at: number, segmentEnd: number): number {
    const { text } = rule;
    let end = at;
    while (end < segmentEnd && !literalStandsAt(path, text, end, this.fold)) end++;
    if (end === at || end === segmentEnd) return -1;
    if (rule.constraints[0]?.accepts(path, at, end) === false) return -1;
    this.current[node.slot] = at;
    this.current[node.slot + 1] = end;
    return end + text.length;
  }

  /** Captures the rest of the path, which is not empty. */
  private tail(node: RouteNode<T>, path: string, at: number, bound: number): Leaf<T> | undefined {
    this.current[node.slot] = at;
    this.current[node.slot + 1] = path.length;
    return this.accept(node, path.length, bound);
  }

  /** Tries the ends of a wildcard, farthest first. */
  private wildcard(node: RouteNode<T>, path: string, at: number, bound: number): Leaf<T> | undefined {
    const rule = node.rule as CaptureRule;
    const nearest = at + rule.least;
    let found: Leaf<T> | undefined;
    let best = bound;
    for (let end = this.farthestEnd(rule, path, at); end >= nearest && node.lowest < best; end--) {
      if (found !== undefined) this.saveSlots();
      this.current[node.slot] = at;
      this.current[node.slot + 1] = end;
      const leaf = this.walk(node, path, end, best);
      if (leaf !== undefined) {
        found = leaf;
        best = leaf.rank;
      }
    }
    if (rule.isInner && nearest <= rule.triedFrom) rule.triedFrom = nearest - 1;
    return found;
  }

  /** The farthest untried end for which the value does not contain `stop`. */
  private farthestEnd({ text: stop, triedFrom }: CaptureRule, path: string, at: number): number {
    const limit = Math.min(path.length, triedFrom);
    if (stop === '') return limit;
    let end = at;
    while (end < limit && !literalStandsAt(path, stop, end, this.fold)) end++;
    return Math.min(end, limit);
  }
}
