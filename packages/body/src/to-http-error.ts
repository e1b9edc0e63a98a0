import { HttpError } from '@nextpress/semantics/http-error';
import { isThrownError } from '@nextpress/semantics/thrown-value';

type ThrownError = Error & { status?: unknown; statusCode?: unknown; expose?: unknown };

/**
 * Turns an error of `verify`, a format or zlib into one with a status, as body-parser does.
 *
 * @param status - for an error without a status of its own
 * @param properties - assigned to the error
 * @returns the thrown error itself, or an {@link HttpError} for any other value
 */
export function toHttpError(thrown: unknown, status: number, properties: object): Error {
  if (isThrownError(thrown)) {
    try {
      setStatus(thrown, statusOf(thrown, status));
      return Object.assign(thrown, properties);
    } catch {
      // The error is frozen, or its class has getters.
    }
  }
  const message = typeof thrown === 'string' ? thrown : 'the body was rejected';
  return Object.assign(new HttpError(status, 'ERR_BODY_REFUSED', message, { cause: thrown }), properties);
}

function statusOf(error: ThrownError, fallback: number): number {
  const status = error.status || error.statusCode || fallback;
  return Number.isInteger(status) && (status as number) >= 400 && (status as number) < 600
    ? (status as number)
    : 500;
}

function setStatus(error: ThrownError, status: number): void {
  // Errors of npm's http-errors inherit these properties and stay unchanged.
  const isComplete = 'expose' in error && (error instanceof HttpError || !Object.hasOwn(error, 'expose'));
  if (isComplete && error.status === status) return;
  Object.assign(error, { expose: status < 500, statusCode: status, status });
}
