import { expect, test } from 'vitest';
import { byteCount } from '../src/byte-count.ts';

test.each([
  [1_024, 1_024],
  ['512mb', 512 * 2 ** 20],
  ['1.5 GB', 1.5 * 2 ** 30],
  ['64kb', 65_536],
  ['100b', 100],
  ['512', undefined],
  ['mb', undefined],
  [Number.NaN, undefined],
  [null, undefined],
])('%j is %j bytes', (value, bytes) => {
  expect(byteCount(value)).toBe(bytes);
});
