/** Called with a value before it is stored under an index of a list; throws to refuse it. */
export type ElementCheck = (value: unknown) => void;

/**
 * Wraps an object so that `changed` runs after every change, by assignment, `Object.defineProperty` or `delete`.
 * Tools patch layers in each of these ways.
 */
export function observe<T extends object>(target: T, changed: () => void, check?: ElementCheck): T {
  return new Proxy(target, {
    // Assignments arrive here too: the proxy has no `set` trap.
    defineProperty(object, key, descriptor) {
      if (check !== undefined && key !== 'length' && 'value' in descriptor) check(descriptor.value);
      const defined = Reflect.defineProperty(object, key, descriptor);
      changed();
      return defined;
    },
    deleteProperty(object, key) {
      const deleted = Reflect.deleteProperty(object, key);
      changed();
      return deleted;
    },
  });
}
