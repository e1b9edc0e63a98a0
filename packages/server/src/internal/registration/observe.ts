/** Called with a value before it is stored in a list. Throws to refuse it. */
export type ElementCheck = (value: unknown) => void;

/** Calls `onChange` after every assignment, `Object.defineProperty` and `delete`: tools patch layers in each of these ways. */
export function observe<T extends object>(target: T, onChange: () => void, check?: ElementCheck): T {
  return new Proxy(target, {
    // Also called for assignments, because the proxy has no `set` trap.
    defineProperty(object, key, descriptor) {
      if (check !== undefined && key !== 'length' && 'value' in descriptor) check(descriptor.value);
      const defined = Reflect.defineProperty(object, key, descriptor);
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
