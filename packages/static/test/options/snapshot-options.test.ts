import { describe, expect, test } from 'vitest';
import { compileSnapshot } from '../../src/options/snapshot-options.ts';

test('true has the defaults, false and nothing serve live', () => {
  expect(compileSnapshot('serveStatic', true)).toEqual({
    maxBytes: 67_108_864,
    maxFileBytes: 262_144,
    maxEntries: 200_000,
  });
  expect(compileSnapshot('serveStatic', false)).toBeUndefined();
  expect(compileSnapshot('serveStatic', undefined)).toBeUndefined();
});

test('an object says how much is kept, nothing too', () => {
  expect(compileSnapshot('serveStatic', { maxBytes: 0 })).toMatchObject({
    maxBytes: 0,
    maxFileBytes: 262_144,
  });
});

describe('an option that makes no sense is refused with the remedy', () => {
  test.each([
    ['yes', /"snapshot" is "yes"; write true, false, or \{ maxBytes, maxFileBytes, maxEntries \}/],
    [null, /"snapshot" is null/],
    [{ maxSize: 1 }, /unknown option "snapshot.maxSize"; the options are maxBytes, maxFileBytes, maxEntries/],
    [{ maxBytes: -1 }, /"snapshot.maxBytes" is -1; write a whole number/],
    [{ maxFileBytes: '1mb' }, /"snapshot.maxFileBytes" is "1mb"/],
    [{ maxEntries: 1.5 }, /"snapshot.maxEntries" is 1.5/],
  ])('%o', (value, message) => {
    expect(() => compileSnapshot('serveStatic', value)).toThrow(message);
  });
});
