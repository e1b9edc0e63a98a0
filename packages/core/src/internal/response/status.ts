import type { ServerResponse } from 'node:http';

/**
 * `res.status`, with the errors of Express.
 *
 * @throws {TypeError} if the code is not an integer
 * @throws {RangeError} if it is not from 100 to 999
 */
export function status<T extends ServerResponse>(this: T, code: number): T {
  if (!Number.isInteger(code)) {
    throw new TypeError(`Invalid status code: ${JSON.stringify(code)}. Status code must be an integer.`);
  }
  if (code < 100 || code > 999) {
    throw new RangeError(
      `Invalid status code: ${JSON.stringify(code)}. Status code must be greater than 99 and less than 1000.`,
    );
  }
  this.statusCode = code;
  return this;
}
