import { expect, test } from 'vitest';
import { factorScale } from '../../report/charts/factor-scale.mjs';

test.each([
  [0.55, 1.5, [0.5, 1, 1.5]],
  [0.9, 1.3, [0.9, 1, 1.1, 1.2, 1.3]],
  [0.4, 4, [0.5, 1, 2]],
  [0.1, 9, [0.1, 0.3, 1, 3, 10]],
])('the scale from %d to %d says what it is by three ticks or more', (least, most, ticks) => {
  expect(factorScale(least, most).ticks).toEqual(expect.arrayContaining(ticks));
  expect(factorScale(least, most).ticks?.length).toBeGreaterThanOrEqual(3);
  expect(factorScale(least, most).ticks?.length).toBeLessThan(10);
});
