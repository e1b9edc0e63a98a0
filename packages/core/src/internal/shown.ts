/**
 * A value as an error message shows it: a text in quotes, so that `"200"` isn't taken for 200; of a function or an object
 * the name alone.
 */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return `the function ${value.name || 'without a name'}`;
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value)
    ? 'a list'
    : `an object (${Object.prototype.toString.call(value).slice(8, -1)})`;
}
