import { describe, expect, test } from 'vitest';
import { formBody } from '../src/form-body.ts';
import { compileFormSettings, type FormBodyOptions } from '../src/form-body-options.ts';

test('what is left out has its default', () => {
  expect(compileFormSettings({})).toEqual({
    extended: false,
    parameterLimit: 1_000,
    depth: 32,
    arrayLimit: 100,
    charsetSentinel: false,
    interpretNumericEntities: false,
  });
});

describe('options that make no sense are refused with the remedy', () => {
  test.each([
    [
      { limits: 1 },
      /^formBody: unknown option "limits"; the options are limit, .*, defaultCharset, extended, /,
    ],
    [{ extended: 1 }, /"extended" is 1; write true or false/],
    [{ parameterLimit: 0 }, /"parameterLimit" is 0; write a whole number from 1, or Infinity/],
    [{ parameterLimit: Number.NaN }, /"parameterLimit" is NaN; write/],
    [{ depth: -1 }, /"depth" is -1; write a whole number from 0/],
    [{ depth: 1_001 }, /"depth" is 1001; write at most 1000/],
    [{ depth: Number.POSITIVE_INFINITY }, /"depth" is Infinity; write at most 1000/],
    [{ arrayLimit: '20' }, /"arrayLimit" is "20"; write/],
    [{ charsetSentinel: null }, /"charsetSentinel" is null; write true or false/],
    [{ interpretNumericEntities: 'yes' }, /"interpretNumericEntities" is yes; write true or false/],
    [{ defaultCharset: 'utf-16' }, /"defaultCharset" is "utf-16"; write one of utf-8, iso-8859-1/],
    [{ limit: 'much' }, /"limit" is "much"; write/],
    [null, /^formBody takes an object of options, got null/],
  ])('%o', (options, message) => {
    expect(() => formBody(options as unknown as FormBodyOptions)).toThrow(message);
  });
});
