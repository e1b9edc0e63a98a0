/**
 * @module Functions that workers call. Outside of a cluster they do nothing, so that the same program also runs alone.
 */

import { functionOption } from '@nextpress/semantics/options';
import { currentWorker } from './internal/worker/current-worker.ts';
import type { MetricsSource } from './internal/worker/reported-numbers.ts';
import type { CloseCallback } from './internal/worker/worker-runtime.ts';

/**
 * Registers a callback for when this worker closes. The worker exits when its servers have closed and the returned
 * promise has settled, or at the end of the grace period.
 *
 * @throws TypeError if the callback is not a function
 *
 * @example
 * import { onClose } from '@nextpress/cluster';
 *
 * onClose(async ({ drained }) => {
 *   // End WebSockets and event streams here: they would stay open until the end of the grace period.
 *   await drained;
 *   // Close the database here: no request needs it any more.
 * });
 */
export function onClose(callback: CloseCallback): void {
  const checked = functionOption('onClose', 'callback', callback);
  if (checked !== undefined) currentWorker()?.onClose(checked);
}

/**
 * Marks this worker as ready. Needed if the `ready` option is `'call'`.
 *
 * @example
 * import { ready } from '@nextpress/cluster';
 *
 * ready();
 */
export function ready(): void {
  currentWorker()?.ready();
}

/**
 * Reports metrics of this worker, which `cluster.metrics()` sums over all workers.
 *
 * @throws TypeError if a source is not a function
 *
 * @example
 * import { reportMetrics } from '@nextpress/cluster';
 *
 * let requests = 0;
 * reportMetrics({ counters: () => ({ requests }), gauges: () => ({ heap: process.memoryUsage().heapUsed }) });
 */
export function reportMetrics(source: MetricsSource): void {
  currentWorker()?.numbers.add(source);
}

/**
 * This worker's slot in the cluster, from 0; `undefined` outside of a cluster. A restarted worker gets its
 * predecessor's slot, so a job can be limited to one slot. While a worker is replaced, two processes share a slot.
 *
 * @example
 * import { workerSlot } from '@nextpress/cluster';
 *
 * if (workerSlot() === 0) setInterval(() => {}, 60_000).unref();
 */
export function workerSlot(): number | undefined {
  return currentWorker()?.slot;
}
