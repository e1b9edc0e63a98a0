import { expect, test } from 'vitest';
import { tally } from '../tally.mjs';

const outcome = { tried: 1_000, findings: [{}], repeated: 2 };

test('a case passes unless it is a finding, or another of the same kind', () => {
  expect(tally(outcome, { fast: 1 })).toEqual({ passed: 997, failed: 3, isIdle: false });
});

test('where the lane has served nothing, nothing has passed', () => {
  expect(tally({ ...outcome, findings: [], repeated: 0 }, { fast: 0 })).toEqual({
    passed: 0,
    failed: 1,
    isIdle: true,
  });
});

test('a few cases may all be for Node', () => {
  expect(tally({ tried: 1, findings: [], repeated: 0 }, { fast: 0 })).toEqual({
    passed: 1,
    failed: 0,
    isIdle: false,
  });
});
