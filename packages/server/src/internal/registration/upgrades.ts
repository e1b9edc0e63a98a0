/** @module Requests for a WebSocket upgrade. Packages that accept upgrades, and file servers, share the keys. */

import { ACCEPTS_UPGRADES, UPGRADE } from '@nextpress-internal/internals/keys';
import type { Layer } from './layer.ts';
import { ALL } from './methods.ts';
import { entryOf } from './route-entry.ts';

export function isUpgrade(req: object): boolean {
  return (req as { readonly [UPGRADE]?: boolean })[UPGRADE] === true;
}

/** Whether a handler accepts WebSocket upgrades: other requests skip its route. */
export function isForUpgrades(handler: object): boolean {
  return ACCEPTS_UPGRADES in handler;
}

/**
 * The page of a route, which upgrades skip: its last handler, unless that takes `next` and so may be a guard. Handlers for every method
 * count as guards. As with error handlers, the number of parameters decides.
 */
export function pageOf(layers: readonly Layer[]): Layer | undefined {
  const last = layers.findLast(({ handle }) => handle.length < 4);
  return last === undefined || last.handle.length === 3 || isForEveryMethod(last) ? undefined : last;
}

function isForEveryMethod(layer: Layer): boolean {
  return layer.method === undefined || entryOf(layer)?.methods.includes(ALL) === true;
}
