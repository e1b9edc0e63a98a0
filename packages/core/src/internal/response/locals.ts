/** `res.locals`: made when it is first read, without a prototype, so that no name means anything yet. */
export function getLocals(this: { req?: unknown }): Record<string, unknown> {
  const value = Object.create(null) as Record<string, unknown>;
  // A prototype has no request: an object of its own would be everybody's.
  if (this.req !== undefined) {
    Object.defineProperty(this, 'locals', { value, writable: true, enumerable: true, configurable: true });
  }
  return value;
}
