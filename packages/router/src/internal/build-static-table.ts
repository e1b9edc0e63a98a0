import { ARRAYED } from './char-code.ts';
import type { Leaf } from './leaf.ts';
import { StaticNode, StaticTable } from './static-table.ts';

type Entry<T> = readonly [path: string, leaf: Leaf<T>];

/** Compiles paths and the leaf of each; with `fold`, the paths are in lower case. */
export function buildStaticTable<T>(entries: Iterable<Entry<T>>, fold: boolean): StaticTable<T> {
  const byLength: Entry<T>[][] = [];
  for (const entry of entries) {
    const { length } = entry[0];
    while (byLength.length <= length) byLength.push([]);
    byLength[length]?.push(entry);
  }
  return new StaticTable(byLength.map(tellApart), fold);
}

/** Tells paths of one length apart, first by the position at which they differ most. */
function tellApart<T>(entries: readonly Entry<T>[]): StaticNode<T> | undefined {
  const [first] = entries;
  if (first === undefined) return undefined;
  if (entries.length === 1) return new StaticNode(first[0], first[1].match, 0, 0, [], undefined);
  const position = tellingPosition(entries);
  const groups = new Map<number, Entry<T>[]>();
  for (const entry of entries) {
    const code = entry[0].charCodeAt(position);
    const group = groups.get(code);
    if (group === undefined) groups.set(code, [entry]);
    else group.push(entry);
  }
  const codes = [...groups.keys()].sort((a, b) => a - b);
  const arrayed = codes.filter((code) => code < ARRAYED);
  const low = arrayed[0] ?? 0;
  const span = arrayed.length === 0 ? 0 : (arrayed.at(-1) as number) - low + 1;
  const next = Array.from({ length: span }, (_, index) => tellApart(groups.get(low + index) ?? []));
  const others = new Map<number, StaticNode<T>>();
  for (const code of codes.slice(arrayed.length)) {
    others.set(code, tellApart(groups.get(code) as Entry<T>[]) as StaticNode<T>);
  }
  return new StaticNode('', undefined, position, low, next, others.size > 0 ? others : undefined);
}

/** The position whose largest group of equal characters is the smallest. */
function tellingPosition(entries: readonly Entry<unknown>[]): number {
  let best = 0;
  let bestSize = Number.POSITIVE_INFINITY;
  for (let position = 0; position < (entries[0]?.[0].length ?? 0); position++) {
    const sizes = new Map<number, number>();
    for (const [path] of entries) {
      const code = path.charCodeAt(position);
      sizes.set(code, (sizes.get(code) ?? 0) + 1);
    }
    const size = Math.max(...sizes.values());
    if (size < bestSize) {
      best = position;
      bestSize = size;
    }
  }
  return best;
}
