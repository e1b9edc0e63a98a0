/** @module Cold: a size limit, as a number of bytes or in body-parser's notation. */

import { constants } from 'node:buffer';

const NOTATION = /^(?<count>\d{1,12}(?:\.\d{1,12})?) ?(?<unit>b|kb|mb|gb)?$/i;

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/**
 * Turns `102_400`, `'100kb'` or `'1.5 MB'` into bytes. A kilobyte is 1024 bytes, as in body-parser.
 *
 * @param of - the function whose option it is
 * @throws {TypeError} for anything else, {RangeError} for more than a string can hold: a limit that is misread is none
 */
export function parseByteLimit(of: string, limit: unknown): number {
  const bytes = typeof limit === 'string' ? parseNotation(limit) : limit;
  if (typeof bytes !== 'number' || !Number.isInteger(bytes) || bytes < 0) {
    throw new TypeError(
      `${of}: option "limit" is ${typeof limit === 'string' ? JSON.stringify(limit) : String(limit)}; ` +
        "write a whole number of bytes, or a string such as '100kb' or '1.5mb'",
    );
  }
  if (bytes > constants.MAX_STRING_LENGTH) {
    throw new RangeError(
      `${of}: option "limit" is ${bytes} bytes, but a body is kept whole, and a string is never longer; ` +
        `write at most ${constants.MAX_STRING_LENGTH}`,
    );
  }
  return bytes;
}

function parseNotation(text: string): number | undefined {
  const parts = NOTATION.exec(text)?.groups;
  const unit = UNITS[parts?.unit?.toLowerCase() ?? 'b'];
  if (parts === undefined || unit === undefined) return undefined;
  const bytes = Number(parts.count) * unit;
  // Of '1.5' the unit was forgotten, and nobody means one byte.
  return unit === 1 ? bytes : Math.floor(bytes);
}
