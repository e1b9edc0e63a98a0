/** @module Parses and combines byte ranges (RFC 9110 §14.1.2). */

import { DASH, DIGIT_0, DIGIT_9 } from './internal/char-code.ts';
import { trimmedSlice } from './internal/header-value.ts';
import { integerOption, invalidValue } from './options.ts';

/** A range of bytes. */
export interface ByteRange {
  readonly start: number;
  /** The index of the last byte, so a range of one byte has `end === start`. */
  readonly end: number;
}

/** Options of {@link parseRange}. */
export interface RangeOptions {
  /**
   * A header with more ranges is ignored, as RFC 9110 §17.15 advises.
   * @defaultValue 16
   */
  readonly maxRanges?: number;
}

/** The unit is followed by `=` without whitespace (§14.1.1). */
const BYTES_UNIT = /^bytes=/i;

/**
 * Parses the value of `Range` for a representation of `size` bytes.
 *
 * @returns the satisfiable ranges in the requested order, clamped to the size; `'unsatisfiable'` if there are none
 * (respond with 416); `undefined` for a header to ignore (respond with 200), because it is malformed, uses another unit
 * or has too many ranges
 * @throws {TypeError} if `size` or `maxRanges` is not an integer of at least 0
 *
 * @example
 * import { parseRange } from '@nextpress/semantics/range';
 *
 * parseRange('bytes=0-4, -5', 100); // => [{ start: 0, end: 4 }, { start: 95, end: 99 }]
 * parseRange('bytes=100-', 100); // => "unsatisfiable"
 * parseRange('bytes=9-0', 100); // => undefined
 */
export function parseRange(
  header: string,
  size: number,
  options: RangeOptions = {},
): readonly ByteRange[] | 'unsatisfiable' | undefined {
  const maxRanges = options.maxRanges ?? 16;
  if (!Number.isInteger(size) || size < 0) throw invalidValue('size', 'an integer of at least 0', size);
  integerOption('parseRange', 'maxRanges', maxRanges, 0);
  if (!BYTES_UNIT.test(header)) return undefined;

  const ranges: ByteRange[] = [];
  let asked = 0;
  for (let start = header.indexOf('=') + 1; start <= header.length; ) {
    const comma = header.indexOf(',', start);
    const end = comma === -1 ? header.length : comma;
    const text = trimmedSlice(header, start, end);
    start = end + 1;
    if (text === '') continue;
    if (++asked > maxRanges) return undefined;
    const range = parseByteRange(text, size);
    if (range === 'malformed') return undefined;
    if (range !== 'unsatisfiable') ranges.push(range);
  }
  if (asked === 0) return undefined;
  return ranges.length === 0 ? 'unsatisfiable' : ranges;
}

/**
 * Combines ranges that overlap or adjoin, as RFC 9110 §15.3.7.2 allows. A combined range takes the earliest position of
 * the ranges that it merges; ranges that lie within another are ignored.
 *
 * @example
 * import { combineRanges } from '@nextpress/semantics/range';
 *
 * const asked = [{ start: 90, end: 99 }, { start: 0, end: 4 }, { start: 5, end: 9 }];
 * combineRanges(asked); // => [{ start: 90, end: 99 }, { start: 0, end: 9 }]
 */
export function combineRanges(ranges: readonly ByteRange[]): ByteRange[] {
  const sorted = ranges.map(({ start, end }, position) => ({ start, end, position }));
  sorted.sort((a, b) => a.start - b.start);
  const combined: typeof sorted = [];
  for (const range of sorted) {
    const last = combined.at(-1);
    if (last === undefined || range.start > last.end + 1) {
      combined.push(range);
      continue;
    }
    if (range.end <= last.end) continue;
    last.end = range.end;
    last.position = Math.min(last.position, range.position);
  }
  return combined.sort((a, b) => a.position - b.position).map(({ start, end }) => ({ start, end }));
}

