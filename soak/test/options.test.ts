import { expect, test } from 'vitest';
import { readOptions, usage } from '../options.mjs';

test('three minutes of the fast lane are the default', () => {
  expect(readOptions([])).toEqual({
    subject: 'lane',
    seconds: 180,
    lane: 'fast',
    tls: false,
    node: undefined,
  });
});

test('a time too short to warm up is refused', () => {
  expect(() => readOptions(['--seconds', '9'])).toThrow('--seconds is "9": write a whole number from 10');
});

test('bodies are asked for by name, and nothing else is', () => {
  expect(readOptions(['body', '--seconds', '60'])).toMatchObject({ subject: 'body', seconds: 60 });
  expect(() => readOptions(['bodies'])).toThrow('"bodies" is no load: there are lane, body, static');
});

test('an unknown lane is named together with the known ones', () => {
  expect(() => readOptions(['--lane', 'slow'])).toThrow('--lane is "slow": there are fast, lazy, node');
});

test('the usage fits a terminal', () => {
  expect(usage.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
