/** @module Compares the chain of layers with the programs extracted from its proof. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { built, seedOf } from './under-test.mjs';

const KINDS = ['request', 'error', 'nothing'];
/** The first batches are small, because most mistakes are found soon. */
const CASES_PER_BATCH = { first: 125, most: 2000 };
/** More layers than the dispatcher enters before it unwinds the stack. */
const DEEP = 220;

/**
 * What a layer does. The layer at the beginning of a script acts when it is entered, or later.
 *
 * @typedef {object} Act
 * @property {number} who Among the layers that were entered, from the last one on.
 * @property {boolean} atOnce Whether the layer that is entered next does it before it returns.
 * @property {'pass' | 'route' | 'router' | 'error' | 'throw' | 'reject'} does
 *
 * @typedef {object} Case
 * @property {readonly { kind: number, applies: boolean }[]} layers
 * @property {readonly Act[]} acts
 *
 * @typedef {{ place: number, answer: number }} Event An answer as the model reads it: -2 passes, -1 leaves, others are errors.
 * @typedef {{ events: Event[], seen: string }} Observed
 * @typedef {{ case: Case, expected: string, actual: string }} Disagreement
 */

const layer = fc.record({
  kind: fc.constantFrom(0, 0, 0, 1, 1, 2),
  applies: fc.constantFrom(true, true, true, false),
});
const act = fc.record({
  who: fc.constantFrom(0, 0, 0, 0, 1, 2),
  atOnce: fc.boolean(),
  does: fc.constantFrom(
    'pass',
    'pass',
    'pass',
    'pass',
    'route',
    'router',
    'error',
    'error',
    'throw',
    'reject',
  ),
});
/** @type {fc.Arbitrary<Case>} */
const short = fc.record({
  layers: fc.array(layer, { maxLength: 8 }),
  acts: fc.array(/** @type {fc.Arbitrary<Act>} */ (act), { maxLength: 12 }),
});
/** @type {fc.Arbitrary<Case>} */
const deep = fc.record({
  layers: fc.array(fc.record({ kind: fc.constantFrom(0, 0, 0, 1), applies: fc.constant(true) }), {
    minLength: DEEP,
    maxLength: DEEP,
  }),
  acts: fc.constant(
    Array.from({ length: DEEP }, () => ({ who: 0, atOnce: true, does: /** @type {const} */ ('pass') })),
  ),
});

const cases = fc.oneof({ arbitrary: short, weight: 99 }, { arbitrary: deep, weight: 1 });

/**
 * Runs generated layers and answers.
 *
 * @param {object} run
 * @param {number} run.cases
 * @param {number} run.seed
 * @param {any} run.tested The module `dispatcher-entry.ts`, perhaps with a mistake.
 * @param {boolean} [run.minimizes] Whether a disagreement is made as small as possible.
 * @param {(done: number) => void} [run.onProgress]
 * @returns {Promise<{ cases: number, disagreement?: Disagreement }>}
 */
