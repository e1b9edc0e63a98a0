import { expect, test } from 'vitest';
import { readOptions, usage } from '../options.mjs';

test('the baseline is always measured', () => {
  expect(readOptions(['--server', 'nextpress'])?.servers).toEqual(['node-http', 'nextpress']);
});

test('an unknown server is named together with the known ones', () => {
  expect(() => readOptions(['--server', 'nxt'])).toThrow('there is no server "nxt": there are express');
});

test('a result is recorded or printed as JSON, not both', () => {
  expect(() => readOptions(['--json', '--record'])).toThrow('choose one');
});

test('the usage fits a terminal', () => {
  expect(usage.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test('a number that is none is refused', () => {
  expect(() => readOptions(['--rounds', '0'])).toThrow('--rounds is "0"');
});
