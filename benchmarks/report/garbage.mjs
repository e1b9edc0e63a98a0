import { median } from '../statistics.mjs';

/**
 * The time that a server's garbage collections take per request, the median of its rounds.
 *
 * @param {import('./summarize-run.mjs').Row} row
 * @returns {number | undefined} microseconds
 */
export function garbagePerRequest({ samples }) {
  const times = samples.flatMap((sample) =>
    sample && sample.gc !== undefined ? [(sample.gc.time * 1000) / sample.requests] : [],
  );
  return times.length === 0 ? undefined : median(times);
}
