/** @module Requests that ask for an upgrade to WebSocket. A package that accepts upgrades and file servers share the keys. */

import type { ServerLayer } from '../../types.ts';
import { endsRequests } from './can-pass-on.ts';

/** True for a request that asks for an upgrade which some route accepts. */
const UPGRADE: unique symbol = Symbol.for('nextpress.upgrade') as never;

/** The key that marks a handler which accepts upgrades. */
const ACCEPTS_UPGRADES: unique symbol = Symbol.for('nextpress.acceptsUpgrades') as never;

export function isUpgrade(req: object): boolean {
  return (req as { readonly [UPGRADE]?: boolean })[UPGRADE] === true;
}

/** Whether some of the handlers of a route accept upgrades. */
export function acceptUpgrades(handlers: readonly ServerLayer[]): boolean {
  return handlers.some((handler) => ACCEPTS_UPGRADES in handler);
}

/** Whether upgrades skip the handlers of a route: a page would respond. Handlers that may pass a request on may be guards. */
export function skipUpgrades(handlers: readonly ServerLayer[]): boolean {
  return !acceptUpgrades(handlers) && endsRequests(handlers);
}
