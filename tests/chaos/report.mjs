import { bold, dim, green, red } from '../../scripts/terminal.mjs';

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {number} requests
 * @property {number} failed As expected.
 * @property {readonly string[]} unexpected
 * @property {readonly string[]} wrong
 * @property {readonly string[]} lost
 * @property {number | undefined} recovered Milliseconds.
 * @property {ReadonlyMap<string, number>} reasons
 */

const WIDTHS = [16, 9, 21, 11, 7, 6, 16];
const TITLES = ['fault', 'requests', 'failed as expected', 'otherwise', 'wrong', 'lost', 'recovered after'];
/** Lines of each sort that are printed. */
const LINES = 5;

/** @param {readonly string[]} cells */
const line = (cells) =>
  cells
    .map((cell, at) => (at === 0 ? cell.padEnd(WIDTHS[at] ?? 0) : cell.padStart(WIDTHS[at] ?? 0)))
    .join('');

export function printTitles() {
  console.log(`\n    ${bold(line(TITLES))}`);
}

/** @param {Row} row */
export function hasPassed({ unexpected, wrong, lost, recovered }) {
  return unexpected.length + wrong.length + lost.length === 0 && recovered !== undefined;
}

/** @param {Row} row */
export function printRow(row) {
  const { name, requests, failed, unexpected, wrong, lost, recovered } = row;
  const after = recovered === undefined ? 'never' : `${(recovered / 1000).toFixed(2)} s`;
  const counts = [requests, failed, unexpected.length, wrong.length, lost.length].map(String);
  console.log(`  ${hasPassed(row) ? green('✓') : red('✗')} ${line([name, ...counts, after])}`);
  printLines('failed, not expected', unexpected);
  printLines('wrong', wrong);
  printLines('lost', lost);
}

/** Why requests failed, most frequent first. @param {ReadonlyMap<string, number>} reasons */
export function printReasons(reasons) {
  const sorted = [...reasons].sort(([, a], [, b]) => b - a).slice(0, LINES);
  if (sorted.length > 0)
    console.log(dim(`      ${sorted.map(([reason, count]) => `${count} ${reason}`).join(', ')}`));
}

/** @param {string} title @param {readonly string[]} lines */
function printLines(title, lines) {
  for (const text of lines.slice(0, LINES)) console.log(`      ${red(title)}: ${text}`);
  if (lines.length > LINES) console.log(`      and ${lines.length - LINES} more`);
}
