/** Whether a value is a promise, possibly from a library or another realm. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject && typeof (value as PromiseLike<unknown>).then === 'function';
}
