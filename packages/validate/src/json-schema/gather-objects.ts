/** @module Objects in a query: `filter[from]=a&filter[to]=b`, which OpenAPI calls `style: deepObject`. */

import { copyObject, isSchemaObject, setProperty } from './json-schema.ts';

/** Objects nested more deeply stay as they are. */
const MAX_KEYS = 32;

const KEYS = /^(?:\[[^[\]]*\])+$/;

/**
 * Gathers the members of objects in a query whose parser leaves brackets in names.
 *
 * @param names - of the objects; other names with brackets are ordinary ones
 * @returns the query, or a copy
 */
export function gatherObjects(query: object, names: ReadonlySet<string>): object {
  if (names.size === 0) return query;
  let copy: Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(query)) {
    const end = name.indexOf('[');
    const root = name.slice(0, end);
    if (end < 1 || !names.has(root) || Object.hasOwn(query, root) || !KEYS.test(name.slice(end))) continue;
    const path = [root, ...name.slice(end + 1, -1).split('][')];
    if (path.length > MAX_KEYS) continue;
    copy ??= copyObject(query);
    if (setInside(copy, path, value)) delete copy[name];
  }
  return copy ?? query;
}

/** Sets a member of objects in objects; returns whether it is free. */
function setInside(object: Record<string, unknown>, path: readonly string[], value: unknown): boolean {
  const [name = '', ...rest] = path;
  const known = Object.hasOwn(object, name) ? object[name] : undefined;
  if (rest.length === 0) {
    if (known === undefined) setProperty(object, name, value);
    return known === undefined;
  }
  if (known !== undefined && !isSchemaObject(known)) return false;
  const inside = known ?? {};
  if (!setInside(inside as Record<string, unknown>, rest, value)) return false;
  if (known === undefined) setProperty(object, name, inside);
  return true;
}
