import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileSchema } from '../src/index.ts';
import { multipleOf } from '../src/json-schema/ajv-keywords.ts';

test.each([
  [19.99, 0.01, true],
  [19.999, 0.01, false],
  [0.3, 0.1, true],
  [0.1 + 0.2, 0.1, false],
  [1.1, 0.1, true],
  [4.35, 0.05, true],
  [-0.07, 0.01, true],
  [0, 0.01, true],
  [-0, 3, true],
  [0.0075, 0.0001, true],
  [0.00751, 0.0001, false],
  [1e-7, 1e-8, true],
  [1e21, 7, false],
  [1e308, 0.5, true],
  [1e308, 0.123456789, false],
  [5e-324, 5e-324, true],
  [9, 4.5, true],
  [999_999_999_999_999, 1, true],
  [99_999_999_999_999.95, 0.01, true],
  [99_999_999_999_999.95, 0.1, false],
  [12_345_678_901_234.56, 0.01, true],
  [3e-23, 1e-23, true],
  [1e22, 1e-22, true],
  [Number.POSITIVE_INFINITY, 2, false],
])('%d as a multiple of %d is %s', (value, divisor, isValid) => {
  expect(multipleOf(divisor)(value)).toBe(isValid);
  const result = compileSchema({ type: 'number', multipleOf: divisor }).validate(value);
  if (Number.isFinite(value)) expect('value' in result).toBe(isValid);
});

test('every product of an integer and a decimal is a multiple of it', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 99_999 }), fc.nat(9), (factor, digits, places) => {
      const divisor = Number(`${digits}e-${places}`);
      // As a client would write it: multiplying floating-point numbers gives another number.
      const value = Number(`${BigInt(factor) * BigInt(digits)}e-${places}`);
      expect(multipleOf(divisor)(value)).toBe(true);
    }),
  );
});
