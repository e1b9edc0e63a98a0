import { describe, expect, test } from 'vitest';
import { parseByteLimit } from '../src/byte-limit.ts';

test.each([
  [0, 0],
  [102_400, 102_400],
  ['100', 100],
  ['100b', 100],
  ['100kb', 102_400],
  ['100 KB', 102_400],
  ['1.5mb', 1_572_864],
  ['0.1kb', 102],
  ['0.25gb', 268_435_456],
  ['2gb', 2_147_483_648],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
])('parseByteLimit reads %s as %s bytes', (limit, bytes) => {
  expect(parseByteLimit('jsonBody', limit)).toBe(bytes);
});

describe('parseByteLimit throws for values that could be misread', () => {
  test.each([
    'abc',
    '',
    'kb',
    '1e3',
    '-1kb',
    '10 0kb',
    '100kib',
    '1,5mb',
    '1.5',
    '0.5b',
    Number.NaN,
    -1,
    0.5,
    null,
    true,
    [100],
    100n,
  ])('%s', (limit) => {
    expect(() => parseByteLimit('jsonBody', limit)).toThrow(
      'Invalid option "limit" of jsonBody(): expected a byte count such as 102400 or "100kb", or Infinity, got',
    );
  });
});
