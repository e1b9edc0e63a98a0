/** @module Shows that the oracles notice mistakes: they must find each mutation. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DISPATCHER_MUTATIONS } from './dispatcher-mutations.mjs';
import { ROUTER_MUTATIONS } from './router-mutations.mjs';
import { bundled, requireOnce } from './under-test.mjs';

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
  const current = await bundled('router-entry.ts');
  /** @type {Trial[]} */
  const trials = [];
  for (const [index, mutation] of MUTATIONS.entries()) {
    const kind = ROUTER_MUTATIONS.includes(mutation) ? 'router' : 'dispatcher';
    const tested = await bundled(`${kind}-entry.ts`, mutation, `mutation-${index}`);
    const cases = mutation.equivalent === undefined ? CASES[kind] : EQUIVALENT_CASES;
    trials.push({ mutation, foundAfter: await inThread({ kind, cases, seed, current, tested }) });
    onProgress(index + 1);
  }
  return trials;
}

/** A mistake can let a request run forever, which ends with its thread. @param {import('./trial.mjs').TrialData} workerData @returns {Promise<number | undefined>} */
async function inThread(workerData) {
  const worker = new Worker(new URL('trial.mjs', import.meta.url), { workerData });
  try {
    const [foundAfter] = await once(worker, 'message');
    return foundAfter;
  } finally {
    await worker.terminate();
  }
}
