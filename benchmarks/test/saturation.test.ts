import { expect, test } from 'vitest';
import { decidingMeasure } from '../runner/saturation.mjs';

const samples = (busy: number, generatorBusy: number) => [{ busy, generatorBusy }];

test('rates decide while the server is the limit', () => {
  expect(decidingMeasure(samples(0.99, 0.7))).toBe('rate');
  expect(decidingMeasure(samples(0.99, 0.99))).toBe('rate');
});

test('rates decide when both wait for each other', () => {
  expect(decidingMeasure(samples(0.5, 0.5))).toBe('rate');
});

test('processor time decides when only the generator was full', () => {
  expect(decidingMeasure(samples(0.6, 0.95))).toBe('cpu');
});

test('one round among several decides nothing', () => {
  expect(decidingMeasure([...samples(0.5, 1), ...samples(1, 0.5), ...samples(1, 0.6)])).toBe('rate');
});

test('two cores are busy when both are', () => {
  expect(decidingMeasure(samples(1.2, 0.95), 2)).toBe('cpu');
  expect(decidingMeasure(samples(1.9, 0.95), 2)).toBe('rate');
});
