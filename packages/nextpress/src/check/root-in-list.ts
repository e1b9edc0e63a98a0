import { type Problem, problemOf } from './problem.ts';
import type { Step } from './steps.ts';

/** Functions of `use` with `/` in a list of paths, which there is not the prefix of every path. */
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
