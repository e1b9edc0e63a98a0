/** Whether the run has the tests that take long: `npm test -- --full` and `.ci/run` do, and so do the runs of the night. */
export const isFullRun: boolean = process.env.NEXTPRESS_TESTS !== undefined;

/** The number of generated cases: all at night, otherwise one in five. */
export function caseCount(all: number): number {
  return process.env.NEXTPRESS_TESTS === 'night' ? all : Math.ceil(all / 5);
}
