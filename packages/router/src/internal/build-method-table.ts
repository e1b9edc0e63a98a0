import type { Precedence } from '../router-types.ts';
import { buildStaticTable } from './build-static-table.ts';
import { emptyTree, plant, rankBySpecificity } from './build-tree.ts';
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

export interface TableOptions {
  readonly precedence: Precedence;
  readonly caseSensitive: boolean;
  readonly strict: boolean;
  readonly decode: Decode;
}

/** Compiles the routes of one method, given in the order in which they were added. */
export function buildMethodTable<T>(routes: readonly Route<T>[], options: TableOptions): MethodTable<T> {
  const { precedence, strict } = options;
  const literals = new Map<string, Leaf<T>[]>();
  const root = emptyTree<T>();
  let rank = 0;
  let captures = 0;
  for (const route of byPriority(routes, precedence)) {
    for (const form of route.forms) {
      const leaf = new Leaf(route, form.names, form.lists, NO_PARAMS, rank++);
      captures = Math.max(captures, form.names.length);
      if (form.literal === undefined) {
        plant(root, form.steps, leaf);
      } else {
        for (const path of strict ? [form.literal] : [form.literal, `${form.literal}/`]) {
          const leaves = literals.get(path);
          if (leaves === undefined) literals.set(path, [leaf]);
          else leaves.push(leaf);
        }
      }
    }
  }
  if (precedence === 'specificity') rankBySpecificity(root, rank);
  finishTree(root);
  const fold = !options.caseSensitive;
  const search = new TreeSearch(root, captures, { strict, fold, prefix: false });
  const visible = [...literals].flatMap(([path, [leaf]]) => {
    // A better leaf with captures hides this one: the search finds that one.
    const hidden = leaf === undefined || (search.run(path)?.rank ?? UNRANKED) < leaf.rank;
    return hidden ? [] : [[path, leaf] as const];
  });
  const statics = buildStaticTable(visible, fold);
  return new MethodTable({ statics, search, literals, fold, decode: options.decode });
}

/** By specificity, of two routes with one pattern that of the method itself comes before that of every method. */
function byPriority<T>(routes: readonly Route<T>[], precedence: Precedence): readonly Route<T>[] {
  if (precedence === 'registration') return routes;
  return routes.toSorted((a, b) => Number(a.method === '*') - Number(b.method === '*'));
}
