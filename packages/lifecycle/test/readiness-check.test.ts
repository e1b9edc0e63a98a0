import { expect, test } from 'vitest';
import { ReadinessCheck } from '../src/health.ts';

test('a check that never settles allocates nothing per probe', async () => {
  const check = new ReadinessCheck('db', () => new Promise(() => {}), 5);
  const first = check.run(() => {});
  expect(await first).toBe('timeout');
  expect(check.run(() => {})).toBe(first);
});

test('a check that does not settle is called again some time after its timeout', async () => {
  const logged: string[] = [];
  const log = (error: unknown): void => void logged.push(String(error));
  let calls = 0;
  const hangsOnce = (): unknown => (++calls === 1 ? new Promise(() => {}) : undefined);
  const check = new ReadinessCheck('db', hangsOnce, 10);
  expect([await check.run(log), await check.run(log), calls]).toEqual(['timeout', 'timeout', 1]);
  await expect.poll(() => check.run(log)).toBe('ok');
  expect(calls).toBe(2);
  expect(logged).toEqual([expect.stringContaining('has not finished')]);
});
