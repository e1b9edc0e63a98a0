/** Whether the run has the tests that take long: `npm test -- --full` and `.ci/run` do. */
export const isFullRun: boolean = process.env.NEXTPRESS_FULL_TESTS === '1';

/** The number of generated cases: all in a full run, otherwise one in five. */
export function caseCount(all: number): number {
  return isFullRun ? all : Math.ceil(all / 5);
}
