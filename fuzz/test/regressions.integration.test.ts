import { fastLane } from '@nextpress/fast-lane';
import { afterAll, expect, test } from 'vitest';
import { bytesMode } from '../bytes/mode.mjs';
import { handlersMode } from '../handlers-mode.mjs';
import type { Mode } from '../mode.mjs';
import { firstDifference, readRegressions } from '../regressions.mjs';

const modes = {
  bytes: bytesMode((server) => fastLane(server)) as Mode<unknown>,
  handlers: handlersMode((server) => fastLane(server)) as Mode<unknown>,
};
afterAll(() => Object.values(modes).forEach((mode) => void mode.close()));

// Splitting streams at every byte takes thousands of exchanges.
const isFullRun = process.env.NEXTPRESS_FULL_TESTS === '1';
const regressions = readRegressions().map((regression) =>
  isFullRun ? regression : { ...regression, everywhere: false },
);

test.each(regressions.map((regression) => [regression.title, regression] as const))(
  '%s',
  { timeout: 60_000 },
  async (_title, regression) => {
    expect((await firstDifference(modes[regression.mode], regression)).found).toEqual([]);
  },
);
