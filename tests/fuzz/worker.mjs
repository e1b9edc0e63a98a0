// One process of a run: first the regressions, then new cases until the time or the cases are used up.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fastLane } from '@nextpress/fast-lane';
import { bytesMode } from './bytes/mode.mjs';
import { campaign } from './campaign.mjs';
import { handlersMode } from './handlers-mode.mjs';
import { findLeaks, usedHeap } from './leaks.mjs';
import { flagsOf } from './options.mjs';
import { createProgress } from './progress.mjs';
import { firstDifference, readRegressions } from './regressions.mjs';
import { keepFinding, printDivergence, printFinding } from './report.mjs';
import { tally } from './tally.mjs';

const unbounded = Number.POSITIVE_INFINITY;
process.on('disconnect', () => process.exit(1));
const [share] = await once(process, 'message');
const { options, withRegressions, first, cases, name } = /** @type {import('./share.mjs').Share} */ (share);
const { modes, seed, only, file, tls, lazy, brief, findings } = options;
// JSON between the two processes turns Infinity into null.
const seconds = options.seconds ?? unbounded;

const flags = flagsOf(options);
const circumstances = { node: process.versions.node, tls, lazy, brief };
/** @param {import('node:http').Server} server */
const wrap = (server) => fastLane(server, { lazy });
const make = { bytes: () => bytesMode(wrap, { secure: tls, brief }), handlers: () => handlersMode(wrap) };

const progress = createProgress();
const started = performance.now();
const sum = { passed: 0, failed: 0 };
if (file !== undefined) await replayFile(file);
else {
  if (withRegressions) await replay(readRegressions().filter(({ mode }) => modes.includes(mode)));
  for (const [index, mode] of modes.entries()) await fuzz(mode, (index + 1) / modes.length);
}
process.send?.(sum, () => process.exit());

/** @param {import('./options.mjs').ModeName} modeName @param {number} part The share of the time until this mode ends. */
async function fuzz(modeName, part) {
  const mode = /** @type {import('./mode.mjs').Mode<unknown>} */ (make[modeName]());
  const label = `${name}${modeName}`;
  const deadline = only === undefined ? started + seconds * 1_000 * part : unbounded;
  const began = performance.now();
  const rate = (/** @type {number} */ tried) => Math.round(tried / ((performance.now() - began) / 1_000));
  const bounds = { seed, first, cases: cases ?? unbounded, deadline, findings };
  /** @type {number | undefined} */
  let heapBefore;
  const outcome = await campaign(mode, bounds, {
    async tell(tried) {
      progress.say(() => `${label}: ${tried} cases, ${rate(tried)} a second`);
      heapBefore ??= await usedHeap();
    },
    found(finding) {
      progress.clear();
      printFinding(finding, flags);
      keepFinding(finding, circumstances);
    },
  });
  progress.clear();
  const served = mode.served();
  mode.close();
  const { passed, failed, isIdle } = tally(outcome, brief ? { fast: served.begun ?? 0 } : served);
  sum.failed += failed;
  sum.passed += passed;
  const again = outcome.repeated > 0 ? `, ${outcome.repeated} more of the same kinds` : '';
  console.log(
    `  ${label}: ${outcome.tried} cases, ${rate(outcome.tried)} a second, ${outcome.findings.length} divergences${again}; ` +
      `requests served: ${served.fast} by the lane, ${served.node} by Node after a hand-over`,
  );
  if (isIdle && brief) console.log('  No connection started in Node: --brief had no effect.');
  else if (isIdle) console.log('  The lane has served nothing: plain Node was compared with itself.');
  for (const leak of await findLeaks(heapBefore)) {
    sum.failed++;
    console.log(`  ${label} leaks: ${leak}`);
  }
}

/** @param {string} path Of a finding, or of a file with the case of a regression. */
async function replayFile(path) {
  await replay([{ title: path, mode: 'bytes', ...JSON.parse(readFileSync(path, 'utf8')) }]);
}

/** Replays each regression in its mode. @param {import('./regressions.mjs').Regression[]} regressions */
async function replay(regressions) {
  for (const modeName of new Set(regressions.map(({ mode }) => mode))) {
    const mode = /** @type {import('./mode.mjs').Mode<unknown>} */ (make[modeName]());
    for (const regression of regressions) {
      if (regression.mode !== modeName) continue;
      const { fuzzCase, found } = await firstDifference(mode, regression);
      settle(regression.title, mode.text(fuzzCase), found);
    }
    mode.close();
  }
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
