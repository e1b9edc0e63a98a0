/** @module Handles the signals of the primary process. */

import type { ClusterSettings } from '../../cluster-options.ts';
import type { Pool } from './pool.ts';

/** Handles the configured signals. Returns a function that stops handling them. */
export function handleSignals(
  pool: Pool,
  { stopSignals, reloadSignal, workers, log }: ClusterSettings,
): () => void {
  const say = (message: string): void => log({ level: 'info', message, worker: undefined, pid: undefined });
  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping) {
      say(`${signal} again: killing the workers`);
      pool.kill();
      process.exit(1);
    }
    isStopping = true;
    say(`${signal}: closing ${workers} workers`);
    void pool.close().then(() => process.exit(0));
  };
  // The pool has logged why it could not reload.
  const reload = (): void => void pool.reload().catch(() => {});
  for (const signal of stopSignals) process.on(signal, stop);
  if (reloadSignal !== undefined) process.on(reloadSignal, reload);
  return () => {
    // Keep the handlers while stopping: a second signal kills the workers.
    if (isStopping) return;
    for (const signal of stopSignals) process.off(signal, stop);
    if (reloadSignal !== undefined) process.off(reloadSignal, reload);
  };
}
