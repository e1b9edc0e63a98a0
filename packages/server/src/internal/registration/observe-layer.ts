import type { Layer } from './layer.ts';
import { observe } from './observe.ts';

/** The listeners of a route, called after each change of its handlers. */
export const routeListeners: WeakMap<object, Set<() => void>> = new WeakMap();

interface ObservedLayer {
  readonly layer: Layer;
  /** One function for each stack that contains the layer. */
  readonly listeners: Set<() => void>;
}

/** By the layer, and by its proxy, which user code sees. */
const observedLayers = new WeakMap<Layer, ObservedLayer>();

/** Returns the layer to store in a stack. `onChange` is called after each change of the layer or its route, from any stack. */
export function observeLayer<Kind extends Layer>(layer: Kind, onChange: () => void): Kind {
  let observed = observedLayers.get(layer);
  if (observed === undefined) {
    const listeners = new Set<() => void>();
    const proxy = observe(layer, () => {
      for (const listener of listeners) listener();
    });
    observed = { layer: proxy, listeners };
    observedLayers.set(layer, observed);
    observedLayers.set(proxy, observed);
  }
  observed.listeners.add(onChange);
  if (layer.route !== undefined) routeListeners.get(layer.route)?.add(onChange);
  return observed.layer as Kind;
}
