// `npm run lines`: the code lines and source files of each package. `npm run lines -- main` compares them with a commit.
import { packageSizes } from './code-lines.mjs';
import { commitOf } from './commit-build.mjs';
import { announce, StepFailure } from './terminal.mjs';

const [ref] = process.argv.slice(2);
if (ref?.startsWith('-')) {
  console.log(`npm run lines -- [git ref]

Counts the code lines (without comments and blank lines) and the source files of each package, and compares them with a commit.`);
  process.exit(0);
}
announce('lines');
try {
  print(packageSizes(), ref === undefined ? undefined : packageSizes(commitOf(ref)));
} catch (error) {
  if (!(error instanceof StepFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** @typedef {import('./code-lines.mjs').Size} Size */

/** @param {Map<string, Size>} sizes @param {Map<string, Size> | undefined} before */
function print(sizes, before) {
  const none = { lines: 0, files: 0 };
  const all = (/** @type {Map<string, Size>} */ counted) =>
    [...counted.values()].reduce(
      (sum, each) => ({ lines: sum.lines + each.lines, files: sum.files + each.files }),
      none,
    );
  const names = [...new Set([...sizes.keys(), ...(before?.keys() ?? [])])].sort();
  const rows = names.map((name) => ({ name, now: sizes.get(name) ?? none, old: before?.get(name) ?? none }));
  rows.push({ name: 'all packages', now: all(sizes), old: all(before ?? new Map()) });
  console.log(`  ${''.padEnd(20)}${'lines'.padStart(8)}${'files'.padStart(8)}`);
  for (const { name, now, old } of rows) {
    const changed = signed(now.lines - old.lines).padStart(10) + signed(now.files - old.files).padStart(8);
    const counts = String(now.lines).padStart(8) + String(now.files).padStart(8);
    console.log(`  ${name.padEnd(20)}${counts}${before === undefined ? '' : changed}`.trimEnd());
  }
}

/** @param {number} difference */
function signed(difference) {
  return difference === 0 ? '' : `${difference > 0 ? '+' : ''}${difference}`;
}
