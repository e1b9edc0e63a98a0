import type { Layer } from './layer.ts';
import { observe, type Watcher } from './observe.ts';

type Listener = () => void;

/** Change listeners. An array, because there is usually one and a Set costs more memory. */
export class ChangeListeners implements Watcher {
  #list: readonly Listener[] = [];

  add(listener: Listener): void {
    if (!this.#list.includes(listener)) this.#list = this.#list.concat(listener);
  }

  changed(): void {
    for (const listener of this.#list) listener();
  }
}

/** The listeners of a route, called after each change of its handlers. */
export const routeListeners: WeakMap<object, ChangeListeners> = new WeakMap();

/** By the layer, and by its proxy, which the application sees. There is one listener for each stack that contains the layer. */
const observedLayers = new WeakMap<Layer, { readonly proxy: Layer; readonly listeners: ChangeListeners }>();

/** Returns the layer to store in a stack. `onChange` is called after each change of the layer or its route, from any stack. */
export function observeLayer<Kind extends Layer>(layer: Kind, onChange: Listener): Kind {
  let observed = observedLayers.get(layer);
  if (observed === undefined) {
    const listeners = new ChangeListeners();
    const proxy = observe(layer, listeners);
    observed = { proxy, listeners };
    observedLayers.set(layer, observed);
    observedLayers.set(proxy, observed);
  }
  observed.listeners.add(onChange);
  if (layer.route !== undefined) routeListeners.get(layer.route)?.add(onChange);
  return observed.proxy as Kind;
}
