import { describe, expect, test } from 'vitest';
import type { JsonBodyOptions } from '../src/json-body-options.ts';
import { compileSettings } from '../src/json-body-options.ts';

test('the defaults are those of body-parser', () => {
  const defaults = {
    limit: 102_400,
    types: ['application/json'],
    strict: true,
    reviver: undefined,
    inflate: true,
  };
  expect(compileSettings({})).toEqual(defaults);
  expect(compileSettings({ limit: undefined, type: undefined } as unknown as JsonBodyOptions)).toEqual(
    defaults,
  );
});

test('types are one pattern or a list', () => {
  expect(compileSettings({ type: '+json' }).types).toEqual(['+json']);
  expect(compileSettings({ type: ['application/json', '*/*'] }).types).toEqual(['application/json', '*/*']);
});

describe('options that make no sense are refused with the remedy', () => {
  test.each([
    [{ limits: 1 }, /unknown option "limits"; the options are limit, type, strict, reviver, inflate/],
    [{ hasOwnProperty: 1 }, /unknown option "hasOwnProperty"/],
    [{ limit: '1 Mo' }, /"limit" is "1 Mo"; write/],
    [{ strict: 'yes' }, /"strict" is yes; write true or false/],
    [{ inflate: 0 }, /"inflate" is 0; write true or false/],
    [{ reviver: {} }, /"reviver" is of type object; write a function/],
    [{ type: 'json' }, /option "type".*application\/json.*got "json"/],
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
    expect(() => compileSettings(options as unknown as JsonBodyOptions)).toThrow(message);
  });
});
