/** @module Requests that ask for an upgrade to WebSocket. A package that accepts upgrades and file servers share the keys. */

import { canPassOn, endsRequests, seemsToRefuse } from './can-pass-on.ts';
import type { Layer } from './layer.ts';
import { ALL } from './methods.ts';
import { entryOf } from './route-entry.ts';

/** True for a request that asks for an upgrade which some route accepts. */
const UPGRADE: unique symbol = Symbol.for('nextpress.upgrade') as never;

/** The key that marks a handler which accepts upgrades. */
const ACCEPTS_UPGRADES: unique symbol = Symbol.for('nextpress.acceptsUpgrades') as never;

export function isUpgrade(req: object): boolean {
  return (req as { readonly [UPGRADE]?: boolean })[UPGRADE] === true;
}

/**
 * The handler of a page, before which upgrades leave a route: the first handler for `GET` that responds to each request. Handlers that may
 * pass a request on may be guards, as may those that respond for every method, or with nothing but an error.
 */
export function pageOf(layers: readonly Layer[]): Layer | undefined {
  const handlers = layers.map(({ handle }) => handle);
  if (handlers.some((handler) => ACCEPTS_UPGRADES in handler) || !endsRequests(handlers)) return undefined;
  const end = layers.find(({ handle }) => handle.length < 4 && !canPassOn(handle));
  return end === undefined || isForEveryMethod(end) || seemsToRefuse(end.handle) ? undefined : end;
}

function isForEveryMethod(layer: Layer): boolean {
  return layer.method === undefined || entryOf(layer)?.methods.includes(ALL) === true;
}
