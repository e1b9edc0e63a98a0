import { expect, test } from 'vitest';
import { readOptions as readBench } from '../bench.mjs';
import { readOptions as readCompare } from '../compare.mjs';
import { readOptions as readLane } from '../lane.mjs';
import { readOptions as readLatency } from '../latency.mjs';

test('options have defaults', () => {
  expect(readBench([])).toMatchObject({ rounds: 3, seconds: 2, json: false, scenarios: undefined });
  expect(readBench(['--table'])).toMatchObject({ rounds: 5 });
  expect(readLane([])).toMatchObject({ rounds: 5 });
  expect(readLatency([])).toMatchObject({ rounds: 3, seconds: 2 });
  expect(readCompare(['main'])).toMatchObject({ ref: 'main', rounds: 7, servers: ['nextpress'] });
});

test('options are read', () => {
  const args = ['--scenario', 'hello', '--scenario', 'params', '--rounds', '4', '--seconds', '0.5', '--json'];
  const expected = { scenarios: ['hello', 'params'], rounds: 4, seconds: 0.5, json: true };
  for (const read of [readBench, readLane, readLatency]) expect(read(args)).toMatchObject(expected);
  expect(readCompare(['HEAD', ...args])).toMatchObject(expected);
});

test('--help is reported as undefined', () => {
  for (const read of [readBench, readLane, readLatency, readCompare])
    expect(read(['--help'])).toBeUndefined();
});

test.each([
  [readBench, ['--scenario', 'none'], 'Unknown --scenario: expected hello,'],
  [readBench, ['--server', 'none'], 'Unknown --server: expected node-http,'],
  [readBench, ['--rounds', '1.5'], 'Invalid --rounds: expected a whole number above 0, got 1.5'],
  [readBench, ['--seconds', '0'], 'Invalid --seconds: expected a number above 0, got 0'],
  [readBench, ['--table', '--scenario', 'hello'], '--table measures a fixed set'],
  [readCompare, ['main', 'HEAD'], 'Too many git refs: expected one branch, tag or commit, got 2'],
  [readCompare, ['main', '--rounds', '3'], 'Invalid --rounds: expected at least 4, got 3'],
  [readCompare, ['main', '--server', 'express'], 'Invalid --server: expected one that runs the packages'],
  [readCompare, ['main', '--fail-on', 'faster'], 'Invalid --fail-on: expected slower, got faster'],
])('an invalid option throws: %#', (read, args, message) => {
  expect(() => read(args)).toThrow(message);
});
