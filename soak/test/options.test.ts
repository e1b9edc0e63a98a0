import { expect, test } from 'vitest';
import { readOptions, usage } from '../options.mjs';

test('three minutes of the fast lane are the default', () => {
  expect(readOptions([])).toEqual({ seconds: 180, lane: 'fast', tls: false, node: undefined });
});

test('a time too short to warm up is refused', () => {
  expect(() => readOptions(['--seconds', '9'])).toThrow('--seconds is "9": write a whole number from 10');
});

test('an unknown lane is named together with the known ones', () => {
  expect(() => readOptions(['--lane', 'slow'])).toThrow('--lane is "slow": there are fast, lazy, node');
});

test('the usage fits a terminal', () => {
  expect(usage.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
