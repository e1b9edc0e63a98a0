import { describe, expect, test } from 'vitest';
import { formBody } from '../src/form-body.ts';
import { compileFormSettings, type FormBodyOptions } from '../src/form-body-options.ts';

test('compileFormSettings fills in defaults', () => {
  expect(compileFormSettings({})).toEqual({
    extended: false,
    parameterLimit: 1_000,
    depth: 32,
    arrayLimit: 100,
    charsetSentinel: false,
    interpretNumericEntities: false,
  });
});

describe('formBody throws for invalid options', () => {
  test.each([
    [
      { limits: 1 },
      /^Unknown option "limits" of formBody\(\): expected one of limit, .*, defaultCharset, extended, /,
    ],
    [{ extended: 1 }, /"extended".*expected true or false, got 1/],
    [{ parameterLimit: 0 }, /"parameterLimit".*expected an integer of at least 1, or Infinity, got 0/],
    [{ parameterLimit: Number.NaN }, /"parameterLimit".*got NaN/],
    [{ depth: -1 }, /"depth".*expected an integer from 0 to 1000, got -1/],
    [{ depth: 1_001 }, /"depth".*got 1001/],
    [{ depth: Number.POSITIVE_INFINITY }, /"depth".*got Infinity/],
    [{ arrayLimit: '20' }, /"arrayLimit".*got "20"/],
    [{ charsetSentinel: null }, /"charsetSentinel".*got null/],
    [{ interpretNumericEntities: 'yes' }, /"interpretNumericEntities".*got "yes"/],
    [{ defaultCharset: 'utf-16' }, /"defaultCharset".*expected one of utf-8, iso-8859-1, got "utf-16"/],
    [null, /^Invalid options of formBody\(\): expected an object, got null/],
  ])('%o', (options, message) => {
    expect(() => formBody(options as unknown as FormBodyOptions)).toThrow(message);
  });
});
