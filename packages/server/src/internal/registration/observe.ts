import type { Layer } from './layer.ts';

/** Called with a value before it is stored in a list. Returns what to store, or throws to refuse the value. */
export type ElementHook = (value: unknown) => unknown;

/** Is called after each change. */
export interface Watcher {
  changed(): void;
}

/** Calls `watcher` after every assignment, `Object.defineProperty` and `delete`: tools patch layers in all three ways. */
export function observe<T extends object>(target: T, watcher: Watcher, onElement?: ElementHook): T {
  return new Proxy<object>(target, new Observer(watcher, onElement)) as T;
}

/** A class, because every layer has one: closures would take three times as much memory. */
class Observer implements ProxyHandler<object> {
  readonly #watcher: Watcher;
  readonly #onElement: ElementHook | undefined;

  constructor(watcher: Watcher, onElement: ElementHook | undefined) {
    this.#watcher = watcher;
    this.#onElement = onElement;
  }

  // Also called for assignments, because the proxy has no `set` trap.
  defineProperty(object: object, key: string | symbol, descriptor: PropertyDescriptor): boolean {
    const onElement = key !== 'length' && 'value' in descriptor ? this.#onElement : undefined;
    const stored =
      onElement === undefined ? descriptor : { ...descriptor, value: onElement(descriptor.value) };
    const defined = Reflect.defineProperty(object, key, stored);
    this.#watcher.changed();
    return defined;
  }

  deleteProperty(object: object, key: string | symbol): boolean {
    const deleted = Reflect.deleteProperty(object, key);
    this.#watcher.changed();
    return deleted;
  }
}

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
