/** @module Hot: copies values that must change. The input is never modified. */

/** Maps the items of an array; returns the same array if none changes. */
export function mapItems(
  items: readonly unknown[],
  map: (item: unknown, index: number) => unknown,
): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const mapped = map(items[index], index);
    if (mapped === items[index]) continue;
    copy ??= [...items];
    copy[index] = mapped;
  }
  return copy ?? items;
}

/** Marks a property to leave out. */
export const REMOVED: unique symbol = Symbol('removed');

/** Maps the properties of an object, dropping those that become {@link REMOVED}; returns the same object if none changes. */
export function mapProperties(object: object, map: (name: string, value: unknown) => unknown): object {
  const source = object as Readonly<Record<string, unknown>>;
  let copy: Record<string, unknown> | undefined;
  for (const name in source) {
    if (!Object.hasOwn(source, name)) continue;
    const value = source[name];
    const mapped = map(name, value);
    if (mapped === value) continue;
    copy ??= copyObject(source);
    if (mapped === REMOVED) delete copy[name];
    else setProperty(copy, name, mapped);
  }
  return copy ?? object;
}

/** Copies an object with its prototype. Spread copies `__proto__` as an ordinary property. */
export function copyObject(value: object): Record<string, unknown> {
  const prototype = Object.getPrototypeOf(value);
  const copy: Record<string, unknown> = { ...value };
  return prototype === Object.prototype ? copy : Object.setPrototypeOf(copy, prototype);
}

/** Sets a property of a copy. Plain assignment to `__proto__` would change the prototype. */
export function setProperty(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
