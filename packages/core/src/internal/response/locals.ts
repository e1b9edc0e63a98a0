import { Existing } from '@nextpress-internal/internals/existing';

/** Hot: a field is cheaper than `Object.defineProperty`, and gives all responses one shape. */
class WithLocals extends Existing {
  locals: Record<string, unknown> = Object.create(null);
}

/** `res.locals`: an object without a prototype, created on first access. */
export function getLocals(this: { req?: unknown }): Record<string, unknown> {
  // Read on a prototype, which has no `req`, the object would be shared by all responses.
  return this.req === undefined ? Object.create(null) : (new WithLocals(this) as WithLocals).locals;
}
