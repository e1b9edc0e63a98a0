import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fixedLines } from '../../src/internal/fixed-lines.ts';

beforeEach(() => {
  // A minute that no test before has made lines in.
  vi.useFakeTimers({ now: Date.UTC(2030, 0, 1, 12, vi.getMockedSystemTime() === null ? 0 : 1, 7, 400) });
});
afterEach(() => {
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
});

const dateIn = (lines: string): string | undefined => /^Date: (.*)\r$/m.exec(lines)?.[1];

test('the lines are those that Node writes for a connection that is kept', () => {
  expect(fixedLines(5_000)).toBe(
    'Date: Tue, 01 Jan 2030 12:00:07 GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n',
  );
});

test('the time-out is told in whole seconds, and 0 is not told', () => {
  const hintOf = (timeout: number): string | undefined =>
    /^Keep-Alive: (.*)\r$/m.exec(fixedLines(timeout))?.[1];
  expect([72_999, 5_000, 999, 0, 5_000].map(hintOf)).toEqual([
    'timeout=72',
    'timeout=5',
    'timeout=0',
    undefined,
    'timeout=5',
  ]);
});

test('Date is made once a second, when the second begins', () => {
  const first = fixedLines(5_000);
  vi.advanceTimersByTime(599);
  expect(fixedLines(5_000)).toBe(first);
  vi.advanceTimersByTime(1);
  expect(dateIn(fixedLines(5_000))).toBe(new Date().toUTCString());
  expect(dateIn(fixedLines(0))).not.toBe(dateIn(first));
  vi.advanceTimersByTime(3_600_000);
  expect(dateIn(fixedLines(0))).toBe(new Date().toUTCString());
});

test("the timer that renews them keeps nobody else's context", () => {
  const storage = new AsyncLocalStorage<string>();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  let seen: unknown = 'never';
  timers.mockImplementation(((): object => {
    seen = storage.getStore();
    return {};
  }) as never);
  vi.advanceTimersByTime(2_000);
  storage.run('a request', () => fixedLines(5_000));
  timers.mockRestore();
  expect(seen).toBe(undefined);
});
