/** @module The error that ends a request with a given status, and the one that every package may have to end one with. */

import { STATUS_CODES } from 'node:http';

/** What an {@link HttpError} carries beside its status, code and message. */
export interface HttpErrorOptions {
  /** What made this error necessary. */
  readonly cause?: unknown;
  /**
   * Whether the message may be shown to the client.
   * @defaultValue `true` below 500, `false` from 500 on
   */
  readonly expose?: boolean;
  /** A name in the manner of body-parser's errors (`'entity.too.large'`), for handlers written against them. */
  readonly type?: string;
  /** Fields that the answer needs, such as `Allow` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an error of any copy of the class has: bundles hold copies, and each package throws its own. */
const KIND: unique symbol = Symbol.for('nextpress.HttpError') as never;

/**
 * An error with a `status`, a stable `code` and the name that Express's errors of that status have.
 *
 * @throws {RangeError} when the status isn't an integer from 400 to 599
 *
 * @example
 * import { HttpError } from '@nextpress/semantics/http-error';
 *
 * const error = new HttpError(413, 'ERR_BODY_TOO_LARGE', 'The body is longer than 100 bytes.');
 * error.status; // => 413
 * error.expose; // => true
 */
export class HttpError extends Error {
  readonly status: number;
  /** The same as `status`, under the name that older error handlers read. */
  readonly statusCode: number;
  readonly code: string;
  readonly expose: boolean;
  declare readonly type?: string;
  declare readonly headers?: Readonly<Record<string, string>>;

  static {
    Object.defineProperty(HttpError.prototype, KIND, { value: true });
    Object.defineProperty(HttpError, Symbol.hasInstance, { value: isInstance });
  }

  constructor(status: number, code: string, message: string, options: HttpErrorOptions = {}) {
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new RangeError(
        `The status of an HttpError is an integer from 400 to 599; got ${String(status)} for ${code}.`,
      );
    }
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    Object.defineProperty(this, 'name', { value: nameOf(status), writable: true, configurable: true });
    // Again, so that the stack begins with the name.
    Error.captureStackTrace(this, new.target);
    this.status = status;
    this.statusCode = status;
    this.code = code;
    this.expose = options.expose ?? status < 500;
    if (options.type !== undefined) this.type = options.type;
    if (options.headers !== undefined) this.headers = options.headers;
  }
}

/** The name that the http-errors package gives errors of a status: `NotFoundError`. */
function nameOf(status: number): string {
  const reason = STATUS_CODES[status] ?? STATUS_CODES[status < 500 ? 400 : 500] ?? '';
  const words = reason
    .replace(/[^ \w]/g, '')
    .replace(/(?:^| )(\w)/g, (_, first: string) => first.toUpperCase());
  return words.endsWith('Error') ? words : `${words}Error`;
}

/** `instanceof` of the class, for errors of any copy; of a class that extends it, as usual. */
function isInstance(this: unknown, value: unknown): boolean {
  return this === HttpError
    ? KIND in Object(value)
    : Function.prototype[Symbol.hasInstance].call(this, value);
}

/**
 * The error of a malformed request target (RFC 9112 §3.2), of which `parseRequestTarget` makes nothing. Its status is 400, its code
 * `ERR_REQUEST_TARGET`.
 *
 * @example
 * import { malformedTarget } from '@nextpress/semantics/http-error';
 *
 * malformedTarget().status; // => 400
 * malformedTarget().code; // => "ERR_REQUEST_TARGET"
 */
export function malformedTarget(): HttpError {
  return new HttpError(400, 'ERR_REQUEST_TARGET', 'The request target is malformed.');
}
