/** @module JSON Pointers (RFC 6901), in which ajv reports where a value is. */

/** Splits a pointer. Segments are numbers where the value is an array. */
export function pointerPath(pointer: string, root: unknown): PropertyKey[] {
  const path: PropertyKey[] = [];
  let value = root;
  for (const name of segmentsOf(pointer)) {
    path.push(Array.isArray(value) ? Number(name) : name);
    value = Object(value)[name];
  }
  return path;
}

/** The names in a pointer. */
export function segmentsOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeSegment);
}

export function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescapeSegment(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
