import { describe, expect, test } from 'vitest';
import { jsonBody } from '../src/json-body.ts';
import type { JsonBodyOptions } from '../src/json-body-options.ts';
import { compileJsonSettings } from '../src/json-body-options.ts';

test('what is left out has its default', () => {
  const defaults = { strict: true, reviver: undefined, depth: 1_000, keyLimit: Number.POSITIVE_INFINITY };
  expect(compileJsonSettings({})).toEqual(defaults);
  expect(compileJsonSettings({ strict: undefined, depth: undefined } as unknown as JsonBodyOptions)).toEqual(
    defaults,
  );
});

describe('options that make no sense are refused with the remedy', () => {
  test.each([
    [
      { limits: 1 },
      /unknown option "limits"; the options are limit, type, .*, strict, reviver, depth, keyLimit/,
    ],
    [{ hasOwnProperty: 1 }, /unknown option "hasOwnProperty"/],
    [{ limit: '1 Mo' }, /"limit" is "1 Mo"; write/],
    [{ strict: 'yes' }, /"strict" is yes; write true or false/],
    [{ inflate: 0 }, /"inflate" is 0; write true or false/],
    [{ reviver: {} }, /"reviver" is of type object; write a function/],
    [{ type: 'jsn' }, /option "type".*application\/json.*got "jsn"/],
    [{ depth: 0 }, /"depth" is 0; write a whole number from 1, or Infinity/],
    [{ depth: '32' }, /"depth" is "32"; write a whole number/],
    [{ keyLimit: -1 }, /"keyLimit" is -1; write a whole number from 0/],
    [{ keyLimit: Number.NaN }, /"keyLimit" is NaN; write/],
    [{ defaultCharset: 'koi8-r' }, /"defaultCharset" is "koi8-r"; write one of utf-8, utf-16/],
    [{ verify: true }, /"verify" is of type boolean; write a function/],
    [{ timeout: 0 }, /"timeout" is 0; write a whole number from 1/],
    [{ timeout: 2 ** 31 }, /"timeout" is 2147483648 ms; write at most 2147483647/],
    [{ inflateRatio: 0.5 }, /"inflateRatio" is 0\.5; write/],
    [{ type: [() => true] }, /"type" has a function; write strings/],
    [{ type: [] }, /"type" is an empty list; write a media type/],
    [{ type: null }, /"type" has null; write strings/],
    [{ limit: '1.5' }, /"limit" is "1\.5"; write/],
    [{ limit: null }, /"limit" is null; write/],
    [{ strict: null }, /"strict" is null; write/],
    [{ inflate: null }, /"inflate" is null; write/],
    [{ reviver: null }, /"reviver" is/],
    [null, /takes an object of options, got null/],
    ['1mb', /takes an object of options, got string/],
  ])('%o', (options, message) => {
    expect(() => jsonBody(options as unknown as JsonBodyOptions)).toThrow(message);
  });
});
