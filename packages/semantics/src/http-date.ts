/** @module Formats and parses HTTP dates (RFC 9110 §5.6.7). */

import { invalidValue } from './options.ts';

const FIRST_YEAR_START = Date.parse('0000-01-01T00:00:00Z');
const LAST_YEAR_END = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// Every part has a bounded width, so matching takes bounded time.
const IMF_FIXDATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/;
const RFC_850 =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/;
const ASCTIME =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/;

/**
 * Formats a time as IMF-fixdate.
 *
 * @param time - milliseconds since 1970; fractions of a second are ignored
 * @throws {TypeError} if the time is not a number, or is outside the years 0 to 9999
 *
 * @example
 * import { formatHttpDate } from '@nextpress/semantics/http-date';
 *
 * formatHttpDate(784111777000); // => "Sun, 06 Nov 1994 08:49:37 GMT"
 */
export function formatHttpDate(time: number): string {
  if (!(time >= FIRST_YEAR_START && time <= LAST_YEAR_END)) {
    throw invalidValue('time for formatHttpDate()', 'milliseconds since 1970, in the years 0 to 9999', time);
  }
  return new Date(time).toUTCString();
}

/**
 * Parses a date in one of the three formats that recipients must accept: IMF-fixdate, RFC 850 and asctime. The day name
 * is not checked against the date.
 *
 * @param text - the value of the header
 * @param now - milliseconds since 1970, to determine the century of an RFC 850 year
 * @returns milliseconds since 1970, or `undefined` for an invalid date
 *
 * @example
 * import { parseHttpDate } from '@nextpress/semantics/http-date';
 *
 * parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT'); // => 784111777000
 * parseHttpDate('1994-11-06'); // => undefined
 */
export function parseHttpDate(text: string, now: number = Date.now()): number | undefined {
  const parts = (IMF_FIXDATE.exec(text) ?? RFC_850.exec(text) ?? ASCTIME.exec(text))?.groups;
  if (parts === undefined) return undefined;
  const { day = '', month = '', year = '', time = '' } = parts;
  const fullYear = year.length === 2 ? expandTwoDigitYear(Number(year), now) : Number(year);
  return timeOf(fullYear, MONTHS.indexOf(month), Number(day), time);
}

/** Returns the latest year that ends in these digits and is at most fifty years ahead. */
function expandTwoDigitYear(digits: number, now: number): number {
  const latest = new Date(now).getUTCFullYear() + 50;
  return latest - ((latest - digits) % 100);
}

function timeOf(year: number, month: number, day: number, clock: string): number | undefined {
  const hour = Number(clock.slice(0, 2));
  const minute = Number(clock.slice(3, 5));
  const second = Number(clock.slice(6, 8));
  // 60 is a leap second.
  if (month === -1 || hour > 23 || minute > 59 || second > 60) return undefined;
  const date = new Date(0);
  // Date.UTC treats the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month, day);
  if (date.getUTCDate() !== day) return undefined;
  return date.setUTCHours(hour, minute, second);
}
