import { expect, test } from 'vitest';
import { closingLine, outcomeOf } from '../stage-outcome.mjs';

test.each([
  ['counts tests of Vitest', 0, ' Test Files  2 passed (2)\n      Tests  12 passed (12)', 12, 0],
  ['counts failures', 1, '  Matrix  1 failed | 4 passed (5) on 2 Nodes\n', 4, 1],
  ['takes the last closing line', 0, '  Checks  1 passed (1)\n  Checks  3 passed (3)\n', 3, 0],
  ['fails a command that passes all tests and exits with an error', 1, '  Tests  3 passed (3)\n', 3, 1],
  ['fails a command that fails before it counts', 1, 'Error: no such file\n', 0, 1],
  ['fails a command that passes and has counted nothing', 0, 'done\n', 0, 1],
  ['fails a command that has run no test', 0, '  Tests  0 passed (0)\n', 0, 1],
])('%s', (_title, code, output, passed, failed) => {
  expect(outcomeOf({ code, output })).toEqual({ passed, failed });
});

test.each([
  ['  skipped: npm has no Nodes for aix on ppc64\n', 'npm has no Nodes for aix on ppc64'],
  ['  Proofs  0 passed | 5 skipped (5)\n', '5 of 5'],
])('a command that skips everything is skipped: %j', (output, skipped) => {
  expect(outcomeOf({ code: 0, output })).toEqual({ passed: 0, failed: 0, skipped });
  expect(outcomeOf({ code: 1, output })).toEqual({ passed: 0, failed: 1 });
});

test.each([
  ['      Tests  12 passed | 1 skipped (13)\n', 12, '1 of 13'],
  ['  - browser         skipped: found no Chromium\n  Tests  3 passed (3)\n', 3, 'found no Chromium'],
  [
    '  - Coq             skipped, coqc is missing\n  Proofs  3 passed | 1 skipped (4)\n',
    3,
    'coqc is missing',
  ],
  [
    '  ✓ dependencies    audit skipped: no endpoint (404)     12.0 s\n  Checks  3 passed (3)\n',
    3,
    'no endpoint (404)',
  ],
  [
    '  ✓ documented code 9 programs have run, 2 skipped: no Redis 1.0 s\n  Checks  3 passed (3)\n',
    3,
    'no Redis',
  ],
])('the skipped parts of a command that passes are kept: %j', (output, passed, skipped) => {
  expect(outcomeOf({ code: 0, output })).toEqual({ passed, failed: 0, skipped });
});

test('the closing line lists the skipped stages', () => {
  expect(closingLine({ passed: 3, failed: 0, skips: [] })).toBe('3 passed, 0 failed');
  expect(closingLine({ passed: 3, failed: 1, skips: ['proofs (no Coq)', 'test (in part, no Redis)'] })).toBe(
    '3 passed, 1 failed, 2 stages skipped: proofs (no Coq), test (in part, no Redis)',
  );
});
