import type { Problem } from './problem.ts';
import type { Step } from './steps.ts';

/** A character that every request target has escaped, so that Express never matches it as it is written. */
const NEEDS_ESCAPE = /[^\u0021-\u007e]|["<>^`|]/;

/** Routes and prefixes that Express would give other requests. */
export function findDifferences(steps: readonly Step[]): Problem[] {
  return steps
    .filter(({ entry, samples }) => samples.length > 0 && NEEDS_ESCAPE.test(entry.path))
    .map(problemOf);
}

function problemOf({ subject, place }: Step): Problem {
  return {
    code: 'differs-from-express',
    severity: 'warning',
    subject,
    place,
    fault: 'answers here, and never in Express',
    because: [
      {
        text: 'Express compares patterns with the target as it is sent, where these characters are escaped; here both are brought to one form',
        place: undefined,
      },
    ],
    fix: 'Nothing, if it is meant to answer; remove it, if its requests were meant to go to what follows.',
  };
}
