/** @module Compares functions in this process. */

import { deepEqual } from 'node:assert/strict';
import { do_not_optimize, measure } from 'mitata';
import { shuffle } from './statistics.mjs';

/**
 * @template Input, Output
 * @typedef {object} FunctionCase
 * @property {readonly Input[]} inputs They take turns.
 * @property {Readonly<Record<string, (input: Input) => Output | Promise<Output>>>} variants
 * @property {(output: Output) => unknown} [comparable] What must be equal in the results of all variants, for each input.
 */

/** How long a function is called per round, in nanoseconds. */
const TURN = 150e6;

/** @param {Readonly<Record<string, FunctionCase<any, any>>>} cases */
export async function checkFunctions(cases) {
  for (const [name, each] of Object.entries(cases)) await expectEqualResults(name, each);
}

/**
 * @param {Readonly<Record<string, FunctionCase<any, any>>>} cases
 * @param {number} rounds
 * @returns {Promise<import('./bench.mjs').Row[]>}
 */
export async function measureFunctions(cases, rounds) {
  await checkFunctions(cases);
  const rows = Object.entries(cases).map(([name, { inputs, variants }]) => ({
    name,
    calls: Object.entries(variants).map(([variant, run]) => ({ variant, call: callOf(run, inputs) })),
    times: new Map(Object.keys(variants).map((variant) => [variant, /** @type {number[]} */ ([])])),
  }));
  for (let round = 0; round < rounds; round++) {
    for (const { calls, times } of rows) {
      for (const { variant, call } of shuffle(calls)) {
        const { p50 } = await measure(call, { min_cpu_time: TURN, gc: () => {} });
        times.get(variant)?.push(p50);
      }
    }
  }
  return rows.map(({ name, times }) => ({ name, times }));
}

/** @param {string} name @param {FunctionCase<any, any>} functionCase */
async function expectEqualResults(name, { inputs, variants, comparable = (output) => output }) {
  const [[own, first] = ['', () => {}], ...others] = Object.entries(variants);
  for (const input of inputs) {
    const expected = comparable(await first(input));
    for (const [other, run] of others) {
      deepEqual(comparable(await run(input)), expected, `${name}: ${other} has another result than ${own}`);
    }
  }
}

/**
 * A function without parameters for each variant, compiled for it alone: in closures of one function, V8 would not inline any of the variants.
 *
 * @param {(input: any) => unknown} run
 * @param {readonly unknown[]} inputs
 * @returns {() => unknown}
 */
function callOf(run, inputs) {
  const make = new Function(
    'run',
    'inputs',
    'keep',
    `let turn = 0;
    return () => {
      const output = run(inputs[turn]);
      turn = turn + 1 === inputs.length ? 0 : turn + 1;
      keep(output);
      return output;
    };`,
  );
  return make(run, inputs, do_not_optimize);
}
