/** @typedef {import('./campaign.mjs').Outcome} Outcome */

/** Cases of which one at least must have been served by the lane. */
const enough = 100;

/**
 * What a campaign comes to. Where the lane has served nothing, plain Node was compared with itself, and nothing has passed.
 *
 * @param {Pick<Outcome, 'tried' | 'repeated'> & { findings: readonly unknown[] }} outcome
 * @param {{ fast: number }} served
 * @returns {import('./share.mjs').Sum & { isIdle: boolean }}
 */
export function tally({ tried, findings, repeated }, { fast }) {
  const isIdle = tried >= enough && fast === 0;
  const failed = findings.length + repeated + Number(isIdle);
  return { passed: isIdle ? 0 : tried - failed, failed, isIdle };
}
