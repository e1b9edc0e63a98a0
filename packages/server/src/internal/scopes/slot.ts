/** @module Layers and hooks in order, with places inside for those that plugins register later. */

import { isPlacedLayer, type PlacedLayer } from '../registration/layer.ts';
import { Stack } from '../registration/stack.ts';
import { HookList } from './hook-list.ts';

/** The layers and hooks of a scope, or of a shared plugin at the place where it was registered. */
export class Slot {
  readonly stack: Stack<PlacedLayer>;
  readonly hooks: HookList = new HookList();

  constructor(onChange: () => void) {
    this.stack = new Stack(isPlacedLayer, onChange);
  }

  /** Adds a slot at the end, at the place of a layer. */
  addSlot(mark: PlacedLayer, inner: Slot): void {
    this.stack.append(markContent(mark, inner));
    this.hooks.add(inner.hooks);
  }

  flatten(): readonly PlacedLayer[] {
    return flattenContent(this.stack.layers);
  }
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
function flattenContent(layers: readonly PlacedLayer[]): readonly PlacedLayer[] {
  if (!layers.some((layer) => CONTENT in layer)) return layers;
  return layers.flatMap((layer: MarkedLayer) => layer[CONTENT]?.flatten() ?? [layer]);
}
