/** @module The worker that this process is. */

import cluster from 'node:cluster';
import { CLUSTER_WORKER } from '@nextpress-internal/internals/keys';
import { SETTINGS_VARIABLE, type WorkerSettings } from '../messages.ts';
import { WorkerRuntime } from './worker-runtime.ts';

/** The worker that this process is, which starts with the first call; `undefined` in every other process. */
export function currentWorker(): WorkerRuntime | undefined {
  const holder = process as { [CLUSTER_WORKER]?: WorkerRuntime };
  if (holder[CLUSTER_WORKER] !== undefined) return holder[CLUSTER_WORKER];
  const settings = process.env[SETTINGS_VARIABLE];
  if (!cluster.isWorker || settings === undefined) return undefined;
  // Child processes of the worker are not workers.
  delete process.env[SETTINGS_VARIABLE];
  holder[CLUSTER_WORKER] = new WorkerRuntime(JSON.parse(settings) as WorkerSettings);
  return holder[CLUSTER_WORKER];
}
