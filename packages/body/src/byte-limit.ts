/** @module Cold: a size limit, as a number of bytes or in body-parser's notation. */

const NOTATION = /^(?<count>\d{1,12}(?:\.\d{1,12})?) ?(?<unit>b|kb|mb|gb)?$/i;

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/**
 * Turns `102_400`, `'100kb'` or `'1.5 MB'` into bytes. A kilobyte is 1024 bytes, as in body-parser.
 *
 * @param of - the function whose option it is
 * @throws {TypeError} for anything else
 */
export function parseByteLimit(of: string, limit: unknown): number {
  const bytes = typeof limit === 'string' ? parseNotation(limit) : limit;
  if (typeof bytes === 'number' && bytes >= 0 && (Number.isInteger(bytes) || bytes === Infinity))
    return bytes;
  throw new TypeError(
    `${of}: option "limit" is ${typeof limit === 'string' ? JSON.stringify(limit) : String(limit)}; ` +
      "write a whole number of bytes, Infinity, or a string such as '100kb' or '1.5mb'",
  );
}

function parseNotation(text: string): number | undefined {
  const parts = NOTATION.exec(text)?.groups;
  const unit = UNITS[parts?.unit?.toLowerCase() ?? 'b'];
  if (parts === undefined || unit === undefined) return undefined;
  const bytes = Number(parts.count) * unit;
  // Of '1.5' the unit was forgotten, and nobody means one byte.
  return unit === 1 ? bytes : Math.floor(bytes);
}
