/** @module Compares the routers of the server, and chains of layers, with the programs extracted from their proof. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { layerAt, sample, smaller } from './dispatcher-cases.mjs';
import { changesTarget, observe, written } from './dispatcher-observe.mjs';
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
    const failed = (/** @type {unknown} */ error) => ({ events: [], seen: [String(error)], late: [] });
    observed.push(await observe(each, tested).catch(failed));
  }
  const expected = askModel(cases, observed);
  const at = cases.findIndex((each, index) => !agrees(each, observed[index], expected[index]));
  if (at === -1) return undefined;
  const each = /** @type {Case} */ (cases[at]);
  return { case: each, expected: written(expected[at]), actual: written(observed[at]), at: at + 1 };
}

/**
 * Whether the server has entered what the model enters. It reports late calls of the layers in its current chain, which is another one after
 * a change of the target, and not those of layers that were canceled with a router or a route. In a list alone, it reports them all.
 *
 * @param {Case} each @param {Observed} [actual] @param {Observed} [expected]
 */
function agrees(each, actual, expected) {
  if (actual?.seen.join() !== expected?.seen.join()) return false;
  const [reported, late] = [actual?.late ?? [], expected?.late ?? []];
  if (changesTarget(each)) return true;
  if (each.flat === undefined) return reported.every((name) => late.includes(name));
  return reported.join() === late.join();
}

/** What the model observes when the layers answer as they have done. @param {readonly Case[]} cases @param {readonly Observed[]} observed */
function askModel(cases, observed) {
  const questions = cases.map(({ layers, flat }, index) => {
    const events = observed[index]?.events ?? [];
    const list = flat === undefined ? [0] : [flat.kind - 2, flat.cut];
    return [...list, ...counted(layers), events.length, ...events.flat()].join(' ');
  });
  const { status, stdout, stderr, error } = spawnSync(join(built, 'dispatcher/dispatcher'), {
    input: `${questions.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(`The extracted program has failed: ${error ?? stderr}`);
  const answers = stdout.split('\n');
  return cases.map((each, index) => visible(answers[index] ?? '', each));
}

/** Leaves out what only the model sees: where nested lists begin and end. @param {string} line @param {Case} each @returns {Observed} */
function visible(line, { layers }) {
  /** @type {string[]} */
  const seen = [];
  /** @type {string[]} */
  const late = [];
  for (const text of line === '' ? [] : line.split(', ')) {
    const [what, name = ''] = text.split(' ');
    if (name === '') seen.push(text);
    else if (what !== 'end') {
      const { kind } = layerAt(layers, name.split('/').map(Number));
      if (what === 'late' && kind < 4) late.push(name);
      else if (what === 'enter' && kind < 3) seen.push(text);
    }
  }
  return { events: [], seen, late };
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

/** A disagreement as a failing test, for a file of `proofs/test`. @param {Disagreement} disagreement */
export function testOf({ case: each, expected, actual }) {
  return [
    "import { expect, test } from 'vitest';",
    "import { observe, written } from '../oracle/dispatcher-observe.mjs';",
    "import { load } from '../oracle/under-test.mjs';",
    '',
    "test('a router enters the layers that the specification enters', async () => {",
    `  const observed = await observe(${JSON.stringify(each)}, await load('dispatcher-entry.ts'));`,
    `  // It was ${JSON.stringify(actual)}.`,
    `  expect(written(observed)).toBe(${JSON.stringify(expected)});`,
    '});',
  ].join('\n');
}
