/** Called with a value before it is stored in a list. Returns what to store, or throws to refuse the value. */
export type ElementHook = (value: unknown) => unknown;

/** What is called after a change. */
export interface Watcher {
  changed(): void;
}

/** Calls `watcher` after every assignment, `Object.defineProperty` and `delete`: tools patch layers in each of these ways. */
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
