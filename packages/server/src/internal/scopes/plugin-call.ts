/** @module The plugins that are running: what one registers after an `await` belongs to the place of its `register` call. */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Slot } from './slot.ts';

/** A call of a plugin. */
export interface PluginCall {
  /** The scope that the plugin gets. */
  readonly owner: object;
  /** The call inside which the plugin was registered. */
  readonly outer: PluginCall | undefined;
  /** For a shared plugin; set when the call is queued, or has not finished at once. */
  slot: Slot | undefined;
  /** Whether the plugin has returned, or its promise has settled. */
  isOver: boolean;
}

const calls = new AsyncLocalStorage<PluginCall>();
let pendingCalls = 0;

/** Calls a plugin. {@link endCall} must follow. */
export function beginCall<Result>(call: PluginCall, plugin: () => Result): Result {
  pendingCalls++;
  return calls.run(call, plugin);
}

/** Ends a call. Without calls the storage is disabled, because it makes promises slower in older versions of Node. */
export function endCall(call: PluginCall): void {
  call.isOver = true;
  if (--pendingCalls === 0) calls.disable();
}

/** The innermost call that is running and for which a condition holds. */
export function findCall(isWanted: (call: PluginCall) => boolean): PluginCall | undefined {
  if (pendingCalls === 0) return undefined;
  let call = calls.getStore();
  while (call !== undefined && (call.isOver || !isWanted(call))) call = call.outer;
  return call;
}

/** The call of a plugin that is registering something in a scope. */
export function currentCall(owner: object): PluginCall | undefined {
  return findCall((call) => call.owner === owner);
}

/** The slot for a layer or hook that is being registered in a scope; `undefined` outside of shared plugins. */
export function currentSlot(owner: object): Slot | undefined {
  return currentCall(owner)?.slot;
}
