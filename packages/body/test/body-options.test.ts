import { constants } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import type { BytesFormat, TextFormat } from '../src/body-format.ts';
import { compileSettings, type TextBodyOptions } from '../src/body-options.ts';

const format: TextFormat = {
  name: 'readThis',
  type: 'text/csv',
  options: ['own'],
  charsets: ['utf-8', 'latin1'],
  empty: () => '',
  parse: (text) => text,
};
const ofBytes: BytesFormat = { name: 'readThat', type: ['a/b'], options: [], empty: () => 0, parse: () => 1 };

test('compileSettings fills in defaults', () => {
  const defaults = {
    bodyParserVersion: undefined,
    limit: 102_400,
    type: ['text/csv'],
    inflate: true,
    inflateRatio: 100,
    timeout: undefined,
    verify: undefined,
    defaultCharset: expect.objectContaining({ name: 'utf-8' }),
  };
  expect(compileSettings(format, {})).toEqual(defaults);
  expect(
    compileSettings(format, { limit: undefined, type: undefined } as unknown as TextBodyOptions),
  ).toEqual(defaults);
  expect(compileSettings(ofBytes, {})).toEqual({ ...defaults, type: ['a/b'], defaultCharset: undefined });
});

test('compileSettings keeps the given values', () => {
  const type = () => true;
  const verify = () => {};
  expect(
    compileSettings(format, {
      limit: '1mb',
      type,
      inflate: false,
      inflateRatio: Number.POSITIVE_INFINITY,
      timeout: 5_000,
      verify,
      defaultCharset: 'LATIN1',
    }),
  ).toEqual({
    bodyParserVersion: undefined,
    limit: 1_048_576,
    type,
    inflate: false,
    inflateRatio: Number.POSITIVE_INFINITY,
    timeout: 5_000,
    verify,
    defaultCharset: expect.objectContaining({ name: 'latin1' }),
  });
  expect(compileSettings(format, { timeout: Number.POSITIVE_INFINITY }).timeout).toBeUndefined();
  expect(compileSettings(format, { type: '+json' }).type).toEqual(['+json']);
  expect(compileSettings(format, { type: ['json', 'text'] }).type).toEqual([
    'application/json',
    'text/plain',
  ]);
  expect(compileSettings(format, { type: ['application/json', '*/*'] }).type).toEqual([
    'application/json',
    '*/*',
  ]);
});

test('compileSettings lowers the limit to the maximum length of a buffer or a string', () => {
  const limit = Number.POSITIVE_INFINITY;
  expect(compileSettings(format, { limit }).limit).toBe(constants.MAX_STRING_LENGTH);
  expect(compileSettings(ofBytes, { limit }).limit).toBe(constants.MAX_LENGTH);
});

describe('compileSettings throws for invalid options', () => {
  test.each([
    [
      { limits: 1 },
      /^Unknown option "limits" of readThis\(\): expected one of limit, .*, defaultCharset, own\.$/,
    ],
    [{ empty: 'value' }, /Unknown option "empty"/],
    [{ limit: '1 Mo' }, /"limit" of readThis\(\): expected a byte count such as .* got "1 Mo"/],
    [{ limit: null }, /"limit".*got null/],
    [{ inflate: 0 }, /"inflate".*got 0/],
    [{ inflateRatio: 0 }, /"inflateRatio".*expected an integer of at least 1, or Infinity, got 0/],
    [{ inflateRatio: '10' }, /"inflateRatio".*got "10"/],
    [{ timeout: -1 }, /"timeout".*expected milliseconds from 1 to 2147483647, or Infinity, got -1/],
    [{ timeout: 2 ** 31 }, /"timeout".*got 2147483648/],
    [{ timeout: null }, /"timeout".*got null/],
    [{ verify: {} }, /"verify".*expected a function, got an object/],
    [{ defaultCharset: 'utf-16' }, /"defaultCharset".*expected one of utf-8, latin1, got "utf-16"/],
    [{ defaultCharset: 8 }, /"defaultCharset".*got 8/],
    [{ type: 'jsn' }, /"type".*expected media types such as "application\/json".*got "jsn"/],
    [{ type: [() => true] }, /"type".*got a function/],
    [{ type: [] }, /"type".*got an empty array/],
    [{ type: null }, /"type".*got null/],
    [null, /^Invalid options of readThis\(\): expected an object, got null/],
  ])('%o', (options, message) => {
    expect(() => compileSettings(format, options as unknown as TextBodyOptions)).toThrow(message);
  });

  test('a charset for a format of bytes', () => {
    const options = { defaultCharset: 'utf-8' };
    expect(() => compileSettings(ofBytes, options)).toThrow(/Unknown option "defaultCharset"/);
  });
});
