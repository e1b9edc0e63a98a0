/** Whether a layer has returned a promise, which may be one of a library or of another realm. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject && typeof (value as PromiseLike<unknown>).then === 'function';
}
