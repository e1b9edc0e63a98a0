import { expect, test } from 'vitest';
import { alarmsOf, compareRounds } from '../compare.mjs';
import { change, isUndecided, judge } from '../core/verdict.mjs';

const quiet = [0.999, 1, 1, 1.001, 1];

test('judge reports a difference when the quartiles stay outside the noise', () => {
  expect(judge([1.05, 1.06, 1.05, 1.07, 1.06], quiet).word).toBe('more');
  expect(judge([0.95, 0.94, 0.95, 0.93, 0.94], quiet).word).toBe('less');
});

test('judge reports no difference when a quartile reaches into the noise', () => {
  expect(judge([1.0, 1.06, 1.0, 1.07, 1.06], quiet).word).toBe('same');
  expect(judge([1.05, 1.06, 1.05, 1.07, 1.06], [0.9, 0.95, 1, 1.1, 1]).word).toBe('same');
});

test('isUndecided is true when the median leaves the noise and a quartile does not', () => {
  expect(isUndecided(judge([1.0, 1.06, 1.0, 1.07, 1.06], quiet))).toBe(true);
  expect(isUndecided(judge([1.05, 1.06, 1.05, 1.07, 1.06], quiet))).toBe(false);
  expect(isUndecided(judge(quiet, quiet))).toBe(false);
});

test('judge reports no difference below one per cent, and none of fewer than four rounds', () => {
  expect(judge([1.006, 1.007, 1.008, 1.009], [1, 1, 1, 1]).word).toBe('same');
  expect(judge([1.5, 1.5, 1.5], [1, 1, 1]).word).toBe('same');
});

test('judge takes the larger side of the noise for both directions', () => {
  expect(judge(quiet, [1.04, 1.04, 1.04, 1.04]).threshold).toBeCloseTo(0.04);
  expect(judge(quiet, [0.97, 0.97, 0.97, 0.97]).threshold).toBeCloseTo(0.03);
});

test('change writes a ratio with its sign', () => {
  expect([change(1.082), change(0.9), change(1)]).toEqual(['+8.2 %', '−10.0 %', '0.0 %']);
});

const roundsOf = (slowdown: number) => {
  const sample = (leastCpu: number) => ({ cpu: 20, leastCpu, rate: 1e6 / leastCpu, busy: 1, peakRss: 1 });
  return [10, 10.1, 9.9, 10, 10].map((cpu) => ({
    base: sample(cpu),
    head: sample(cpu * slowdown),
    again: sample(cpu * slowdown),
  }));
};

test('compareRounds calls the head slower when it uses more CPU time than the base', () => {
  const comparison = compareRounds('hello', roundsOf(1.2));
  expect(comparison).toMatchObject({ scenario: 'hello', verdict: 'slower', base: 10, head: 12 });
  expect(comparison.rate.word).toBe('less');
});

test('alarmsOf names what was slower in two runs', () => {
  const first = ['hello', 'params'].map((scenario) => compareRounds(scenario, roundsOf(1.2)));
  const second = [compareRounds('hello', roundsOf(1.1)), compareRounds('params', roundsOf(1))];
  expect(alarmsOf(first, second)).toEqual([
    'hello is slower: CPU time per request rose from 10.0 to 12.0 µs (+20.0 %, quartiles +20.0 to +20.0 %, noise ± 1.0 %), ' +
      'and in a second run from 10.0 to 11.0 µs (+10.0 %, quartiles +10.0 to +10.0 %, noise ± 1.0 %).',
  ]);
  expect(alarmsOf(first, [])).toEqual([]);
});