export async function checkDispatcher(run) {
  const { emitWarning } = process;
  // The generated layers call `next()` too often, of which the dispatcher warns.
  process.emitWarning = () => {};
  try {
    return await checkCases(run);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** @param {Parameters<typeof checkDispatcher>[0]} run @returns {ReturnType<typeof checkDispatcher>} */
async function checkCases({ cases: count, seed, tested, minimizes = true, onProgress = () => {} }) {
  const done = { cases: 0 };
  for (let batch = 0; done.cases < count; batch++) {
    const size = Math.min(CASES_PER_BATCH.first * 2 ** batch, CASES_PER_BATCH.most);
    const numRuns = Math.min(size, count - done.cases);
    const wrong = await compare(fc.sample(cases, { numRuns, seed: seedOf(seed, batch) }), tested);
    if (wrong !== undefined) {
      const smallest = minimizes ? await minimized(wrong.case, tested) : wrong.case;
      return { cases: done.cases + wrong.at, disagreement: (await compare([smallest], tested)) ?? wrong };
    }
    done.cases += numRuns;
    onProgress(done.cases);
  }
  return done;
}

/** @param {readonly Case[]} sample @param {any} tested @returns {Promise<(Disagreement & { at: number }) | undefined>} */
async function compare(sample, tested) {
  /** @type {Observed[]} */
  const observed = [];
  for (const each of sample) {
    observed.push(await observe(each, tested).catch((error) => ({ events: [], seen: String(error) })));
  }
  const expected = askModel(sample, observed);
  const at = observed.findIndex(({ seen }, index) => seen !== expected[index]);
  if (at === -1) return undefined;
  return {
    case: /** @type {Case} */ (sample[at]),
    expected: expected[at] ?? '',
    actual: observed[at]?.seen ?? '',
    at: at + 1,
  };
}

/** Runs one case for real, and records what the layers answered and what was observed. @param {Case} each @param {any} tested @returns {Promise<Observed>} */
async function observe({ layers, acts }, { Chain }) {
  /** @type {Event[]} */
  const events = [];
  /** @type {string[]} */
  const seen = [];
  /** @type {{ place: number, next: (value?: unknown) => void, reject: ((reason: unknown) => void) | undefined }[]} */
  const entered = [];
  const script = [...acts];
  let errors = 0;

  /** @param {number} place */
  const fail = (place) => {
    const error = Object.assign(new Error('generated'), { number: ++errors });
    events.push({ place, answer: error.number });
    return error;
  };
  /** @param {number} place @param {any} error @param {(value?: unknown) => void} next */
  const enter = (place, error, next) => {
    seen.push(`enter ${place} ${error?.number ?? '-'}`);
    /** @type {typeof entered[number]} */
    const self = { place, next, reject: undefined };
    entered.push(self);
    for (let first = script[0]; first?.atOnce; first = script[0]) {
      script.shift();
      if (first.does === 'throw' || first.does === 'reject') throw fail(place);
      perform(first.does, self);
      if (entered.at(-1) !== self) break;
    }
    return new Promise((_, reject) => {
      self.reject = reject;
    });
  };
  /** @param {Act['does']} does @param {typeof entered[number]} self */
  const perform = (does, self) => {
    const { place, next, reject } = self;
    if (does === 'error' || does === 'throw' || does === 'reject') {
      // A layer that has thrown or rejected has no promise to reject.
      self.reject = does === 'error' ? reject : undefined;
      return does === 'error' || reject === undefined ? next(fail(place)) : reject(fail(place));
    }
    events.push({ place, answer: does === 'pass' ? -2 : -1 });
    next(does === 'pass' ? undefined : does);
  };

  const chain = new Chain(
    layers.flatMap(({ kind, applies }, place) => (applies ? [layerOf(KINDS[kind] ?? '', place, enter)] : [])),
  );
  chain.run({}, {}, (/** @type {any} */ error) => seen.push(`end ${error?.number ?? '-'}`));
  await settle(layers.length);
  while (script.length > 0 && entered.length > 0) {
    const next = /** @type {Act} */ (script.shift());
    const self = entered.at(-1 - (next.who % entered.length));
    if (self !== undefined) perform(next.does, self);
    await settle(layers.length);
  }
  return { events, seen: seen.join(', ') };
}

/** Waits for rejections, and after many layers for the unwinding of the stack. @param {number} layers */
async function settle(layers) {
  if (layers < DEEP)
    await Promise.resolve()
      .then(() => {})
      .then(() => {});
  else for (let turn = 0; turn < 5; turn++) await setImmediate();
}

/** A function with as many parameters as its kind has. @param {string} kind @param {number} place @param {(place: number, error: unknown, next: any) => unknown} enter */
function layerOf(kind, place, enter) {
  if (kind === 'request')
    return (/** @type {any} */ _req, /** @type {any} */ _res, /** @type {any} */ next) =>
      enter(place, undefined, next);
  if (kind === 'error') {
    return (
      /** @type {any} */ error,
      /** @type {any} */ _req,
      /** @type {any} */ _res,
      /** @type {any} */ next,
    ) => enter(place, error, next);
  }
  return (
    /** @type {any} */ _a,
    /** @type {any} */ _b,
    /** @type {any} */ _c,
    /** @type {any} */ _d,
    /** @type {any} */ _e,
  ) => {
    throw new Error('Entered a function of five parameters');
  };
}

/** @param {readonly Case[]} sample @param {readonly Observed[]} observed */
function askModel(sample, observed) {
  const lines = sample.map(({ layers }, index) => {
    const events = observed[index]?.events ?? [];
    return [
      layers.length,
      ...layers.flatMap(({ kind, applies }) => [kind, Number(applies)]),
      events.length,
      ...events.flatMap(({ place, answer }) => [place, answer]),
    ].join(' ');
  });
  const { status, stdout, stderr, error } = spawnSync(join(built, 'dispatcher/dispatcher'), {
    input: `${lines.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(`The extracted program has failed: ${error ?? stderr}`);
  return stdout.split('\n');
}

/** Leaves out layers and acts while the disagreement stays. @param {Case} each @param {any} tested @returns {Promise<Case>} */
async function minimized({ layers, acts }, tested) {
  const half = layers.length >> 1;
  const smaller = [
    ...(half > 0 ? [layers.slice(0, half), layers.slice(half)].map((part) => ({ layers: part, acts })) : []),
    ...layers.map((_, index) => ({ layers: layers.toSpliced(index, 1), acts })),
    ...acts.map((_, index) => ({ layers, acts: acts.toSpliced(index, 1) })),
  ];
  for (const candidate of smaller) {
    if ((await compare([candidate], tested)) !== undefined) return minimized(candidate, tested);
  }
  return { layers, acts };
}

/** A disagreement as a failing test. @param {Disagreement} disagreement */
export function testOf({ case: { layers, acts }, expected, actual }) {
  return [
    "test('a chain enters the layers that the specification enters', async () => {",
    `  const layers = ${JSON.stringify(layers)};`,
    `  const acts = ${JSON.stringify(acts)};`,
    `  // Expected: ${expected}`,
    `  // Actual:   ${actual}`,
    '  // `observe` of proofs/oracle/dispatcher.mjs runs them.',
    '});',
  ].join('\n');
}
