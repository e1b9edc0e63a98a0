// `npm run proofs`: checks the proofs, and compares the sources with them: `npm run proofs -- --help`.
import { optionsOrEnd } from './command-line.mjs';
import { install } from './install.mjs';
import { announce, bold, dim, green, indent, orExit, red, StepFailure, step } from './terminal.mjs';

/** @typedef {{ name: string, says?: string, where: string, result: string, isPassed: boolean, details?: string }} Row */
/** @typedef {{ title: string, missing: string | undefined, run: (say: (what: string) => void) => Promise<Row[]> }} Check */

// In variables, so that the scripts are type-checked without the proofs.
const optionsModule = '../proofs/options.mjs';
const runModule = '../proofs/run.mjs';
const { readOptions, usage } = await import(optionsModule);
const options = optionsOrEnd(readOptions, usage, process.argv.slice(2));

announce('proofs');
orExit(await step('install', install));
/** @type {{ checksOf: (options: unknown) => Check[] }} */
const { checksOf } = await import(runModule);
/** @type {Row[]} */
const rows = [];
let failed = 0;
let skipped = 0;
for (const check of checksOf(options)) {
  if (check.missing !== undefined) {
    console.log(`  ${dim('-')} ${check.title.padEnd(15)} skipped, ${check.missing}`);
    skipped++;
  } else if (!(await step(check.title, (say) => runCheck(check, say)))) failed++;
}
const bad = rows.filter(({ isPassed }) => !isPassed).length;
const good = rows.length - bad;
// A check that ends with an error has no rows.
failed = Math.max(failed, bad);
printTable();
const counts = [
  `${good} passed`,
  ...(failed > 0 ? [`${failed} failed`] : []),
  ...(skipped > 0 ? [`${skipped} skipped`] : []),
];
console.log(`\n  Proofs  ${counts.join(' | ')} (${good + failed + skipped})\n`);
if (failed > 0) process.exitCode = 1;

/** @param {Check} check @param {(what: string) => void} say */
async function runCheck({ run }, say) {
  const found = await run(say).catch((error) => {
    throw new StepFailure('stopped with an error', error instanceof Error ? error.message : String(error));
  });
  rows.push(...found);
  const wrong = found.filter(({ isPassed }) => !isPassed);
  if (wrong.length === 0) return `${found.length} of ${found.length}`;
  const details = wrong.map((row) => `${row.name}: ${row.result}, ${row.where}\n${row.details ?? ''}`);
  throw new StepFailure(`${wrong.length} of ${found.length} failed`, details.join('\n'));
}

function printTable() {
  for (const { name, says, where, result, isPassed } of rows) {
    const mark = isPassed ? green('✓') : red('✗');
    const details = says === undefined ? '' : `\n${indent(wrapped(says))}`;
    console.log(
      `${says === undefined ? '' : '\n'}  ${mark} ${bold(name)}: ${result}, ${dim(where)}${details}`,
    );
  }
}

/** @param {string} text */
function wrapped(text) {
  return text.replace(/(.{1,100})(?:\s+|$)/g, '$1\n').trimEnd();
}
