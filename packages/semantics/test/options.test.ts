import { describe, expect, test } from 'vitest';
import {
  booleanOption,
  checkOptionNames,
  functionOption,
  integerOption,
  invalidOption,
  invalidValue,
  printValue,
} from '../src/options.ts';

describe('printValue', () => {
  test.each([
    ['200', '"200"'],
    ['a"\n', String.raw`"a\"\n"`],
    [200, '200'],
    [5n, '5n'],
    [true, 'true'],
    [undefined, 'undefined'],
    [null, 'null'],
    [Symbol('s'), 'Symbol(s)'],
    [[], 'an empty array'],
    [['a'], 'an array'],
    [{ secret: 'x' }, 'an object'],
    [Object.create(null), 'an object'],
    [new Map(), 'an instance of Map'],
    [(() => () => {})(), 'a function'],
    [Map, 'function Map'],
  ])('prints %o as %s', (value, text) => {
    expect(printValue(value)).toBe(text);
  });
});

test('invalidValue and invalidOption create a TypeError with the expected and the actual value', () => {
  expect(invalidValue('port', 'an integer', '80')).toEqual(
    new TypeError('Invalid port: expected an integer, got "80".'),
  );
  expect(invalidOption('f', 'limit', 'a byte count', 5n)).toEqual(
    new TypeError('Invalid option "limit" of f(): expected a byte count, got 5n.'),
  );
});

describe('checkOptionNames', () => {
  const names = ['limit', 'keyLimit'];

  test('accepts an object with known names only', () => {
    expect(() => checkOptionNames('f', { limit: 1, keyLimit: undefined }, names)).not.toThrow();
    expect(() => checkOptionNames('f', {}, names)).not.toThrow();
  });

  test.each([
    [null, 'Invalid options of f(): expected an object, got null.'],
    ['1mb', 'Invalid options of f(): expected an object, got "1mb".'],
    [{ limits: 1 }, 'Unknown option "limits" of f(): expected one of limit, keyLimit.'],
    [{ hasOwnProperty: 1 }, 'Unknown option "hasOwnProperty" of f(): expected one of limit, keyLimit.'],
    [{ keylimit: 1 }, 'Unknown option "keylimit" of f(): use "keyLimit".'],
    [{ max: 1 }, 'Unknown option "max" of f(): use "limit" in bytes.'],
  ])('throws for %o', (options, message) => {
    const remedies = { max: 'use "limit" in bytes' };
    expect(() => checkOptionNames('f', options, names, remedies)).toThrow(new TypeError(message));
  });
});

test('booleanOption throws for anything but a boolean', () => {
  expect(booleanOption('f', 'strict', false)).toBe(false);
  for (const value of [undefined, null, 0, 'yes']) {
    expect(() => booleanOption('f', 'strict', value)).toThrow(
      `Invalid option "strict" of f(): expected true or false, got ${printValue(value)}.`,
    );
  }
});

test('functionOption throws for anything but a function or undefined', () => {
  expect(functionOption('f', 'verify', undefined)).toBeUndefined();
  expect(functionOption('f', 'verify', String)).toBe(String);
  for (const value of [null, {}, true]) {
    expect(() => functionOption('f', 'verify', value)).toThrow('expected a function, got');
  }
});

describe('integerOption', () => {
  test.each([
    [1, 1, 5],
    [5, 1, 5],
    [0, 0, undefined],
    [Number.POSITIVE_INFINITY, 1, Number.POSITIVE_INFINITY],
  ])('accepts %s from %s to %s', (value, min, max) => {
    expect(integerOption('f', 'n', value, min, max)).toBe(value);
  });

  test.each([
    [0, 1, 5, 'an integer from 1 to 5, got 0'],
    [6, 1, 5, 'an integer from 1 to 5, got 6'],
    [1.5, 1, undefined, 'an integer of at least 1, got 1.5'],
    [Number.NaN, 1, undefined, 'an integer of at least 1, got NaN'],
    [Number.POSITIVE_INFINITY, 1, undefined, 'an integer of at least 1, got Infinity'],
    ['2', 1, Number.POSITIVE_INFINITY, 'an integer of at least 1, or Infinity, got "2"'],
    [Number.NEGATIVE_INFINITY, 0, Number.POSITIVE_INFINITY, 'got -Infinity'],
  ])('throws for %o from %s to %s', (value, min, max, message) => {
    expect(() => integerOption('f', 'n', value, min, max)).toThrow(message);
  });
});
