// In the place of router/internal/params: what the tree finds without captures gets the params that the static table would
// have given it, so that the two differ in the search alone.
import { NO_PARAMS, readParams as read } from '../../../packages/router/src/internal/params.ts';

export * from '../../../packages/router/src/internal/params.ts';

/** @type {typeof read} */
export function readParams(leaf, path, slots, decode) {
  return leaf.names.length === 0 ? NO_PARAMS : read(leaf, path, slots, decode);
}
