import type { Precedence } from '../router-types.ts';
import { emptyTree, plant, rankBySpecificity, summarize } from './build-tree.ts';
import type { PatternForm } from './compile-pattern.ts';
import { Leaf } from './leaf.ts';
import { MethodTable } from './method-table.ts';
import { type Decode, NO_PARAMS } from './params.ts';
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
      const leaf = new Leaf(route.method, route.pattern, route.value, form.names, form.lists, NO_PARAMS);
      leaf.rank = rank++;
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
  summarize(root);
  const search = new TreeSearch(root, captures, strict, false);
  const answers = new Map<string, Leaf<T>>();
  for (const [path, leaves] of literals) {
    const literal = leaves[0] as Leaf<T>;
    const earlier = search.run(path);
    if (earlier === undefined || earlier.rank > literal.rank) answers.set(path, literal);
  }
  return new MethodTable({
    answers,
    literals,
    search,
    caseSensitive: options.caseSensitive,
    decode: options.decode,
  });
}

/** By specificity, of two routes with one pattern that of the method itself comes before that of every method. */
function byPriority<T>(routes: readonly Route<T>[], precedence: Precedence): readonly Route<T>[] {
  if (precedence === 'registration') return routes;
  return routes.toSorted((a, b) => Number(a.method === '*') - Number(b.method === '*'));
}
