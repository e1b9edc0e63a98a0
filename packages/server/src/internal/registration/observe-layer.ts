import type { Layer } from './layer.ts';
import { observe, type Watcher } from './observe.ts';

type Listener = () => void;

/** Functions that are called after each change. Mostly there is one, and a list takes less memory than a set. */
export class Listeners implements Watcher {
  #list: readonly Listener[] = [];

  add(listener: Listener): void {
    if (!this.#list.includes(listener)) this.#list = this.#list.concat(listener);
  }

  changed(): void {
    for (const listener of this.#list) listener();
  }
}

/** The listeners of a route, called after each change of its handlers. */
export const routeListeners: WeakMap<object, Listeners> = new WeakMap();

interface ObservedLayer {
  readonly layer: Layer;
  /** One function for each stack that contains the layer. */
  readonly listeners: Listeners;
}

/** By the layer, and by its proxy, which user code sees. */
const observedLayers = new WeakMap<Layer, ObservedLayer>();

/** Returns the layer to store in a stack. `onChange` is called after each change of the layer or its route, from any stack. */
export function observeLayer<Kind extends Layer>(layer: Kind, onChange: Listener): Kind {
  let observed = observedLayers.get(layer);
  if (observed === undefined) {
    const listeners = new Listeners();
    const proxy = observe(layer, listeners);
    observed = { layer: proxy, listeners };
    observedLayers.set(layer, observed);
    observedLayers.set(proxy, observed);
  }
  observed.listeners.add(onChange);
  if (layer.route !== undefined) routeListeners.get(layer.route)?.add(onChange);
  return observed.layer as Kind;
}
