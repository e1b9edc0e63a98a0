import { readFileSync } from 'node:fs';
import { confirmed } from './campaign.mjs';

/**
 * A case that has differed once, or that is easy to get wrong.
 *
 * @typedef {object} Regression
 * @property {string} title The behavior that the lane shares with Node, in one sentence.
 * @property {import('./options.mjs').ModeName} mode
 * @property {boolean} [everywhere] Also splits the stream at every byte in turn; bytes only.
 * @property {unknown} case
 */

/** The committed regressions: one file per mode, one case per line. @returns {Regression[]} */
export function readRegressions() {
  return /** @type {const} */ (['bytes', 'handlers']).flatMap((mode) =>
    readFileSync(new URL(`regressions/${mode}.jsonl`, import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => ({ mode, ...JSON.parse(line) })),
  );
}

/**
 * Tries the cases of a regression up to the first that differs.
 *
 * @param {import('./mode.mjs').Mode<unknown>} mode The mode that the regression names.
 * @param {Regression} regression
 */
export async function firstDifference(mode, regression) {
  let fuzzCase = regression.case;
  for (fuzzCase of casesOf(regression)) {
    const found = await confirmed(mode, fuzzCase);
    if (found.length > 0) return { fuzzCase, found };
  }
  return { fuzzCase, found: [] };
}

/** The case itself and, with `everywhere`, one case for each place to split its stream. @param {Regression} regression */
function casesOf({ everywhere = false, case: whole }) {
  if (!everywhere) return [whole];
  const fuzzCase = /** @type {import('./bytes/case.mjs').FuzzCase} */ (whole);
  const { length } = fuzzCase.units.join('');
  const split = Array.from({ length: length - 1 }, (_, index) => ({ ...fuzzCase, cuts: [index + 1] }));
  return [fuzzCase, ...split];
}
