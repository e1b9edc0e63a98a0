import { setTimeout as delay } from 'node:timers/promises';

/** Bytes by which caches of Node and V8 may grow the heap. */
const HEAP_TOLERANCE = 4_000_000;
const HANDLES = /^(?:TCP|TLS|Pipe)?(?:Socket|Server)Wrap$|^(?:TLSWrap|Timeout|Immediate)$/;

/** Bytes in use after a garbage collection; needs `--expose-gc`. */
export async function usedHeap() {
  // A second collection frees what finalizers of the first have released.
  for (let round = 0; round < 2; round++) {
    globalThis.gc?.();
    await delay(10);
  }
  return process.memoryUsage().heapUsed;
}

/**
 * Describes what a campaign has leaked, once its servers are closed.
 *
 * @param {number | undefined} heapBefore After the first cases.
 * @param {number} [closingTime] Milliseconds that closed handles may take to disappear.
 * @returns {Promise<string[]>}
 */
export async function findLeaks(heapBefore, closingTime = 10_000) {
  const deadline = performance.now() + closingTime;
  let handles = openHandles();
  while (handles.length > 0 && performance.now() < deadline) {
    await delay(20, undefined, { ref: false });
    handles = openHandles();
  }
  const leaks = handles.length === 0 ? [] : [`open handles: ${handles.join(', ')}`];
  if (heapBefore === undefined) return leaks;
  const grown = (await usedHeap()) - heapBefore;
  if (grown > HEAP_TOLERANCE) leaks.push(`the heap has grown by ${(grown / 1e6).toFixed(1)} MB`);
  return leaks;
}

function openHandles() {
  return process.getActiveResourcesInfo().filter((name) => HANDLES.test(name));
}
