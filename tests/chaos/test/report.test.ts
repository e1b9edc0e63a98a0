import { expect, test } from 'vitest';
import { hasPassed } from '../report.mjs';

const row = {
  name: 'kill',
  requests: 9,
  failed: 3,
  reasons: new Map(),
  unexpected: [],
  wrong: [],
  lost: [],
  recovered: 20,
};

test('expected failures pass', () => {
  expect(hasPassed(row)).toBe(true);
});

test.each([{ unexpected: ['x'] }, { wrong: ['x'] }, { lost: ['x'] }, { recovered: undefined }])(
  '%o does not pass',
  (change) => {
    expect(hasPassed({ ...row, ...change })).toBe(false);
  },
);
