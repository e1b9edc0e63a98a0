import { expect, test } from 'vitest';
import { lowerCaseName } from '../src/internal/request/lower-case-name.ts';

test('is right for every name, also when there are more than are kept', () => {
  for (const _again of [1, 2]) {
    for (let index = 0; index < 1000; index++)
      expect(lowerCaseName(`X-Name-${index}`)).toBe(`x-name-${index}`);
    expect(lowerCaseName('X'.repeat(10_000))).toBe('x'.repeat(10_000));
    expect([lowerCaseName('constructor'), lowerCaseName('__PROTO__')]).toEqual(['constructor', '__proto__']);
  }
});
