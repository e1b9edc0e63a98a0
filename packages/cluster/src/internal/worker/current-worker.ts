/** @module The worker that this process is. */

import cluster from 'node:cluster';
import { SETTINGS_VARIABLE, type WorkerSettings } from '../messages.ts';
import { WorkerRuntime } from './worker-runtime.ts';

/** A process can load both the ES module and the CommonJS build. */
const RUNTIME: unique symbol = Symbol.for('nextpress.clusterWorker') as never;

interface Holder {
  [RUNTIME]?: WorkerRuntime;
}

/** The worker that this process is, which starts with the first call; `undefined` in every other process. */
export function currentWorker(): WorkerRuntime | undefined {
  const holder = process as Holder;
  if (holder[RUNTIME] !== undefined) return holder[RUNTIME];
  const settings = process.env[SETTINGS_VARIABLE];
  if (!cluster.isWorker || settings === undefined) return undefined;
  // Child processes of the worker are not workers.
  delete process.env[SETTINGS_VARIABLE];
  holder[RUNTIME] = new WorkerRuntime(JSON.parse(settings) as WorkerSettings);
  return holder[RUNTIME];
}
