import type { Params } from '@nextpress/router';

/**
 * The params of a router made with `mergeParams`: those of the mount around it, and its own, which win. Captures without a
 * name are numbered, so its own are counted on from the outer ones, as in Express.
 */
export function mergeParams(own: Params, outer: Params): Params {
  const merged: Record<string, string | readonly string[]> = Object.assign(Object.create(null), outer);
  if (!('0' in own) || !('0' in outer)) return Object.assign(merged, own);
  const before = countNumbered(outer);
  const numbered = countNumbered(own);
  for (const [name, value] of Object.entries(own)) {
    const isNumbered = /^\d+$/.test(name) && Number(name) < numbered;
    merged[isNumbered ? String(Number(name) + before) : name] = value;
  }
  return merged;
}

/** How many params are named `0`, `1` and so on, without a gap. */
function countNumbered(params: Params): number {
  let count = 0;
  while (String(count) in params) count++;
  return count;
}
