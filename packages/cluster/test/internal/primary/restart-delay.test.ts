import { describe, expect, test } from 'vitest';
import { RestartDelay } from '../../../src/internal/primary/restart-delay.ts';

const settings = { delay: 100, maxDelay: 1_000, resetAfter: 10_000, maxFailures: 3, within: 5_000 };

describe('RestartDelay', () => {
  test('restarts at once the first time, and doubles the delay up to a maximum', () => {
    const delay = new RestartDelay(settings);
    const delays = Array.from({ length: 7 }, (_, number) => delay.exited(50, number, true));
    expect(delays).toEqual([0, 100, 200, 400, 800, 1_000, 1_000]);
    expect(delay.isCrashLoop).toBe(false);
  });

  test.each([
    [300, [0, 300, 600, 1_000, 1_000]],
    [2_000, [0, 2_000, 2_000, 2_000, 2_000]],
  ])('waits at most a second, or %i ms if that is set, when no worker is ready', (initial, expected) => {
    const delay = new RestartDelay({ ...settings, delay: initial, maxDelay: 30_000 });
    expect(Array.from({ length: 5 }, (_, number) => delay.exited(50, number, false))).toEqual(expected);
  });

  test('restarts at once when the worker was ready for long enough', () => {
    const delay = new RestartDelay(settings);
    delay.exited(50, 0, true);
    delay.exited(50, 0, true);
    expect(delay.exited(10_000, 0, true)).toBe(0);
    expect(delay.exited(50, 0, true)).toBe(100);
  });

  test('is a crash loop after failures within the window', () => {
    const delay = new RestartDelay(settings);
    for (const time of [0, 1_000]) delay.exited(undefined, time, true);
    expect(delay.isCrashLoop).toBe(false);
    delay.exited(undefined, 2_000, true);
    expect(delay.isCrashLoop).toBe(true);
  });

  test('is not a crash loop when the failures are far apart, or a worker was ready in between', () => {
    const slow = new RestartDelay(settings);
    for (const time of [0, 3_000, 6_000, 9_000]) slow.exited(undefined, time, true);
    expect(slow.isCrashLoop).toBe(false);
    const recovered = new RestartDelay(settings);
    for (const time of [0, 1]) recovered.exited(undefined, time, true);
    recovered.succeeded();
    recovered.exited(undefined, 2, true);
    expect(recovered.isCrashLoop).toBe(false);
  });
});
