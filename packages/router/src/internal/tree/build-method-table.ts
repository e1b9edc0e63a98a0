import type { Precedence } from '../../router-types.ts';
import type { LoweredForm } from '../pattern/compile-pattern.ts';
import type { Decode } from '../pattern/matching-options.ts';
import { finishTree } from './finish-tree.ts';
import { Leaf } from './leaf.ts';
import { MethodTable } from './method-table.ts';
import { rankBySpecificity, TreeBuilder } from './tree-builder.ts';
import { TreeSearch } from './tree-search.ts';

/** A route as the router stores it. */
export interface Route<T> {
  readonly method: string;
  readonly pattern: string;
  readonly value: T;
  readonly forms: readonly LoweredForm[];
}

/** How routes are compared and compiled. */
export interface TableOptions {
  readonly precedence: Precedence;
  readonly caseSensitive: boolean;
  readonly strict: boolean;
  readonly decode: Decode;
}

/** Compiles the routes of one method and of `'*'`, or all routes, given in the order in which they were added. */
export function buildMethodTable<T>(routes: readonly Route<T>[], options: TableOptions): MethodTable<T> {
  const { precedence, caseSensitive, strict, decode } = options;
  // Of two routes with the same pattern, the one for the method comes before the one for every method.
  const ordered =
    precedence === 'registration'
      ? routes
      : routes.toSorted((a, b) => Number(a.method === '*') - Number(b.method === '*'));
  const tree = new TreeBuilder<T>();
  let rank = 0;
  let captures = 0;
  for (const route of ordered) {
    for (const form of route.forms) {
      tree.insert(form.steps, new Leaf(route, form.names, form.lists, rank++));
      captures = Math.max(captures, form.names.length);
    }
  }
  if (precedence === 'specificity') rankBySpecificity(tree.root);
  return new MethodTable(
    new TreeSearch(finishTree(tree.root, false), captures, { strict, fold: !caseSensitive, prefix: false }),
    decode,
  );
}
