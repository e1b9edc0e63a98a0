/** @module Counts the errors that nobody has caught, in a process that goes on behind them. */

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
