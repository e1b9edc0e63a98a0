import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteLength } from '../src/byte-length.ts';

test.each([
  ['', 0],
  ['hello', 5],
  ['é', 2],
  ['漢', 3],
  ['😀', 4],
  ['\ud83d', 3],
  ['\u007f', 1],
  ['\u0080', 2],
  ['a'.repeat(1000), 1000],
  [`${'a'.repeat(1000)}é`, 1002],
])('byteLength of %j is %i', (text, bytes) => {
  expect(byteLength(text)).toBe(bytes);
});

test('byteLength agrees with Buffer.byteLength on every text of every length', () => {
  const text = fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    maxLength: 80,
  });
  const ascii = fc.string({ maxLength: 80 });
  fc.assert(
    fc.property(fc.oneof(text, ascii), (value) => {
      expect(byteLength(value)).toBe(Buffer.byteLength(value));
    }),
    { numRuns: 1000 },
  );
});
