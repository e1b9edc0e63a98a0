import { expect, test } from 'vitest';
import { connection } from '../lane/check.mjs';
import { cluster, server } from '../shutdown/check.mjs';
import { readReport } from '../spin.mjs';

test('each claim has a sentence, and a bug that violates it', () => {
  for (const { claims } of [connection, server, cluster]) {
    for (const { says, bugs } of claims) {
      expect(says).toMatch(/^.*\.$/);
      expect(bugs).not.toEqual({});
    }
  }
});

test('a search that was cut short is an error', () => {
  const report = (notes: string) =>
    `${notes}State-vector 52 byte, depth reached 99, errors: 0\n 10 states, stored\npan: elapsed time 0.1 seconds\n`;
  expect(readReport(report(''))).toEqual({ holds: true, states: 10, depth: 99, seconds: 0.1 });
  for (const notes of ['error: max search depth too small\n', 'Warning: Search not completed\n'])
    expect(() => readReport(report(notes))).toThrow('not exhaustive');
});
