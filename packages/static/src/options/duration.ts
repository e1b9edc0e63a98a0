/** @module Cold: parses durations in milliseconds, or in the notation of npm's ms. */

const NOTATION =
  /^(?<count>-?(?:\d{1,12})?\.?\d{1,12}) *(?<unit>ms|msecs?|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|y|yrs?|years?)?$/i;

/** Milliseconds also start with an `m`. The first letter identifies all other units. */
const MILLISECONDS = /^(?:ms|mil)/;

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: SECOND,
  m: 60 * SECOND,
  h: 3_600 * SECOND,
  d: DAY,
  w: 7 * DAY,
  y: 365.25 * DAY,
};

/**
 * Turns `60_000`, `'60s'`, `'1.5 h'`, `'2 days'` or `'1y'` into milliseconds.
 *
 * @returns `undefined` if the value is invalid or negative
 */
export function parseDuration(duration: unknown): number | undefined {
  const parsed = typeof duration === 'string' ? signedDuration(duration) : duration;
  return typeof parsed === 'number' && parsed >= 0 && Number.isFinite(parsed) ? parsed : undefined;
}

/** @returns milliseconds, or `NaN` if the text is not in the notation of ms */
export function signedDuration(text: string): number {
  const parts = NOTATION.exec(text)?.groups;
  const word = parts?.unit?.toLowerCase() ?? 'ms';
  const unit = UNITS[MILLISECONDS.test(word) ? 'ms' : word.charAt(0)];
  return parts === undefined || unit === undefined ? Number.NaN : Number(parts.count) * unit;
}
