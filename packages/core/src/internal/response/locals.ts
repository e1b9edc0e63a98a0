import { Existing } from '../existing.ts';

/** Hot: the field costs less than `Object.defineProperty`, and gives every response one shape. */
class WithLocals extends Existing {
  locals: Record<string, unknown> = Object.create(null);
}

/** `res.locals`: an object without a prototype, created when it is first read. */
export function getLocals(this: { req?: unknown }): Record<string, unknown> {
  // On a prototype, which has no `req`, the object would be shared by every response.
  return this.req === undefined ? Object.create(null) : (new WithLocals(this) as WithLocals).locals;
}
