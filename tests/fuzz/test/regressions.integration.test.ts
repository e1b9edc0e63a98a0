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
const isFullRun = process.env.NEXTPRESS_TESTS !== undefined;
const regressions = readRegressions().map((regression) =>
  isFullRun ? regression : { ...regression, everywhere: false },
);

const casesOf = (mode: keyof typeof modes) =>
  regressions
    .filter((regression) => regression.mode === mode)
    .map((regression) => [regression.title, regression] as const);

// Most of the time of an exchange is waiting for what a server must not do.
test.concurrent.each(casesOf('bytes'))('%s', async (_title, regression) => {
  expect((await firstDifference(modes.bytes, regression)).found).toEqual([]);
});

test.each(casesOf('handlers'))('%s', async (_title, regression) => {
  expect((await firstDifference(modes.handlers, regression)).found).toEqual([]);
});
