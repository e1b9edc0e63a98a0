/** @module Cold: how the value of an option reads in a message. */

/** A string in quotes, so that its end and what can't be seen in it show; anything else as it calls itself. */
export function quote(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
