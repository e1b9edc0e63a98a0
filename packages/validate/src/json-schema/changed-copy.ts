/** @module Hot: copies of values that have to change. The input stays as it is. */

/** A list with other items; the same one if none changes. */
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

/** Stands for the value of a property that is left out. */
export const REMOVED: unique symbol = Symbol('removed');

/** An object with other properties, without those that become {@link REMOVED}; the same one if none changes. */
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

/** A copy of an object with the same prototype. Spread copies `__proto__` as a property. */
export function copyObject(value: object): Record<string, unknown> {
  const prototype = Object.getPrototypeOf(value);
  const copy: Record<string, unknown> = { ...value };
  return prototype === Object.prototype ? copy : Object.setPrototypeOf(copy, prototype);
}

/** Sets a property of a copy. A plain assignment to `__proto__` would change the prototype. */
export function setProperty(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
