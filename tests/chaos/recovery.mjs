import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from './connection.mjs';
import { judge } from './judge.mjs';
import { makeRequest } from './requests.mjs';

/** Milliseconds without a failure after which the failures count as over. */
const QUIET = 1000;
const INTERVAL = 50;
/** Milliseconds that recovery may take. */
const RECOVERY_LIMIT = 10_000;

/**
 * Waits until requests succeed again without help.
 *
 * @param {object} watched
 * @param {() => boolean} watched.hasPending Whether a request from before has no outcome yet.
 * @param {() => number} watched.lastFailure
 * @param {() => Promise<boolean>} watched.isReady
 * @param {{ quiet?: number, limit?: number }} [limits]
 * @returns {Promise<number | undefined>} Milliseconds from this call to the last sign of the fault; undefined after the limit.
 */
export async function waitForRecovery(
  { hasPending, lastFailure, isReady },
  { quiet = QUIET, limit = RECOVERY_LIMIT } = {},
) {
  const start = performance.now();
  let lastSign = start;
  for (;;) {
    const isWell = !hasPending() && (await isReady());
    const now = performance.now();
    lastSign = Math.max(lastSign, lastFailure(), isWell ? start : now);
    if (now - lastSign >= quiet) return lastSign - start;
    if (now - start > limit + quiet) return undefined;
    await wait(INTERVAL);
  }
}

/** Whether `/readyz` responds with 200 on a new connection. @param {{ port: number }} instance @param {import('./requests.mjs').Random} random */
export async function isReady(instance, random) {
  const connection = new Connection(instance.port);
  const request = makeRequest(random, 'probe', 'ready');
  const timer = setTimeout(() => connection.close(), QUIET);
  const { result } = judge(request, await connection.send(request.bytes));
  clearTimeout(timer);
  connection.close();
  return result === 'good';
}
