/** @typedef {import('./campaign.mjs').Outcome} Outcome */

/** From this many cases on, the lane must have served at least one. */
const MIN_CASES = 100;

/**
 * Counts the passed and failed cases. Nothing passes when the lane has served no request.
 *
 * @param {Pick<Outcome, 'tried' | 'repeated'> & { findings: readonly unknown[] }} outcome
 * @param {{ fast: number }} served
 * @returns {import('./share.mjs').Sum & { isIdle: boolean }}
 */
export function tally({ tried, findings, repeated }, { fast }) {
  const isIdle = tried >= MIN_CASES && fast === 0;
  const failed = findings.length + repeated + Number(isIdle);
  return { passed: isIdle ? 0 : tried - failed, failed, isIdle };
}
