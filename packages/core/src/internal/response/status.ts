import type { ServerResponse } from 'node:http';
import { shown } from '../shown.ts';

/** `res.status`. */
export function status<T extends ServerResponse>(this: T, code: number): T {
  this.statusCode = checkedStatus(code);
  return this;
}

/**
 * @throws TypeError when the code isn't an integer
 * @throws RangeError when it is outside of what Node sends
 */
export function checkedStatus(code: number): number {
  if (!Number.isInteger(code))
    throw new TypeError(`A status code is an integer such as 200; got ${shown(code)}.`);
  if (code < 100 || code > 999) throw new RangeError(`A status code lies between 100 and 999; got ${code}.`);
  return code;
}
