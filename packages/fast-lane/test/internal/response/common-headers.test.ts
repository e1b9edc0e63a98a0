import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import { useFakeClock, useRealClock } from '@nextpress-internal/test-kit/fake-clock';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// A separate copy, so that the fake clock's date does not stay in the module that other tests use.
const copy = '../../../src/internal/response/common-headers.ts?copy';
const { commonHeaders }: typeof import('../../../src/internal/response/common-headers.ts') = await import(
  copy
);

beforeEach(() => {
  // A minute for which no earlier test created lines.
  useFakeClock({ now: Date.UTC(2030, 0, 1, 12, vi.getMockedSystemTime() === null ? 0 : 1, 7, 400) });
});
afterEach(() => {
  vi.runOnlyPendingTimers();
  useRealClock();
});

const dateIn = (lines: string): string | undefined => /^Date: (.*)\r$/m.exec(lines)?.[1];

test('the lines are the same as Node’s for a kept-alive connection', () => {
  expect(commonHeaders(5_000)).toBe(
    'Date: Tue, 01 Jan 2030 12:00:07 GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n',
  );
});

test('Keep-Alive has the timeout in whole seconds, and is absent for 0', () => {
  const hintOf = (timeout: number): string | undefined =>
    /^Keep-Alive: (.*)\r$/m.exec(commonHeaders(timeout))?.[1];
  expect([72_999, 5_000, 999, 0, 5_000].map(hintOf)).toEqual([
    'timeout=72',
    'timeout=5',
    'timeout=0',
    undefined,
    'timeout=5',
  ]);
});

test('Date is renewed once a second, when the second begins', () => {
  const first = commonHeaders(5_000);
  vi.advanceTimersByTime(599);
  expect(commonHeaders(5_000)).toBe(first);
  vi.advanceTimersByTime(1);
  expect(dateIn(commonHeaders(5_000))).toBe(new Date().toUTCString());
  expect(dateIn(commonHeaders(0))).not.toBe(dateIn(first));
  vi.advanceTimersByTime(3_600_000);
  expect(dateIn(commonHeaders(0))).toBe(new Date().toUTCString());
});

test("the timer of the Date header does not capture a request's context", () => {
  const storage = new AsyncLocalStorage<string>();
  let seen: unknown = 'never';
  Object.assign(timers, {
    setTimeout: () => {
      seen = storage.getStore();
      return { unref: () => {} };
    },
  });
  syncBuiltinESMExports();
  vi.advanceTimersByTime(2_000);
  storage.run('a request', () => commonHeaders(5_000));
  expect(seen).toBe(undefined);
});

test('a fake clock does not renew the Date header', () => {
  vi.advanceTimersByTime(2_000);
  useRealClock();
  vi.useFakeTimers();
  commonHeaders(5_000);
  expect(vi.getTimerCount()).toBe(0);
});
