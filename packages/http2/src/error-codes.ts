/** @module The error codes of RFC 9113 §7, and the error for a reset stream. Copied from `node:http2`, which is loaded lazily. */

export const NO_ERROR = 0x0;
export const INTERNAL_ERROR = 0x2;
export const CANCEL = 0x8;
export const ENHANCE_YOUR_CALM = 0xb;

/**
 * The error that Node reports when an HTTP/1.1 connection is lost before the response is sent. It has no stack: the frames would
 * be Node's, and capturing them takes a quarter of the time of a reset request.
 */
export function resetError(): Error {
  const { stackTraceLimit } = Error;
  Reflect.set(Error, 'stackTraceLimit', 0);
  const error = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
  return error;
}
