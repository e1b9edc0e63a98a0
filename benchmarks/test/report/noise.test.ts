import { describe, expect, test } from 'vitest';
import { leastTold, noiseOf } from '../../report/noise.mjs';
import { sampleOf } from './result-of.ts';

const rounds = (...rates: number[]) => rates.map((rate) => sampleOf({ rate }));
/** The same each time. */
const randomFrom = (seed: number) => () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};
const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());

describe('noiseOf', () => {
  test('is how far ratios go from round to round, whatever they are', () => {
    const random = randomFrom(7);
    const servers = [100, 200, 50, 120, 80, 70, 90, 60].map((rate) =>
      rounds(...Array.from({ length: 5 }, () => rate * Math.exp(0.1 * normal(random)))),
    );
    // Each of the two of a ratio goes up and down by a tenth.
    expect(noiseOf('rate', servers)).toBeGreaterThan(0.1 * Math.SQRT2 * 0.8);
    expect(noiseOf('rate', servers)).toBeLessThan(0.1 * Math.SQRT2 * 1.25);
  });

  test('is nothing where all servers drift together', () => {
    expect(noiseOf('rate', [rounds(100, 50, 200), rounds(120, 60, 240), rounds(10, 5, 20)])).toBeCloseTo(0);
  });

  test('is not made by single samples', () => {
    const still = [100, 200, 50, 120, 80, 70, 90].map((rate) => rounds(rate, rate * 1.01, rate * 0.99));
    const disturbed = [rounds(100, 300, 99), ...still.slice(1)];
    expect(noiseOf('rate', disturbed)).toBeLessThan(0.05);
  });

  test('is not known from a round of each, nor from failures', () => {
    expect(noiseOf('rate', [rounds(100), rounds(50)])).toBe(0);
    expect(
      noiseOf('rate', [
        [null, ...rounds(100)],
        [...rounds(50), null],
      ]),
    ).toBe(0);
  });
});

describe('leastTold', () => {
  test('is less the more rounds there are, and never less than two hundredths', () => {
    expect(leastTold(0.1, 3)).toBeCloseTo(1.149, 3);
    expect(leastTold(0.1, 7)).toBeCloseTo(1.095, 3);
    expect(leastTold(0.001, 7)).toBe(1.02);
  });
});
