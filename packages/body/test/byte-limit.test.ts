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
])('%j is %i bytes', (limit, bytes) => {
  expect(parseByteLimit('jsonBody', limit)).toBe(bytes);
});

describe('a limit that can be misread is refused', () => {
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
    Number.POSITIVE_INFINITY,
    null,
    true,
    [100],
    100n,
  ])('%s', (limit) => {
    expect(() => parseByteLimit('jsonBody', limit)).toThrow(
      /"limit" is .*write a whole number of bytes, or a string such/,
    );
  });
});

test('a limit beyond the longest string is refused', () => {
  expect(() => parseByteLimit('jsonBody', '2gb')).toThrow(
    /^jsonBody: .*a string is never longer; write at most \d+/,
  );
});
