import { ratiosBy } from './decider.mjs';
import { own } from './server-kind.mjs';
import { spreadOf, standingOf } from './spread.mjs';

/**
 * @typedef {import('./summarize-run.mjs').Row} Row
 * @typedef {import('./summarize-run.mjs').ScenarioSummary} ScenarioSummary
 * @typedef {import('./spread.mjs').Spread} Spread
 *
 * @typedef {object} Comparison Nextpress beside another.
 * @property {Row} other
 * @property {Spread} ratio How many times better Nextpress was, within each round.
 * @property {import('./spread.mjs').Standing} standing Nextpress's.
 *
 * @typedef {object} Place
 * @property {Row} row Nextpress's own.
 * @property {number} rank By median, among what runs on Node, bare Node apart.
 * @property {number} of How many there are, Nextpress with them.
 * @property {Row} winner Of those.
 * @property {Row} best Of everyone.
 * @property {Comparison[]} comparisons With everyone else, the best of the others first.
 */

/** Where Nextpress stands in a scenario. @param {ScenarioSummary} scenario @returns {Place | undefined} nothing when it wasn't measured */
export function placeOf({ rows, decidedBy, noise }) {
  const row = rows.find(({ name }) => name === own);
  const [best] = rows;
  const field = rows.filter(({ kind, name }) => kind === 'library' || name === own);
  const [winner] = field;
  if (row === undefined || best === undefined || winner === undefined) return undefined;
  const comparisons = rows.flatMap((other) => {
    const ratio = spreadOf(ratiosBy(decidedBy, row.samples, other.samples));
    return other === row || ratio === undefined ? [] : [{ other, ratio, standing: standingOf(ratio, noise) }];
  });
  return { row, rank: field.indexOf(row) + 1, of: field.length, winner, best, comparisons };
}
