/** @module The worker in this process. */

import cluster from 'node:cluster';
import { CLUSTER_WORKER } from '@nextpress-internal/internals/keys';
import { SETTINGS_VARIABLE, type WorkerSettings } from '../messages.ts';
import { WorkerRuntime } from './worker-runtime.ts';

/** Returns this process's worker, which starts with the first call; `undefined` in other processes. */
export function currentWorker(): WorkerRuntime | undefined {
  const holder = process as { [CLUSTER_WORKER]?: WorkerRuntime };
  if (holder[CLUSTER_WORKER] !== undefined) return holder[CLUSTER_WORKER];
  const settings = process.env[SETTINGS_VARIABLE];
  if (!cluster.isWorker || settings === undefined) return undefined;
  // A worker's child processes are not workers.
  delete process.env[SETTINGS_VARIABLE];
  holder[CLUSTER_WORKER] = new WorkerRuntime(JSON.parse(settings) as WorkerSettings);
  return holder[CLUSTER_WORKER];
}
