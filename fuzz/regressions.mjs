import { readdirSync, readFileSync } from 'node:fs';
import { confirmed } from './campaign.mjs';

/**
 * A case that went wrong once, or that is known to be easily got wrong.
 *
 * @typedef {object} Regression
 * @property {string} title What is true, in one sentence.
 * @property {import('./options.mjs').ModeName} mode `bytes` where the file doesn't say it.
 * @property {boolean} [everywhere] The stream is split at every byte in turn, too: with bytes only.
 * @property {unknown} case
 */

const folder = new URL('regressions/', import.meta.url);

/** The cases that are kept, with the file they stand in. @returns {{ name: string, regression: Regression }[]} */
export function readRegressions() {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({
      name,
      regression: { mode: 'bytes', ...JSON.parse(readFileSync(new URL(name, folder), 'utf8')) },
    }));
}

/**
 * Tries a regression: the first of its cases that differs, or the last one.
 *
 * @param {import('./mode.mjs').Mode<unknown>} mode The one that the regression names.
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

/** A regression's case, and where it asks for that, one for each place where its stream can be split. @param {Regression} regression */
function casesOf({ everywhere = false, case: kept }) {
  if (!everywhere) return [kept];
  const fuzzCase = /** @type {import('./bytes/case.mjs').FuzzCase} */ (kept);
  const { length } = fuzzCase.units.join('');
  const split = Array.from({ length: length - 1 }, (_, index) => ({ ...fuzzCase, cuts: [index + 1] }));
  return [fuzzCase, ...split];
}
