/** @module Hot: strips or reports the properties that a schema does not declare, and fills in defaults, in one pass. */

import { Shape } from './declared-shape.ts';
import { copyObject, setProperty } from './json-schema.ts';

/** What to do with properties that a schema does not declare. */
export type UnknownKeys = 'keep' | 'strip' | 'reject';

/** One pass over one value, which the schema has accepted. */
export class ShapePass {
  readonly #unknownKeys: UnknownKeys;
  readonly #maxErrors: number;
  /** The paths of properties that are not declared. */
  readonly unknown: PropertyKey[][] = [];
  readonly #path: PropertyKey[] = [];

  constructor(unknownKeys: UnknownKeys, maxErrors: number) {
    this.#unknownKeys = unknownKeys;
    this.#maxErrors = maxErrors;
  }

  /** Returns the value, or a copy if something has to change. */
  apply(value: unknown, shapes: readonly Shape[]): unknown {
    if (typeof value !== 'object' || value === null || shapes.length === 0) return value;
    const active = new Set<Shape>();
    for (const shape of shapes) shape.collect(value, active);
    const list = [...active];
    return Array.isArray(value) ? this.#applyItems(value, list) : this.#applyProperties(value, list);
  }

  #applyItems(items: readonly unknown[], shapes: readonly Shape[]): unknown {
    let copy: unknown[] | undefined;
    for (let index = 0; index < items.length && !this.#isFull; index++) {
      const children = itemShapes(index, shapes);
      this.#path.push(index);
      const item = this.apply(items[index], children);
      this.#path.pop();
      if (item === items[index]) continue;
      copy ??= [...items];
      copy[index] = item;
    }
    return copy ?? items;
  }

  #applyProperties(value: object, shapes: readonly Shape[]): unknown {
    const isClosed = this.#unknownKeys !== 'keep' && shapes.some((shape) => shape.isClosed);
    let isChanged = false;
    const entries: [string, unknown][] = [];
    for (const [name, before] of Object.entries(value)) {
      if (this.#isFull) break;
      const children = childrenOf(name, shapes);
      if (children.length === 0 && isClosed) {
        isChanged = true;
        if (this.#unknownKeys === 'reject') this.unknown.push([...this.#path, name]);
        continue;
      }
      this.#path.push(name);
      const after = this.apply(before, children);
      this.#path.pop();
      isChanged ||= after !== before;
      entries.push([name, after]);
    }
    for (const { defaults } of shapes) {
      for (const [name, content] of defaults) {
        if (Object.hasOwn(value, name) || entries.some(([present]) => present === name)) continue;
        isChanged = true;
        // Its own properties may also have defaults. What it has besides is not the client's.
        const filled = new ShapePass('keep', 1).apply(structuredClone(content), childrenOf(name, shapes));
        entries.push([name, filled]);
      }
    }
    return isChanged ? fromEntries(entries, Object.getPrototypeOf(value)) : value;
  }

  get #isFull(): boolean {
    return this.unknown.length >= this.#maxErrors;
  }
}

/** The shapes of a property in all schemas that apply to its object; none if it is not declared. */
export function childrenOf(name: string, shapes: readonly Shape[]): readonly Shape[] {
  const children: Shape[] = [];
  for (const { properties, patterns, additional } of shapes) {
    const property = properties.get(name);
    let isDeclared = property !== undefined;
    if (property !== undefined) children.push(property);
    for (const [pattern, shape] of patterns) {
      if (!pattern.test(name)) continue;
      isDeclared = true;
      children.push(shape);
    }
    if (!isDeclared && additional !== undefined) children.push(additional);
  }
  if (children.length > 0) return children;
  const unevaluated = shapes.flatMap((shape) => shape.unevaluated ?? []);
  if (unevaluated.length > 0) return unevaluated;
  const isRequired = shapes.some(({ required }) => required.includes(name));
  return isRequired && !shapes.some((shape) => refuses(shape, name)) ? ANY : [];
}

/** The shapes of a property that is required, but not described. */
const ANY: readonly Shape[] = [new Shape()];

/** The shapes of an item in all schemas that apply to its list. */
export function itemShapes(index: number, shapes: readonly Shape[]): readonly Shape[] {
  const items = shapes.flatMap((shape) => shape.prefixItems[index] ?? shape.items ?? []);
  if (items.length > 0) return items;
  const unevaluated = shapes.flatMap((shape) => shape.unevaluatedItems ?? []);
  const allowed = unevaluated.filter(({ isNever }) => !isNever);
  return allowed.length > 0 ? allowed : unevaluated;
}

function fromEntries(entries: readonly (readonly [string, unknown])[], prototype: object | null): object {
  if (prototype === Object.prototype) return Object.fromEntries(entries);
  const object: Record<string, unknown> = Object.create(prototype);
  for (const [name, value] of entries) setProperty(object, name, value);
  return object;
}

/**
 * Strips the properties that a schema certainly refuses, with `additionalProperties` or `unevaluatedProperties`, before the value
 * is validated. The alternatives of `anyOf`, `oneOf` and `if` are told apart afterwards, so what only they refuse stays.
 *
 * @returns the value, or a copy
 */
export function stripRefused(value: unknown, shapes: readonly Shape[]): unknown {
  if (typeof value !== 'object' || value === null || shapes.length === 0) return value;
  const active = new Set<Shape>();
  for (const shape of shapes) shape.collectAlways(active);
  const list = [...active];
  return Array.isArray(value) ? stripItems(value, list) : stripProperties(value, list);
}

function stripItems(items: readonly unknown[], shapes: readonly Shape[]): unknown {
  const stripped = items.map((item, index) => stripRefused(item, itemShapes(index, shapes)));
  return stripped.every((item, index) => item === items[index]) ? items : stripped;
}

function stripProperties(value: object, shapes: readonly Shape[]): unknown {
  let copy: Record<string, unknown> | undefined;
  for (const [name, before] of Object.entries(value)) {
    const isRefused = shapes.some((shape) => refuses(shape, name));
    const after = isRefused ? undefined : stripRefused(before, childrenOf(name, shapes));
    if (!isRefused && after === before) continue;
    copy ??= copyObject(value);
    if (isRefused) delete copy[name];
    else setProperty(copy, name, after);
  }
  return copy ?? value;
}

function refuses(shape: Shape, name: string): boolean {
  if (shape.refusesAdditional && !shape.declares(name)) return true;
  if (!shape.refusesUnevaluated) return false;
  const evaluated = new Set<Shape>();
  // An alternative that applies to the value may declare the property.
  if (!shape.collectAlways(evaluated)) return false;
  return [...evaluated].every(
    (each) => !each.declares(name) && (each === shape || (each.additional ?? each.unevaluated) === undefined),
  );
}
