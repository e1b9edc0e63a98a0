import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { PatchedResponse } from '../patched-messages.ts';
import { checkNotPending } from './payload-hook.ts';
import { sendText } from './send.ts';
import { hasNoHeaders } from './sent-headers.ts';
import { isUntouched } from './write-response.ts';

/** `res.status`. */
export function status<T extends ServerResponse>(this: T, code: number): T {
  checkStatus(code);
  this.statusCode = code;
  return this;
}

/**
 * Throws the errors of Express.
 *
 * @throws {TypeError} if the code is not an integer
 * @throws {RangeError} if it is not from 100 to 999
 */
export function checkStatus(code: unknown): asserts code is number {
  if (!isInteger(code)) {
    throw new TypeError(`Invalid status code: ${JSON.stringify(code)}. Status code must be an integer.`);
  }
  if (code < 100 || code > 999) {
    throw new RangeError(
      `Invalid status code: ${JSON.stringify(code)}. Status code must be greater than 99 and less than 1000.`,
    );
  }
}

const isInteger = Number.isInteger as (value: unknown) => value is number;

const TEXT_TYPE = 'text/plain; charset=utf-8';

/** `res.sendStatus`. */
export function sendStatus(this: PatchedResponse, code: number): PatchedResponse {
  checkNotPending(this);
  this.status(code);
  const text = STATUS_CODES[code] ?? String(code);
  if (hasNoHeaders(this) && isUntouched(this)) return sendText(this, text, TEXT_TYPE);
  this.type('txt');
  return this.send(text);
}
