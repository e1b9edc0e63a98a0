import { fastLane } from '@nextpress/fast-lane';
import { afterAll, expect, test } from 'vitest';
import { bytesMode } from '../bytes/mode.mjs';
import { firstDifference, readRegressions } from '../regressions.mjs';

const mode = bytesMode((server) => fastLane(server));
afterAll(() => mode.close());

test.each(readRegressions().map(({ name, regression }) => [regression.title, name, regression] as const))(
  '%s (%s)',
  { timeout: 60_000 },
  async (_title, _name, regression) => {
    expect((await firstDifference(mode, regression)).found).toEqual([]);
  },
);
