import { expect, test } from 'vitest';
import { faults } from '../faults.mjs';
import { readOptions, usage } from '../options.mjs';

test('all faults are injected by default, in a minute', () => {
  expect(readOptions([])).toMatchObject({ seconds: 60, faults, fastLane: 'on', node: undefined });
});

test('named faults are injected in the usual order', () => {
  expect(readOptions(['--fault', 'disk-full', '--fault', 'kill'])?.faults.map(({ name }) => name)).toEqual([
    'kill',
    'disk-full',
  ]);
});

test('an invalid option throws, with the accepted values', () => {
  expect(() => readOptions(['--fault', 'flood'])).toThrow('Invalid --fault "flood": expected kill, restart');
  expect(() => readOptions(['--seconds', '0'])).toThrow(
    'Invalid --seconds "0": expected a whole number from 1',
  );
  expect(() => readOptions(['--seed', 'x'])).toThrow('Invalid --seed "x"');
  expect(() => readOptions(['--fast-lane', 'no'])).toThrow('Invalid --fast-lane "no": expected on or off');
});

test('--help gives no options, and the usage names every fault', () => {
  expect(readOptions(['--help'])).toBeUndefined();
  for (const { name } of faults) expect(usage).toContain(`  ${name} `);
});
