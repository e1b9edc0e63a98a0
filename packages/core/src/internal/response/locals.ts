/** `res.locals`: an object without a prototype, created when it is first read. */
export function getLocals(this: { req?: unknown }): Record<string, unknown> {
  const value = Object.create(null) as Record<string, unknown>;
  // On a prototype, which has no `req`, the object would be shared by every response.
  if (this.req !== undefined) {
    Object.defineProperty(this, 'locals', { value, writable: true, enumerable: true, configurable: true });
  }
  return value;
}
