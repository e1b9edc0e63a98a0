import { setTimeout as wait } from 'node:timers/promises';

/** @typedef {import('./instance.mjs').Usage} Usage */

/** Bytes by which the memory of a process may grow: compiled code, caches and pools of buffers. */
const GROWTH = 16 * 2 ** 20;
/** Connections to the upstream server, which `fetch` keeps for some seconds. */
const DESCRIPTORS = 8;
/** Milliseconds until an instance without clients must be idle. */
const LIMIT = 10_000;
const INTERVAL = 250;

/** Compares an idle instance with an earlier measurement. @param {Usage} before @param {Usage} after @returns {string[]} What has grown. */
export function growthOf(before, after) {
  const problems = [];
  const megabytes = (/** @type {number} */ bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
  if (after.connections > before.connections)
    problems.push(`${after.connections} connections, ${before.connections} before`);
  if (after.descriptors > before.descriptors + DESCRIPTORS)
    problems.push(`${after.descriptors} file descriptors, ${before.descriptors} before`);
  if (after.memory > before.memory + GROWTH)
    problems.push(`${megabytes(after.memory)} of memory, ${megabytes(before.memory)} before`);
  return problems;
}

/** Measures until nothing has grown, or the limit is reached. @param {import('./instance.mjs').Instance} instance @param {Usage} before */
export async function settledUsage(instance, before) {
  const end = performance.now() + LIMIT;
  for (;;) {
    const usage = await instance.measure();
    const problems = growthOf(before, usage);
    if (problems.length === 0 || performance.now() > end) return { usage, problems };
    await wait(INTERVAL);
  }
}
