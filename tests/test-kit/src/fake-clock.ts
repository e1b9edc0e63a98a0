/** A clock for what takes its timers from Node's modules, and so isn't reached by those that stand in for globals. */

import { syncBuiltinESMExports } from 'node:module';
import perfHooks from 'node:perf_hooks';
import timers from 'node:timers';
import { onTestFinished, vi } from 'vitest';

const { performance } = perfHooks;
const { setTimeout, clearTimeout, setInterval, clearInterval } = timers;

export function useFakeClock(config: Parameters<typeof vi.useFakeTimers>[0]): void {
  vi.useFakeTimers(config);
  assign(globalThis);
}

export function useRealClock(): void {
  vi.useRealTimers();
  assign({ performance, setTimeout, clearTimeout, setInterval, clearInterval });
}

/**
 * Stops the time of `setTimeout`, for a test in which no timeout may expire before something else has happened. The function returned lets
 * milliseconds pass, and time go on.
 */
export function holdTimeouts(): (milliseconds: number) => void {
  useFakeClock({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(useRealClock);
  return (milliseconds) => {
    vi.advanceTimersByTime(milliseconds);
    useRealClock();
  };
}

type Clock = Pick<
  typeof globalThis,
  'performance' | 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval'
>;

function assign({ performance: watch, ...clock }: Clock): void {
  for (const name of ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const) {
    Object.assign(timers, { [name]: clock[name] });
  }
  Object.assign(perfHooks, { performance: watch });
  syncBuiltinESMExports();
}
