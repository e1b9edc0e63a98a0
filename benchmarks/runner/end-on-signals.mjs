import { constants } from 'node:os';

/** Ctrl-C and its like become an exit, at which what was started is killed. */
export function endOnSignals() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => {
      if (process.stderr.isTTY) process.stderr.write('\n');
      process.exit(128 + constants.signals[signal]);
    });
  }
}
