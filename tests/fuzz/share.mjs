/** @typedef {import('./options.mjs').Options} Options */

/**
 * The part of a run that one process does.
 *
 * @typedef {object} Share
 * @property {Options} options Of the run.
 * @property {boolean} withRegressions Whether it replays the regressions first.
 * @property {number} first The number of its first case.
 * @property {number | null} cases Of each mode; null for as many as there is time for.
 * @property {string} name Prefix of its lines when there are several processes.
 *
 * @typedef {{ passed: number, failed: number }} Sum
 */

/** Distance between the first cases of two processes without a number of cases. */
const stride = 100_000_000;

/** Divides a run among processes; the cases are the same for any number of processes. @param {Options} options @returns {Share[]} */
export function sharesOf(options) {
  const { only, file, cases, processes } = options;
  if (only !== undefined || file !== undefined) {
    return [{ options, withRegressions: false, first: only ?? 0, cases: 1, name: '' }];
  }
  const isEndless = cases === Number.POSITIVE_INFINITY;
  return Array.from({ length: processes }, (_, index) => {
    const start = isEndless ? index * stride : Math.floor((index * cases) / processes);
    const end = Math.floor(((index + 1) * cases) / processes);
    const name = processes === 1 ? '' : `process ${index + 1}, `;
    return {
      options,
      withRegressions: index === 0,
      first: start,
      cases: isEndless ? null : end - start,
      name,
    };
  });
}
