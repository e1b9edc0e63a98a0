import { expect, test } from 'vitest';
import { bodyOf, isPieceOf } from '../pattern.mjs';

test('every piece of a body is known, at its own place only', () => {
  const body = bodyOf(123, 100);
  for (let from = 0; from < 80; from += 7) {
    expect(isPieceOf(123, body.subarray(from, from + 20), from)).toBe(true);
    expect(isPieceOf(124, body.subarray(from, from + 20), from)).toBe(false);
    expect(isPieceOf(123, body.subarray(from, from + 20), from + 1)).toBe(false);
  }
});
