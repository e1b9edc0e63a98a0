import { type Problem, problemOf } from './problem.ts';
import type { Step } from './steps.ts';

/** Finds `use` calls with `/` in an array of paths, where it is not a prefix of every path. */
export function findRootsInLists(steps: readonly Step[]): Problem[] {
  return steps
    .filter(
      ({ kind, pattern, reaches }) =>
        kind !== 'route' && reaches(pattern) && !reaches(`${pattern}/sample`.replace('//', '/')),
    )
    .map((step) =>
      problemOf(step, {
        code: 'root-in-list',
        message: `runs only for the path ${step.pattern}`,
        causes: [{ text: "in a list of paths, '/' does not match the paths below it, as in Express 5" }],
        fix: `If it should run for every path, leave out the list: use(${step.handlers[0]?.name || 'function'}).`,
      }),
    );
}

/** A character that clients percent-encode in request targets, so that Express never matches it literally. */
const NEEDS_ESCAPE = /[^\u0021-\u007e]|["<>^`|]/;

/** Finds routes and prefixes that match different requests in Express. */
export function findDifferences(steps: readonly Step[]): Problem[] {
  return steps
    .filter(
      ({ pattern, row, samples }) =>
        samples.length > 0 && NEEDS_ESCAPE.test(pattern) && !NEEDS_ESCAPE.test(String(row.prefix)),
    )
    .map((step) =>
      problemOf(step, {
        code: 'differs-from-express',
        message: 'matches requests here, but none in Express',
        causes: [
          {
            text: 'Express compares the pattern with the percent-encoded target; Nextpress normalizes both first',
          },
        ],
        fix: 'Keep it if it is meant to match. Remove it if its requests should go to later handlers.',
      }),
    );
}
