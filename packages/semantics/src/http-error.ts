/** @module The error class that all packages use. It carries the response status. */

import { STATUS_CODES } from 'node:http';
import { HTTP_ERROR, PROBLEM as PROBLEM_KEY } from '@nextpress-internal/internals/keys';
import { invalidOption, invalidValue } from './options.ts';
import { thrownProperty } from './thrown-value.ts';

/** Options of {@link HttpError}. */
export interface HttpErrorOptions {
  /** The error that caused this one. */
  readonly cause?: unknown;
  /**
   * Whether to send the message to the client.
   * @defaultValue `true` for a status below 500
   */
  readonly expose?: boolean;
  /** The `type` of body-parser's errors, such as `'entity.too.large'`, for handlers that read it. */
  readonly type?: string;
  /** Headers that the response needs, such as `Allow` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Members for the problem details of the response (RFC 9457): a `type`, a `title`, or names of your own. */
  readonly problem?: Readonly<Record<string, unknown>>;
}

/** The key under which an {@link HttpError} stores its `problem` option. */
export const PROBLEM: unique symbol = PROBLEM_KEY as never;

/**
 * An error with a `status` for the response and a stable `code`. Its name and enumerable properties match those of
 * npm's `http-errors`, which error handlers log and serialize.
 *
 * @throws {TypeError} if the status is not an integer from 400 to 599, or if `problem` is not a plain object
 *
 * @example
 * import { HttpError } from '@nextpress/semantics/http-error';
 *
 * const error = new HttpError(413, 'ERR_BODY_TOO_LARGE', 'The body is longer than 100 bytes.');
 * error.status; // => 413
 * error.name; // => 'PayloadTooLargeError'
 * error.expose; // => true
 */
export class HttpError extends Error {
  /** The status of the response, from 400 to 599. */
  declare readonly status: number;
  /** An alias of `status` for older error handlers. */
  declare readonly statusCode: number;
  /** Identifies the error for programs, e.g. `'ERR_NOT_FOUND'`. Stable even if the message changes. */
  declare readonly code: string;
  /** Whether clients get the message. */
  declare readonly expose: boolean;
  /** The `type` of body-parser's errors, such as `'entity.too.large'`. */
  declare readonly type?: string;
  /** Headers of the response, such as `Allow`. */
  declare readonly headers?: Readonly<Record<string, string>>;

  static {
    Object.defineProperty(HttpError.prototype, HTTP_ERROR, { value: true });
    Object.defineProperty(HttpError, Symbol.hasInstance, { value: isInstance });
  }

  constructor(status: number, code: string, message: string, options: HttpErrorOptions = {}) {
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw invalidValue(`status of HttpError ${code}`, 'an integer from 400 to 599', status);
    }
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    const { type, headers, problem, expose = status < 500 } = options;
    if (problem !== undefined && !isPlainObject(problem)) {
      throw invalidOption('HttpError', 'problem', 'an object', problem);
    }
    define(this, 'name', nameOf(status), false);
    define(this, 'status', status, false);
    define(this, 'statusCode', status, false);
    define(this, 'code', code, false);
    define(this, 'expose', expose, false);
    define(this, 'message', message, true);
    if (type !== undefined) this.type = type;
    if (headers !== undefined) this.headers = headers;
    if (problem !== undefined) define(this, PROBLEM, problem, false);
  }
}

function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Error names by status, cached because a flood of bad requests creates an error for each of them. */
const names: (string | undefined)[] = [];

function nameOf(status: number): string {
  names[status] ??= makeName(status);
  return names[status];
}

/** `PayloadTooLargeError` for 413. An unknown status gets the name for 400 or 500. */
function makeName(status: number): string {
  const phrase = STATUS_CODES[status] ?? (status < 500 ? 'Bad Request' : 'Internal Server Error');
  const name = phrase.replace(/(?:^| )\w/g, (start) => start.toUpperCase()).replace(/\W/g, '');
  return name.endsWith('Error') ? name : `${name}Error`;
}

/** Reused: `defineProperty()` copies its values. */
const descriptor: PropertyDescriptor = {
  value: undefined,
  enumerable: false,
  writable: true,
  configurable: true,
};

function define(error: Error, name: string | symbol, value: unknown, enumerable: boolean): void {
  descriptor.value = value;
  descriptor.enumerable = enumerable;
  Object.defineProperty(error, name, descriptor);
}

/** Makes `instanceof` true for errors from any copy of this class. Subclasses use the default behavior. */
function isInstance(this: unknown, value: unknown): boolean {
  return this === HttpError
    ? thrownProperty(value, HTTP_ERROR) === true
    : Function.prototype[Symbol.hasInstance].call(this, value);
}

/**
 * Creates the error for a malformed request target (RFC 9112 §3.2), with status 400 and the code `ERR_REQUEST_TARGET`.
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
