/**
 * @module Strips the properties that a schema certainly refuses, with `additionalProperties` or `unevaluatedProperties`, before the
 * value is validated. The alternatives of `anyOf`, `oneOf` and `if` are told apart afterwards, so what only they refuse stays.
 */

import type { Shape } from './declared-shape.ts';
import { copyObject, setProperty } from './json-schema.ts';
import { childrenOf } from './shape-pass.ts';

/** Returns the value, or a copy without refused properties. */
export function stripRefused(value: unknown, shapes: readonly Shape[]): unknown {
  if (typeof value !== 'object' || value === null || shapes.length === 0) return value;
  const active = new Set<Shape>();
  for (const shape of shapes) shape.collectAlways(active);
  const list = [...active];
  return Array.isArray(value) ? stripItems(value, list) : stripProperties(value, list);
}

function stripItems(items: readonly unknown[], shapes: readonly Shape[]): unknown {
  const stripped = items.map((item, index) =>
    stripRefused(
      item,
      shapes.flatMap((shape) => shape.prefixItems[index] ?? shape.items ?? []),
    ),
  );
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
    (each) => !each.declares(name) && (each === shape || each.additional === undefined),
  );
}
