/** Called with a value before it is stored in a list. Returns what to store, or throws to refuse the value. */
export type ElementHook = (value: unknown) => unknown;

/** Calls `onChange` after every assignment, `Object.defineProperty` and `delete`: tools patch layers in each of these ways. */
export function observe<T extends object>(target: T, onChange: () => void, onElement?: ElementHook): T {
  return new Proxy(target, {
    // Also called for assignments, because the proxy has no `set` trap.
    defineProperty(object, key, descriptor) {
      const isElement = onElement !== undefined && key !== 'length' && 'value' in descriptor;
      const stored = isElement ? { ...descriptor, value: onElement(descriptor.value) } : descriptor;
      const defined = Reflect.defineProperty(object, key, stored);
      onChange();
      return defined;
    },
    deleteProperty(object, key) {
      const deleted = Reflect.deleteProperty(object, key);
      onChange();
      return deleted;
    },
  });
}
