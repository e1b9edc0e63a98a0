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

test('what is left out has its default', () => {
  const defaults = {
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

test('what is given is taken', () => {
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

test('a limit is at most what a buffer or a string can hold', () => {
  const limit = Number.POSITIVE_INFINITY;
  expect(compileSettings(format, { limit }).limit).toBe(constants.MAX_STRING_LENGTH);
  expect(compileSettings(ofBytes, { limit }).limit).toBe(constants.MAX_LENGTH);
});

describe('options that make no sense are refused with the remedy', () => {
  test.each([
    [{ limits: 1 }, /^readThis: unknown option "limits"; the options are limit, .*, defaultCharset, own$/],
    [{ hasOwnProperty: 1 }, /unknown option "hasOwnProperty"/],
    [{ limit: '1 Mo' }, /"limit" is "1 Mo"; write/],
    [{ limit: null }, /"limit" is null; write/],
    [{ inflate: 0 }, /"inflate" is 0; write true or false/],
    [{ inflateRatio: 0 }, /"inflateRatio" is 0; write a whole number from 1, or Infinity/],
    [{ inflateRatio: '10' }, /"inflateRatio" is "10"; write/],
    [{ timeout: -1 }, /"timeout" is -1; write a whole number from 1, or Infinity/],
    [{ timeout: 2 ** 31 }, /"timeout" is 2147483648 ms; write at most 2147483647/],
    [{ verify: {} }, /"verify" is of type object; write a function/],
    [{ empty: 'value' }, /unknown option "empty"/],
    [{ defaultCharset: 'utf-16' }, /"defaultCharset" is "utf-16"; write one of utf-8, latin1/],
    [{ defaultCharset: 8 }, /"defaultCharset" is 8; write/],
    [{ type: 'jsn' }, /option "type".*application\/json.*got "jsn"/],
    [{ type: [() => true] }, /"type" has a function; write strings, or one function/],
    [{ type: [] }, /"type" is an empty list; write a media type, or leave readThis\(\) out/],
    [{ type: null }, /"type" has null; write strings/],
    [null, /^readThis takes an object of options, got null/],
    ['1mb', /takes an object of options, got string/],
  ])('%o', (options, message) => {
    expect(() => compileSettings(format, options as unknown as TextBodyOptions)).toThrow(message);
  });

  test('bytes have no charset', () => {
    const options = { defaultCharset: 'utf-8' };
    expect(() => compileSettings(ofBytes, options)).toThrow(/unknown option "defaultCharset"/);
  });
});