/** Options of {@link parseRangeLikeExpress}. */
export interface ExpressRangeOptions {
  /**
   * The version of Express. Version 4 skips ranges that it cannot parse, and ignores anything after the digits of a
   * position.
   * @defaultValue 5
   */
  readonly version?: 4 | 5;
}

/**
 * Parses the value of `Range`, with any unit, like Express, which uses npm's range-parser.
 *
 * @param size - size of the representation; need not be a number
 * @returns the satisfiable ranges in the requested order; `'unsatisfiable'` if there are none; `undefined` for a malformed header
 *
 * @example
 * import { parseRangeLikeExpress } from '@nextpress/semantics/range';
 *
 * parseRangeLikeExpress('bytes=0-3, x', 10); // => undefined
 * parseRangeLikeExpress('bytes=0-3, x', 10, { version: 4 }); // => [{ start: 0, end: 3 }]
 */
export function parseRangeLikeExpress(
  header: string,
  size: number,
  { version = 5 }: ExpressRangeOptions = {},
): ByteRange[] | 'unsatisfiable' | undefined {
  const equals = header.indexOf('=');
  if (equals === -1) return undefined;
  const read = version === 4 ? readLoosely : readStrictly;
  const ranges: ByteRange[] = [];
  for (const text of header.slice(equals + 1).split(',')) {
    const { start, end } = read(text, size);
    if (version === 5 && (Number.isNaN(start) || Number.isNaN(end))) return undefined;
    if (start >= 0 && start <= end) ranges.push({ start, end });
  }
  return ranges.length === 0 ? 'unsatisfiable' : ranges;
}

/**
 * Like range-parser 1.3. A start or an end that is not a number is malformed; the start of a suffix range may be
 * negative.
 */
function readStrictly(text: string, size: number): ByteRange {
  const dash = text.indexOf('-');
  if (dash === -1) return { start: Number.NaN, end: Number.NaN };
  const first = text.slice(0, dash).trim();
  const last = text.slice(dash + 1).trim();
  const end = DIGITS.test(last) ? Number(last) : Number.NaN;
  if (first === '') return { start: size - end, end: size - 1 };
  return {
    start: DIGITS.test(first) ? Number(first) : Number.NaN,
    end: last === '' ? size - 1 : atMost(end, size - 1),
  };
}

/** Like range-parser 1.2. */
function readLoosely(text: string, size: number): ByteRange {
  const [first = '', last = ''] = text.split('-');
  const start = Number.parseInt(first, 10);
  const end = Number.parseInt(last, 10);
  if (Number.isNaN(start)) return { start: size - end, end: size - 1 };
  return { start, end: Number.isNaN(end) ? size - 1 : atMost(end, size - 1) };
}

const DIGITS = /^\d+$/;

/** A limit that is not a number is ignored. */
function atMost(end: number, limit: number): number {
  return Number.isNaN(limit) ? end : Math.min(end, limit);
}

function parseByteRange(text: string, size: number): ByteRange | 'malformed' | 'unsatisfiable' {
  const dash = skipDigits(text, 0);
  if (text.charCodeAt(dash) !== DASH || skipDigits(text, dash + 1) !== text.length) return 'malformed';
  // Numbers above 2^53 lose precision, but are greater than any size.
  const first = Number(text.slice(0, dash));
  const last = Number(text.slice(dash + 1));
  const hasLast = dash + 1 < text.length;

  if (dash === 0) {
    if (!hasLast) return 'malformed';
    if (last === 0) return 'unsatisfiable';
    // Satisfiable, but `Content-Range` cannot express an empty range, so the whole empty representation is sent.
    if (size === 0) return 'malformed';
    return { start: Math.max(0, size - last), end: size - 1 };
  }
  if (hasLast && last < first) return 'malformed';
  if (first >= size) return 'unsatisfiable';
  return { start: first, end: hasLast ? Math.min(last, size - 1) : size - 1 };
}

function skipDigits(text: string, start: number): number {
  let index = start;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code < DIGIT_0 || code > DIGIT_9) break;
    index++;
  }
  return index;
}
