import { describe, expect, test } from 'vitest';
import { jsonBody } from '../src/json-body.ts';
import type { JsonBodyOptions } from '../src/json-body-options.ts';
import { compileJsonSettings } from '../src/json-body-options.ts';

test('compileJsonSettings fills in defaults', () => {
  const defaults = { strict: true, reviver: undefined, depth: 1_000, keyLimit: Number.POSITIVE_INFINITY };
  expect(compileJsonSettings({})).toEqual(defaults);
  expect(compileJsonSettings({ strict: undefined, depth: undefined } as unknown as JsonBodyOptions)).toEqual(
    defaults,
  );
});

describe('jsonBody throws for invalid options', () => {
  test.each([
    [
      { limits: 1 },
      /^Unknown option "limits" of jsonBody\(\): expected one of limit, type, .*, strict, reviver, depth, keyLimit\.$/,
    ],
    [{ limit: '1 Mo' }, /"limit".*got "1 Mo"/],
    [{ strict: 'yes' }, /"strict".*expected true or false, got "yes"/],
    [{ strict: null }, /"strict".*got null/],
    [{ reviver: {} }, /"reviver".*expected a function, got an object/],
    [{ reviver: null }, /"reviver".*got null/],
    [{ depth: 0 }, /"depth".*expected an integer of at least 1, or Infinity, got 0/],
    [{ depth: '32' }, /"depth".*got "32"/],
    [{ keyLimit: -1 }, /"keyLimit".*expected an integer of at least 0, or Infinity, got -1/],
    [{ keyLimit: Number.NaN }, /"keyLimit".*got NaN/],
    [{ defaultCharset: 'koi8-r' }, /"defaultCharset".*expected one of utf-8, utf-16.*got "koi8-r"/],
    [null, /^Invalid options of jsonBody\(\): expected an object, got null/],
  ])('%o', (options, message) => {
    expect(() => jsonBody(options as unknown as JsonBodyOptions)).toThrow(message);
  });
});
