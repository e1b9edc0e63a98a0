import type { Precedence } from '../router-types.ts';
import { buildStaticTable } from './build-static-table.ts';
import { rankBySpecificity, TreeBuilder } from './build-tree.ts';
import type { PatternForm } from './compile-pattern.ts';
import { finishTree } from './finish-tree.ts';
import { Leaf } from './leaf.ts';
import { MethodTable } from './method-table.ts';
import { type Decode, NO_PARAMS } from './params.ts';
import { UNRANKED } from './route-node.ts';
import { TreeSearch } from './tree-search.ts';

/** A route as the router keeps it. */
export interface Route<T> {
  readonly method: string;
  readonly pattern: string;
  readonly value: T;
  readonly forms: readonly PatternForm[];
}

/** How routes are compared and compiled. */
export interface TableOptions {
  readonly precedence: Precedence;
  readonly caseSensitive: boolean;
  readonly strict: boolean;
  readonly decode: Decode;
}

/** Compiles the routes of one method and of all, given in the order in which they were added. */
export function buildMethodTable<T>(routes: readonly Route<T>[], options: TableOptions): MethodTable<T> {
  const { precedence, strict, decode } = options;
  const fold = !options.caseSensitive;
  const pairs = routes.flatMap((route) => route.forms.map((form) => ({ route, form })));
  if (precedence === 'specificity') pairs.sort(compareLiterals);
  const literals = new Map<string, Leaf<T>[]>();
  const tree = new TreeBuilder<T>();
  const { root } = tree;
  for (const [rank, { route, form }] of pairs.entries()) {
    const leaf = new Leaf(route, form.names, form.lists, NO_PARAMS, rank);
    if (form.literal === undefined) {
      tree.plant(form.steps, leaf);
      continue;
    }
    for (const path of strict ? [form.literal] : [form.literal, `${form.literal}/`]) {
      const leaves = literals.get(path);
      if (leaves === undefined) literals.set(path, [leaf]);
      else leaves.push(leaf);
    }
  }
  if (precedence === 'specificity') rankBySpecificity(root, pairs.length);
  finishTree(root, false);
  const captures = pairs.reduce((most, { form }) => Math.max(most, form.names.length), 0);
  const search = new TreeSearch(root, captures, { strict, fold, prefix: false });
  const statics = buildStaticTable(visibleLeaves(literals, search), fold);
  return new MethodTable({ statics, search, literals, fold, decode });
}

interface Pair {
  readonly route: { readonly method: string };
  readonly form: PatternForm;
}

/**
 * The longer literal first, for of two that match a path the shorter does so by ignoring a slash. Of two
 * routes with one pattern, that of the method itself comes before that of every method.
 */
function compareLiterals(a: Pair, b: Pair): number {
  const longer = (b.form.literal?.length ?? 0) - (a.form.literal?.length ?? 0);
  return longer || Number(a.route.method === '*') - Number(b.route.method === '*');
}

/** The best leaf of each path, unless a better one with captures hides it; then the search has to find that one. */
function visibleLeaves<T>(
  literals: ReadonlyMap<string, readonly Leaf<T>[]>,
  search: TreeSearch<T>,
): [path: string, leaf: Leaf<T>][] {
  const visible: [string, Leaf<T>][] = [];
  for (const [path, [leaf]] of literals) {
    const rival = search.run(path)?.rank ?? UNRANKED;
    if (leaf !== undefined && leaf.rank < rival) visible.push([path, leaf]);
  }
  return visible;
}
