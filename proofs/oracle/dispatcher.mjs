/** @module Compares the chains of layers with the programs extracted from their proof. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sample, smaller } from './dispatcher-cases.mjs';
import { observe } from './dispatcher-observe.mjs';
import { built, seedOf } from './under-test.mjs';

/** The first batches are small, because most mistakes are found soon. */
const CASES_PER_BATCH = { first: 125, most: 2000 };
/** Smaller cases that are tried at once, because each call of the model starts a process. */
const CASES_AT_ONCE = 20;

/**
 * @typedef {import('./dispatcher-cases.mjs').Case} Case
 * @typedef {import('./dispatcher-cases.mjs').Layer} Layer
 * @typedef {import('./dispatcher-observe.mjs').Observed} Observed
 * @typedef {import('./dispatcher-observe.mjs').Tested} Tested
 * @typedef {{ case: Case, expected: string, actual: string }} Disagreement
 */

/**
 * Runs generated layers and answers.
 *
 * @param {object} run
 * @param {number} run.cases
 * @param {number} run.seed
 * @param {Tested} run.tested
 * @param {boolean} [run.minimizes] Whether a disagreement is made as small as possible.
 * @param {(done: number) => void} [run.onProgress]
 * @returns {Promise<{ cases: number, disagreement?: Disagreement }>}
 */
export async function checkDispatcher({
  cases: count,
  seed,
  tested,
  minimizes = true,
  onProgress = () => {},
}) {
  const done = { cases: 0 };
  for (let batch = 0; done.cases < count; batch++) {
    const size = Math.min(CASES_PER_BATCH.first * 2 ** batch, CASES_PER_BATCH.most);
    const cases = sample(Math.min(size, count - done.cases), seedOf(seed, batch));
    const wrong = await firstWrong(cases, tested);
    if (wrong !== undefined) {
      const disagreement = minimizes ? await minimized(wrong, tested) : wrong;
      return { cases: done.cases + wrong.at, disagreement };
    }
    done.cases += cases.length;
    onProgress(done.cases);
  }
  return done;
}

/** @param {readonly Case[]} cases @param {Tested} tested @returns {Promise<(Disagreement & { at: number }) | undefined>} */
async function firstWrong(cases, tested) {
  /** @type {Observed[]} */
  const observed = [];
  for (const each of cases) {
    observed.push(await observe(each, tested).catch((error) => ({ events: [], seen: String(error) })));
  }
  const expected = askModel(cases, observed);
  const at = observed.findIndex(({ seen }, index) => seen !== expected[index]);
  if (at === -1) return undefined;
  const [each, { seen: actual }] = [/** @type {Case} */ (cases[at]), /** @type {Observed} */ (observed[at])];
  return { case: each, expected: expected[at] ?? '', actual, at: at + 1 };
}

/** What the model observes when the layers answer as they have done. @param {readonly Case[]} cases @param {readonly Observed[]} observed */
function askModel(cases, observed) {
  const lines = cases.map(({ layers, flat }, index) => {
    const events = observed[index]?.events ?? [];
    const list = flat === undefined ? [0] : [flat.kind - 2, flat.cut];
    return [...list, ...counted(layers), events.length, ...events.flat()].join(' ');
  });
  const { status, stdout, stderr, error } = spawnSync(join(built, 'dispatcher/dispatcher'), {
    input: `${lines.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(`The extracted program has failed: ${error ?? stderr}`);
  return stdout.split('\n');
}

/** @param {readonly Layer[]} layers @returns {number[]} */
function counted(layers) {
  const each = layers.flatMap(({ kind, path, method, inner }) => {
    return [kind, Number(path), Number(method), ...(kind < 3 ? [] : counted(inner ?? []))];
  });
  return [layers.length, ...each];
}

/** Leaves out layers and acts while the disagreement stays. @param {Disagreement} wrong @param {Tested} tested @returns {Promise<Disagreement>} */
async function minimized(wrong, tested) {
  const simpler = smaller(wrong.case);
  for (let at = 0; at < simpler.length; at += CASES_AT_ONCE) {
    const found = await firstWrong(simpler.slice(at, at + CASES_AT_ONCE), tested);
    if (found !== undefined) return minimized(found, tested);
  }
  return wrong;
}

/** A disagreement as a failing test, for a file of `packages/middleware/test`. @param {Disagreement} disagreement */
export function testOf({ case: each, expected, actual }) {
  return [
    "import { expect, test } from 'vitest';",
    "import { observe } from '../../../proofs/oracle/dispatcher-observe.mjs';",
    "import * as middleware from '../src/index.ts';",
    '',
    "test('a chain enters the layers that the specification enters', async () => {",
    `  const { seen } = await observe(${JSON.stringify(each)}, middleware);`,
    `  // It was ${JSON.stringify(actual)}.`,
    `  expect(seen).toBe(${JSON.stringify(expected)});`,
    '});',
  ].join('\n');
}
