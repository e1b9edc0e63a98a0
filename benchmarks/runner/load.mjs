import { spawnSync } from 'node:child_process';

/**
 * What makes the load: autocannon as the standard, wrk as a second opinion.
 *
 * @callback Generate
 * @param {Target & Window} load
 * @param {Meter} meter
 * @returns {Promise<Outcome>}
 *
 * @typedef {object} Target
 * @property {number} port
 * @property {readonly import('../suite.mjs').Request[]} requests A cycle.
 * @property {ReadonlySet<number>} statuses Any other is a failure.
 * @property {number} connections
 * @property {number} pipelining
 *
 * @typedef {object} Window
 * @property {number} warmUp Requests before it.
 * @property {number} leastWarmUp In seconds, however many requests that are.
 * @property {number} longestWarmUp In seconds, however few.
 * @property {number} seconds
 * @property {number | undefined} [count] Of requests, instead of seconds.
 *
 * @typedef {object} Meter Told when the window opens and closes.
 * @property {() => Promise<void>} begin
 * @property {() => Promise<void>} end
 *
 * @typedef {object} Outcome
 * @property {number} warmedUp Requests before the window.
 * @property {number} requests In the window.
 * @property {number} metered Those between the two readings of the meter, which come a moment later each: what the server
 *   did for answers on their way is not put down to others.
 * @property {number} seconds
 * @property {import('../result.mjs').Latency} [latency]
 */

export const generators = /** @type {const} */ (['autocannon', 'wrk']);

/** @typedef {typeof generators[number]} GeneratorName */

/** @param {GeneratorName} name @returns {Promise<Generate>} */
export async function loadGenerator(name) {
  const { generate } = await (name === 'wrk' ? import('./wrk.mjs') : import('./autocannon.mjs'));
  return generate;
}

/** Whether wrk is installed, and which. */
export function wrkVersion() {
  // It says its version, and then ends as if it had been called wrongly.
  const { stdout, error } = spawnSync('wrk', ['--version'], { encoding: 'utf8' });
  return error === undefined ? (/^wrk (\S+)/.exec(stdout)?.[1] ?? 'unknown') : undefined;
}
