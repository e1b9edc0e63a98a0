import { deciderWords, isOfSpeed } from './decider.mjs';
import { times } from './figures.mjs';
import { placeOf } from './place.mjs';

/**
 * @typedef {import('./summarize-run.mjs').Row} Row
 * @typedef {import('./place.mjs').Comparison} Comparison
 */

/** What a scenario says of Nextpress, in a sentence or two. @param {import('./summarize-run.mjs').ScenarioSummary} scenario */
export function verdictOf(scenario) {
  const { baseline, decidedBy } = scenario;
  const place = placeOf(scenario);
  if (place === undefined) return 'Nextpress was not measured here.';
  const { row, rank, of, winner, comparisons, best } = place;
  const bare = comparisons.find(({ other }) => other.name === baseline);
  const rival = comparisons.find(({ other }) => (rank === 1 ? other.kind === 'library' : other === winner));
  const subject = isOfSpeed(decidedBy) ? 'Nextpress' : `Nextpress, by ${deciderWords[decidedBy]}`;
  return [
    `${subject}: ${beside(row, bare)}`,
    among(rank, of, rival),
    best.kind === 'elsewhere' && elsewhere(best),
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

/** @param {Row} row @param {Comparison | undefined} bare */
function beside({ score }, bare) {
  const ratio = times(score.median);
  if (bare?.standing === 'level') return `level with bare node:http (${ratio}).`;
  return `${ratio} bare node:http${bare?.standing === 'behind' ? ', behind it' : ''}.`;
}

/** @param {number} rank @param {number} of @param {Comparison | undefined} rival The next, or the first where Nextpress is not. */
function among(rank, of, rival) {
  if (rival === undefined) return false;
  const { other, ratio, standing } = rival;
  const field = `of ${of} on Node`;
  // The rounds of two may say something else than the places, which come from the ratios to bare Node.
  const isDoubtful = standing === (rank === 1 ? 'behind' : 'ahead');
  if (standing === 'level' || isDoubtful) {
    return `${capital(ordinal(rank))} ${field}, level with ${other.title} (${times(ratio.median)}).`;
  }
  if (rank === 1) return `First ${field}, ${times(ratio.median)} the next, ${other.title}.`;
  return `${capital(ordinal(rank))} ${field}: ${other.title} is ${times(1 / ratio.median)} as good.`;
}

/** @param {Row} best */
function elsewhere({ title, score }) {
  return `The best of all is ${title}: ${times(score.median)} node:http.`;
}

/** @param {string} word */
function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** @param {number} rank */
function ordinal(rank) {
  const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];
  return words[rank - 1] ?? `${rank}th`;
}
