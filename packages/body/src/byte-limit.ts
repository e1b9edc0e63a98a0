/** @module Cold: parses options that limit bytes. */

import { invalidOption } from '@nextpress/semantics/options';

const NOTATION = /^(?<count>\d{1,12}(?:\.\d{1,12})?) ?(?<unit>b|kb|mb|gb)?$/i;

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/**
 * Turns `102_400`, `'100kb'` or `'1.5 MB'` into bytes. A kilobyte is 1024 bytes, as in body-parser.
 *
 * @param owner - the name of the function that takes the option
 * @throws {TypeError} for anything else
 *
 * @example
 * import { parseByteLimit } from '@nextpress/body/byte-limit';
 *
 * parseByteLimit('readCsv', '1.5mb'); // => 1572864
 */
export function parseByteLimit(owner: string, limit: unknown, option: string = 'limit'): number {
  const bytes = typeof limit === 'string' ? parseNotation(limit) : limit;
  if (typeof bytes === 'number' && bytes >= 0 && (Number.isInteger(bytes) || bytes === Infinity))
    return bytes;
  throw invalidOption(owner, option, 'a byte count such as 102400 or "100kb", or Infinity', limit);
}

function parseNotation(text: string): number | undefined {
  const parts = NOTATION.exec(text)?.groups;
  const unit = UNITS[parts?.unit?.toLowerCase() ?? 'b'];
  if (parts === undefined || unit === undefined) return undefined;
  const bytes = Number(parts.count) * unit;
  // A fraction without a unit, such as '1.5', is rejected as a mistake.
  return unit === 1 ? bytes : Math.floor(bytes);
}
