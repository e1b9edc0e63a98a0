import { expect, test } from 'vitest';
import { readOptions, usage } from '../options.mjs';

test('a run lasts a minute by default', () => {
  expect(readOptions([])).toMatchObject({ seconds: 60, cases: Number.POSITIVE_INFINITY });
  expect(readOptions(['--cases', '5'])).toMatchObject({ seconds: Number.POSITIVE_INFINITY, cases: 5 });
});

test('both modes run unless one is named', () => {
  expect(readOptions([])?.modes).toEqual(['bytes', 'handlers']);
  expect(readOptions(['--mode', 'bytes'])?.modes).toEqual(['bytes']);
  expect(() => readOptions(['--mode', 'bits'])).toThrow('there is no mode "bits"');
});

test('over TLS bytes are sent, and no handlers tried', () => {
  expect(readOptions(['--tls'])?.modes).toEqual(['bytes']);
  expect(() => readOptions(['--tls', '--mode', 'handlers'])).toThrow('leave --tls out');
});

test('one case is replayed by its seed and number, in a mode', () => {
  expect(readOptions(['--mode', 'bytes', '--case', '7:12'])).toMatchObject({ seed: 7, only: 12 });
  expect(() => readOptions(['--case', '7:12'])).toThrow('--mode bytes or --mode handlers');
  expect(() => readOptions(['--mode', 'bytes', '--case', '7'])).toThrow('--case is "7": write seed:number');
});

test('one process tries the cases unless there are to be more', () => {
  expect(readOptions([])?.processes).toBe(1);
  expect(readOptions(['--processes', '3'])?.processes).toBe(3);
});

test('an invalid number is rejected', () => {
  expect(() => readOptions(['--cases', '0'])).toThrow('--cases is "0": write a whole number from 1');
});

test('the usage fits a terminal', () => {
  expect(usage.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
