import type { Params } from '@nextpress/router';

/**
 * Merges the params of a router made with `mergeParams` into those of its mount. Its own win. As in Express, its captures
 * without a name are numbered after those of the mount.
 */
export function mergeParams(own: Params, outer: Params): Params {
  // User code may have assigned another value to `req.params`.
  if (typeof outer !== 'object') return own;
  const merged: Record<string, string | readonly string[]> = { ...outer };
  if (!('0' in own) || !('0' in outer)) return Object.assign(merged, own);
  const outerCount = countNumbered(outer);
  const ownCount = countNumbered(own);
  for (const [name, value] of Object.entries(own)) {
    const isNumbered = /^\d+$/.test(name) && Number(name) < ownCount;
    merged[isNumbered ? String(Number(name) + outerCount) : name] = value;
  }
  return merged;
}

/** How many params are named `0`, `1` and so on, without a gap. */
function countNumbered(params: Params): number {
  let count = 0;
  while (String(count) in params) count++;
  return count;
}
