import { expect, test } from 'vitest';
import { SharedListen } from '../src/internal/worker/shared-listen.ts';

test('SharedListen throws where node:cluster lacks the workers’ function', () => {
  // As in this process, which is not a worker.
  expect(() => new SharedListen(() => {})).toThrow(
    `Unsupported version of Node: @nextpress/cluster expected cluster._getServer, got Node ${process.versions.node}`,
  );
});
