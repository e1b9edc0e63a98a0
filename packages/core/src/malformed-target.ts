import { HttpError } from '@nextpress/semantics/http-error';

/**
 * The error of a malformed request target: what `req.pathname` throws, and what a server answers where `openRequest`
 * returns `false`. Its status is 400, its code `ERR_REQUEST_TARGET`.
 *
 * @example
 * import { malformedTarget } from '@nextpress/core';
 *
 * malformedTarget().status; // => 400
 * malformedTarget().code; // => "ERR_REQUEST_TARGET"
 */
export function malformedTarget(): HttpError {
  return new HttpError(400, 'ERR_REQUEST_TARGET', 'The request target is malformed.');
}
