import { expect, test } from 'vitest';
import { waitForRecovery } from '../recovery.mjs';

const limits = { quiet: 1, limit: 100 };
const healthy = { hasPending: () => false, lastFailure: () => 0, isReady: async () => true };

test('an application that works has recovered at once', async () => {
  expect(await waitForRecovery(healthy, limits)).toBe(0);
});

test('recovery waits for probes and for pending requests', async () => {
  let probes = 0;
  let pending = 3;
  const after = await waitForRecovery(
    { hasPending: () => --pending > 0, lastFailure: () => 0, isReady: async () => ++probes > 2 },
    { quiet: 1, limit: 60_000 },
  );
  expect(after).toBeGreaterThan(0);
  expect(probes).toBeGreaterThan(2);
});

test.each([
  ['is never ready', { isReady: async () => false }],
  ['keeps a request', { hasPending: () => true }],
  ['goes on failing', { lastFailure: () => performance.now() }],
])('an application that %s does not recover', async (_title, state) => {
  expect(await waitForRecovery({ ...healthy, ...state }, limits)).toBeUndefined();
});
