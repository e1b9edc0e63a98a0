import { expect, test } from 'vitest';
import { SharedListen } from '../src/internal/worker/shared-listen.ts';

test('SharedListen throws if node:cluster lacks the function for workers', () => {
  // It is missing in this process, which is not a worker.
  expect(() => new SharedListen(() => {})).toThrow(
    `Unsupported version of Node: @nextpress/cluster expected cluster._getServer, got Node ${process.versions.node}`,
  );
});
