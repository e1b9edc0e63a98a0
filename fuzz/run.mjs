// The runner: first the cases that are kept, then new ones, until the time or the cases are used up.
import { readFileSync } from 'node:fs';
import { fastLane } from '@nextpress/fast-lane';
import { bytesMode } from './bytes/mode.mjs';
import { campaign, confirmed } from './campaign.mjs';
import { optionsOrEnd } from './command-line.mjs';
import { handlersMode } from './handlers-mode.mjs';
import { createProgress } from './progress.mjs';
import { firstDifference, readRegressions } from './regressions.mjs';
import { keepFinding, printDivergence, printFinding } from './report.mjs';

const options = optionsOrEnd(process.argv.slice(2));
const { modes, cases, seconds, seed, only, file, tls, lazy, findings } = options;
process.on('SIGINT', () => process.exit(130));

const flags = `${tls ? ' --tls' : ''}${lazy ? ' --lazy' : ''}`;
const circumstances = { node: process.versions.node, tls, lazy };
/** @param {import('node:http').Server} server */
const wrap = (server) => fastLane(server, { lazy });
const make = { bytes: () => bytesMode(wrap, { secure: tls }), handlers: () => handlersMode(wrap) };

const progress = createProgress();
const started = performance.now();
const sum = { passed: 0, failed: 0 };
console.log(`  seed ${seed}, Node ${process.versions.node}${flags}`);
if (file !== undefined) await replayFile(file);
else {
  if (only === undefined && modes.includes('bytes')) await replay(readRegressions());
  for (const [index, name] of modes.entries()) await fuzz(name, (index + 1) / modes.length);
}

const total = sum.passed + sum.failed;
console.log(
  `\n  Fuzz  ${sum.failed === 0 ? '' : `${sum.failed} failed | `}${sum.passed} passed (${total})\n`,
);
process.exit(sum.failed === 0 ? 0 : 1);

/** @param {import('./options.mjs').ModeName} name @param {number} share of the time, until its end */
async function fuzz(name, share) {
  const mode = /** @type {import('./mode.mjs').Mode<unknown>} */ (make[name]());
  const deadline = started + seconds * 1_000 * share;
  const began = performance.now();
  const rate = (/** @type {number} */ tried) => Math.round(tried / ((performance.now() - began) / 1_000));
  const bounds =
    only === undefined
      ? { seed, first: 0, cases, deadline, findings }
      : { seed, first: only, cases: 1, deadline: Number.POSITIVE_INFINITY, findings };
  const outcome = await campaign(mode, bounds, {
    tell: (tried) => progress.say(() => `${name}: ${tried} cases, ${rate(tried)} a second`),
    found(finding) {
      progress.clear();
      printFinding(finding, flags);
      keepFinding(finding, circumstances);
    },
  });
  progress.clear();
  const { fast, node } = mode.served();
  mode.close();
  const failed = outcome.findings.length + outcome.repeated;
  sum.failed += failed;
  sum.passed += outcome.tried - failed;
  const again = outcome.repeated > 0 ? `, ${outcome.repeated} more of the same kinds` : '';
  console.log(
    `  ${name}: ${outcome.tried} cases, ${rate(outcome.tried)} a second, ${outcome.findings.length} divergences${again}; ` +
      `requests served: ${fast} by the lane, ${node} by Node behind it`,
  );
}

/** @param {string} path */
async function replayFile(path) {
  const kept = JSON.parse(readFileSync(path, 'utf8'));
  if (kept.mode !== 'handlers') return await replay([{ name: path, regression: { title: path, ...kept } }]);
  const mode = make.handlers();
  settle(path, mode.text(kept.case), await confirmed(mode, kept.case));
  mode.close();
}

/** @param {ReturnType<typeof readRegressions>} regressions */
async function replay(regressions) {
  const mode = make.bytes();
  for (const { name, regression } of regressions) {
    const { fuzzCase, found } = await firstDifference(mode, regression);
    settle(`${regression.title} (${name})`, mode.text(fuzzCase), found);
  }
  mode.close();
}

/** @param {string} title @param {string} text @param {import('./difference.mjs').Difference[]} found */
function settle(title, text, found) {
  if (found.length === 0) {
    sum.passed++;
    return;
  }
  sum.failed++;
  console.log(`\n  ${title}`);
  printDivergence(text, found);
}
