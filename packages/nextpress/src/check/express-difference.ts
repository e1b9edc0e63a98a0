import { type Problem, problemOf } from './problem.ts';
import type { Step } from './steps.ts';

/** A character that clients percent-encode in request targets, so that Express never matches it as it is written. */
const NEEDS_ESCAPE = /[^\u0021-\u007e]|["<>^`|]/;

/** Routes and prefixes that match other requests in Express. */
export function findDifferences(steps: readonly Step[]): Problem[] {
  return steps
    .filter(
      ({ pattern, row, samples }) =>
        samples.length > 0 && NEEDS_ESCAPE.test(pattern) && !NEEDS_ESCAPE.test(String(row.prefix)),
    )
    .map((step) =>
      problemOf(step, {
        code: 'differs-from-express',
        message: 'matches requests here, and none in Express',
        causes: [
          {
            text: 'Express compares the pattern with the percent-encoded target; Nextpress normalizes both first',
          },
        ],
        fix: 'Keep it if it is meant to match. Remove it if its requests should go to later handlers.',
      }),
    );
}
