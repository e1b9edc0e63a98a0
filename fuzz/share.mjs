/** @typedef {import('./options.mjs').Options} Options */

/**
 * What one process does of a run.
 *
 * @typedef {object} Share
 * @property {Options} options Of the run.
 * @property {boolean} withKept Whether it tries the cases that are kept as well.
 * @property {number} first The number of its first case.
 * @property {number | null} cases Of each mode; null as many as there is time for.
 * @property {string} name Stands before its lines, where there are several processes.
 *
 * @typedef {{ passed: number, failed: number }} Sum
 */

/** Numbers between the first cases of two processes that go on until the time is up. */
const stride = 100_000_000;

/** Shares a run out: whatever the number of processes, the cases are the same. @param {Options} options @returns {Share[]} */
export function sharesOf(options) {
  const { only, file, cases, processes } = options;
  if (only !== undefined || file !== undefined) {
    return [{ options, withKept: false, first: only ?? 0, cases: 1, name: '' }];
  }
  const isEndless = cases === Number.POSITIVE_INFINITY;
  return Array.from({ length: processes }, (_, index) => {
    const start = isEndless ? index * stride : Math.floor((index * cases) / processes);
    const end = Math.floor(((index + 1) * cases) / processes);
    const name = processes === 1 ? '' : `process ${index + 1}, `;
    return { options, withKept: index === 0, first: start, cases: isEndless ? null : end - start, name };
  });
}
