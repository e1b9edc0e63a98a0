/** A value as an error message shows it: a text in quotes, so that `"200"` isn't taken for 200. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
