/**
 * @module Limits the work of one validation. Where a recursive schema has `anyOf` or `oneOf`, the code that ajv generates may
 * validate a value twice at each level, which doubles the time with each level.
 */

/** Steps to find out whether a value is valid: about two seconds. A step is the use of a `$ref`, or an item of `uniqueItems`. */
const MAX_STEPS = 2_000_000;

/** Steps to collect the errors of a value that is invalid. The first error is known without them. */
const MAX_EXPLAINING_STEPS = 10_000;

/** The steps that are left. Generated code throws it when there are none. */
export const work: { left: number } = { left: Number.POSITIVE_INFINITY };

export function startWork(): void {
  work.left = MAX_STEPS;
}

export function startExplaining(): void {
  work.left = MAX_EXPLAINING_STEPS;
}

export function endWork(): void {
  work.left = Number.POSITIVE_INFINITY;
}
