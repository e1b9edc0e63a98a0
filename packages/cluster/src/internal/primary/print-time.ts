/** Formats a duration, e.g. `250 ms` or `3.2 s`. */
export function printTime(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}
