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

/** The traps of a proxy. In a class, because every layer has a handler: closures would take three times as much memory. */
abstract class ChangeTraps implements ProxyHandler<object>, Watcher {
  abstract changed(): void;

  // Also called for assignments, because the proxy has no `set` trap.
  defineProperty(object: object, key: string | symbol, descriptor: PropertyDescriptor): boolean {
    const defined = Reflect.defineProperty(object, key, descriptor);
    this.changed();
    return defined;
  }

  deleteProperty(object: object, key: string | symbol): boolean {
    const deleted = Reflect.deleteProperty(object, key);
    this.changed();
    return deleted;
  }
}

class Observer extends ChangeTraps {
  readonly #watcher: Watcher;
  readonly #onElement: ElementHook | undefined;

  constructor(watcher: Watcher, onElement: ElementHook | undefined) {
    super();
    this.#watcher = watcher;
    this.#onElement = onElement;
  }

  changed(): void {
    this.#watcher.changed();
  }

  override defineProperty(object: object, key: string | symbol, descriptor: PropertyDescriptor): boolean {
    const onElement = key !== 'length' && 'value' in descriptor ? this.#onElement : undefined;
    const stored =
      onElement === undefined ? descriptor : { ...descriptor, value: onElement(descriptor.value) };
    return super.defineProperty(object, key, stored);
  }
}

const NONE: readonly Watcher[] = [];

/** Passes changes on to watchers. There is usually one, which needs no list. */
export class ChangeListeners extends ChangeTraps {
  #first: Watcher | undefined;
  #others = NONE;

  add(watcher: Watcher): void {
    this.#first ??= watcher;
    if (watcher === this.#first || this.#others.includes(watcher)) return;
    this.#others = this.#others.concat(watcher);
  }

  changed(): void {
    this.#first?.changed();
    for (const watcher of this.#others) watcher.changed();
  }
}

/** On routes: their change listeners, called after each change of their handlers. */
export const ROUTE_CHANGES: unique symbol = Symbol('changes');
const OBSERVED: unique symbol = Symbol('observed');

/** What a layer and its proxy share. */
class ObservedLayer extends ChangeListeners {
  readonly layer: Layer;
  /** What the application sees. */
  readonly proxy: Layer;

  constructor(layer: Layer) {
    super();
    this.layer = layer;
    this.proxy = new Proxy<object>(layer, this) as Layer;
  }
}

/** Layers that show the property of another one, because they are copies or proxies of it, or that cannot have it. */
const others = new WeakMap<Layer, ObservedLayer>();

/** A property instead of a map with all layers, which would make every garbage collection longer. */
function observedOf(layer: Layer & { readonly [OBSERVED]?: ObservedLayer }): ObservedLayer {
  const { [OBSERVED]: known } = layer;
  if (known?.layer === layer || known?.proxy === layer) return known;
  let observed = others.get(layer);
  if (observed !== undefined) return observed;
  observed = new ObservedLayer(layer);
  if (known === undefined && Object.isExtensible(layer)) {
    Object.defineProperty(layer, OBSERVED, { value: observed });
  } else others.set(layer, observed).set(observed.proxy, observed);
  return observed;
}

/** Returns the layer to store in a stack. `watcher` is notified of each change of the layer or its route, from any stack. */
export function observeLayer<Kind extends Layer>(layer: Kind, watcher: Watcher): Kind {
  const observed = observedOf(layer);
  observed.add(watcher);
  (layer.route as { readonly [ROUTE_CHANGES]?: ChangeListeners } | undefined)?.[ROUTE_CHANGES]?.add(watcher);
  return observed.proxy as Kind;
}
