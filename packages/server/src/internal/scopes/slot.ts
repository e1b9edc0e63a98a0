/** @module The place in a scope for the layers and hooks that a shared plugin registers later. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { isPlacedLayer, type PlacedLayer } from '../registration/layer.ts';
import { Stack } from '../registration/stack.ts';
import { HookList } from './hook-list.ts';

/** Layers and hooks at the place where a shared plugin was registered. */
export class Slot {
  readonly stack: Stack<PlacedLayer>;
  readonly hooks: HookList = new HookList();

  constructor(onChange: () => void) {
    this.stack = new Stack(isPlacedLayer, onChange);
  }

  flatten(): readonly PlacedLayer[] {
    return flattenContent(this.stack.layers);
  }
}

/** A call of a shared plugin. */
export interface SharedCall {
  /** The scope that the plugin gets. */
  readonly owner: object;
  /** Set when the call is queued, or has not finished at once. */
  slot: Slot | undefined;
}

const calls = new AsyncLocalStorage<SharedCall>();
let pendingCalls = 0;

/** Runs a shared plugin. What it registers after an `await` belongs to the place of its `register` call. */
export function callShared<Result>(call: SharedCall, plugin: () => Result): Result {
  pendingCalls++;
  return calls.run(call, plugin);
}

/** Ends a call. Without calls the storage is disabled, because it makes promises slower in older versions of Node. */
export function endShared(): void {
  if (--pendingCalls === 0) calls.disable();
}

/** The call of a shared plugin that is registering something in a scope. */
export function currentCall(owner: object): SharedCall | undefined {
  const call = pendingCalls === 0 ? undefined : calls.getStore();
  return call?.owner === owner ? call : undefined;
}

/** The slot for a layer or hook that is being registered in a scope; `undefined` outside of shared plugins. */
export function currentSlot(owner: object): Slot | undefined {
  return currentCall(owner)?.slot;
}

/** The content of a layer that only marks a place. */
interface Content {
  flatten(): readonly PlacedLayer[];
}

const CONTENT: unique symbol = Symbol('content');

type MarkedLayer = PlacedLayer & { readonly [CONTENT]?: Content };

/** Turns a layer into a mark for the place of other layers. */
export function markContent(layer: PlacedLayer, content: Content): PlacedLayer {
  return Object.defineProperty(layer, CONTENT, { value: content });
}

/** Replaces marks by the layers at their places. */
export function flattenContent(layers: readonly PlacedLayer[]): readonly PlacedLayer[] {
  if (!layers.some((layer) => CONTENT in layer)) return layers;
  return layers.flatMap((layer: MarkedLayer) => layer[CONTENT]?.flatten() ?? [layer]);
}
