/** @module The errors that nobody catches, in a process that goes on behind them. */

let count = 0;

/** Begins to count. */
export function countUncaught(): void {
  process.on('uncaughtExceptionMonitor', (_error, origin) => {
    // Node's parser doesn't stop at a rejected promise.
    if (origin !== 'unhandledRejection') count++;
  });
}

/** How many there have been. */
export function uncaughtErrors(): number {
  return count;
}

/** For a tick of its own: what nobody catches there doesn't end what runs now. */
export function rethrow(error: unknown): never {
  throw error;
}
