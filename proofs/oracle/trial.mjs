/** @module A thread in which an oracle looks for one mutation, and says after how many cases it has found it. */

import { parentPort, workerData } from 'node:worker_threads';
import { checkDispatcher } from './dispatcher.mjs';
import { checkRouter } from './router.mjs';

/**
 * @typedef {object} TrialData
 * @property {'router' | 'dispatcher'} kind
 * @property {number} cases
 * @property {number} seed
 * @property {string} current The URL of the router without a mistake.
 * @property {string} tested The URL of what has the mistake.
 */

const { kind, cases, seed, ...urls } = /** @type {TrialData} */ (workerData);
const [current, tested] = [await import(urls.current), await import(urls.tested)];
const run = { cases, seed, current, tested, minimizes: false };
const found = await (kind === 'router' ? checkRouter(run) : checkDispatcher(run));
parentPort?.postMessage(found.disagreement && found.cases);
