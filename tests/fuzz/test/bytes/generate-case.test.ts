import { expect, test } from 'vitest';
import { partsOf } from '../../bytes/case.mjs';
import { generateCase } from '../../bytes/generate-case.mjs';

const numbers = Array.from({ length: 500 }, (_, index) => index);

test('the same seed and number make the same case, in whatever order', () => {
  const forwards = numbers.map((number) => generateCase(7, number));
  const backwards = numbers.toReversed().map((number) => generateCase(7, number));
  expect(backwards.toReversed()).toEqual(forwards);
});

test('another seed makes other cases', () => {
  const alike = numbers.filter(
    (number) => generateCase(7, number).units.join() === generateCase(8, number).units.join(),
  );
  expect(alike.length).toBeLessThan(50);
});

test('the parts of a case are its stream', () => {
  for (const number of numbers) {
    const fuzzCase = generateCase(3, number);
    expect(partsOf(fuzzCase).join('')).toBe(fuzzCase.units.join(''));
    expect(partsOf(fuzzCase).every((part) => part !== '')).toBe(true);
  }
});

test('every character of a stream is a byte', () => {
  for (const number of numbers) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes are what this is about
    expect(generateCase(11, number).units.join('')).toMatch(/^[\x00-\xff]*$/);
  }
});

test('a case is JSON', () => {
  for (const number of numbers) {
    const fuzzCase = generateCase(13, number);
    expect(JSON.parse(JSON.stringify(fuzzCase))).toEqual(fuzzCase);
  }
});
