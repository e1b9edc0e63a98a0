/** @module The keyword `uniqueItems` in linear time. Ajv compares each pair of items, which takes seconds for a body of 100 kB. */

/** Whether all items are different values of JSON. */
export function areUnique(items: readonly unknown[]): boolean {
  const seen = new Set<unknown>();
  for (const item of items) {
    const key = valueKey(item);
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}

/** The same scalar for equal values of JSON. */
export function valueKey(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? `{${canonicalText(value)}` : scalarKey(value);
}

/** Texts of objects start with a bracket, so strings need another start. */
function scalarKey(value: unknown): unknown {
  return typeof value === 'string' ? `"${value}` : value;
}

/** The same text for equal values, whatever the order of their keys. */
function canonicalText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  const entries = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText((value as Record<string, unknown>)[name])}`);
  return `{${entries.join()}}`;
}
