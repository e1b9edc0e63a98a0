/** @module What `verify`, a format or zlib throws, as the error that is passed on: with a status, as body-parser does it. */

import { HttpError } from '@nextpress/semantics/http-error';

type Thrown = Error & { status?: unknown; statusCode?: unknown; expose?: unknown };

/**
 * The error itself, with `status`, `statusCode` and `expose`, and with `facts` as properties. Anything else that was
 * thrown becomes an error of the given status.
 *
 * @param status - for an error that has none of its own
 */
export function describeThrown(thrown: unknown, status: number, facts: object): Error {
  if (thrown instanceof Error) {
    try {
      setStatus(thrown, statusOf(thrown, status));
      return Object.assign(thrown, facts);
    } catch {
      // A frozen error, or one of a class with getters.
    }
  }
  const message = typeof thrown === 'string' ? thrown : 'the body was refused';
  return Object.assign(new HttpError(status, 'ERR_BODY_REFUSED', message, { cause: thrown }), facts);
}

function statusOf(error: Thrown, otherwise: number): number {
  const status = error.status || error.statusCode || otherwise;
  return Number.isInteger(status) && (status as number) >= 400 && (status as number) < 600
    ? (status as number)
    : 500;
}

function setStatus(error: Thrown, status: number): void {
  // The errors of npm's http-errors inherit theirs, and are left as they are.
  const isComplete = 'expose' in error && (error instanceof HttpError || !Object.hasOwn(error, 'expose'));
  if (isComplete && error.status === status) return;
  Object.assign(error, { expose: status < 500, statusCode: status, status });
}
