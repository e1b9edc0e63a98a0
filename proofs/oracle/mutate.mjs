/** @module Shows that the oracles notice mistakes: they must find each mutation. */

import { checkDispatcher } from './dispatcher.mjs';
import { DISPATCHER_MUTATIONS } from './dispatcher-mutations.mjs';
import { checkRouter } from './router.mjs';
import { ROUTER_MUTATIONS } from './router-mutations.mjs';
import { load, requireOnce } from './under-test.mjs';

/**
 * @typedef {import('./under-test.mjs').Mutation} Mutation
 * @typedef {{ mutation: Mutation, foundAfter: number | undefined }} Trial In cases.
 */

export const MUTATIONS = [...ROUTER_MUTATIONS, ...DISPATCHER_MUTATIONS];

/** Lookups or runs after which a mistake counts as not found. */
const CASES = { router: 100_000, dispatcher: 20_000 };
/** Of a mutation that no case can show. */
const EQUIVALENT_CASES = 5_000;

/** @param {number} seed @param {(done: number) => void} onProgress @returns {Promise<Trial[]>} */
export async function tryMutations(seed, onProgress) {
  for (const mutation of MUTATIONS) requireOnce(mutation);
  const current = await load('router-entry.ts');
  /** @type {Trial[]} */
  const trials = [];
  for (const [index, mutation] of MUTATIONS.entries()) {
    const kind = ROUTER_MUTATIONS.includes(mutation) ? 'router' : 'dispatcher';
    const tested = await load(`${kind}-entry.ts`, mutation, `mutation-${index}`);
    const cases = mutation.equivalent === undefined ? CASES[kind] : EQUIVALENT_CASES;
    const run = { cases, seed, current, tested, minimizes: false };
    const found = await (kind === 'router' ? checkRouter(run) : checkDispatcher(run));
    trials.push({ mutation, foundAfter: found.disagreement && found.cases });
    onProgress(index + 1);
  }
  return trials;
}
